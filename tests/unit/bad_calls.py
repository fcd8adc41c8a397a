#!/usr/bin/env python3
"""Writes the calls that bad_calls_test.c makes: every function of the header, with nothing at
all, then with each pointer in turn NULL and each value of an enum one that it does not have.

    bad_calls.py HEADER OUTPUT
"""
import re
import sys

# What the test has of each type; other pointers get room for a result.
MADE = {"cq_context": "ctx", "cq_problem": "problem", "cq_answer": "answer",
        "cq_board": "board", "cq_solution": "solution", "cq_certificate": "certificate",
        "cq_list": "list", "cq_feed": "open_feed()", "cq_explanation": "explanation",
        "cq_trace": "trace", "cq_sweep_order": "order", "cq_sequence": "sequence",
        "cq_made": "made", "cq_solve_plan": "plan", "cq_note_fn": "on_note",
        "cq_term_fn": "on_term", "char": '"1"', "FILE": "stream", "void": "NULL",
        "cq_options": "&options", "cq_drawing": "&drawing", "cq_list_options": "&listing",
        "cq_family": "&family", "cq_recipe": "&recipe", "cq_ensemble": "&ensemble",
        "cq_census_options": "&census", "cq_plot": "&plot", "cq_question": "&question",
        "cq_piece_info": "&piece", "cq_item_info": "&item", "cq_entry_info": "&entry",
        "cq_tour_move": "&move"}


def functions(text):
    """Name, type of the result and parameters of each."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    for result, name, inside in re.findall(r"^CQ_API\s+([^;(]*?)(cq_\w+)\(([^;]*)\);", text,
                                           re.M):
        words = " ".join(inside.split())
        yield name, result.strip(), [] if words == "void" else words.split(", ")


def good(parameter):
    """What a call can be made with."""
    kind, stars, name = re.fullmatch(
        r"(?:const )?(\w+) (\**(?: ?const ?\*)?)(\w+(?:\[\w+\])?)", parameter).groups()
    if "[" in name or (stars == "*" and kind not in MADE) or "**" in stars:
        return "room"
    if "const" in stars:
        return "(void *)answers" if kind == "cq_answer" else "(void *)names"
    if kind.endswith("_fn"):
        return MADE[kind]
    if stars:
        return f"(void *){MADE[kind]}"
    return "1" if name in ("size", "length") else f"({kind})0"


def variants(parameters, enums):
    """What each call is made with, and what is wrong with it."""
    well = [good(parameter) for parameter in parameters]
    yield "nothing", [one if one.startswith("(") and "*" not in one else "0" for one in well]
    for at, parameter in enumerate(parameters):
        kind = parameter.removeprefix("const ").split()[0]
        if "*" in parameter or "[" in parameter or kind.endswith("_fn"):
            yield f"no {parameter}", [*well[:at], "NULL", *well[at + 1:]]
        for value in (99, -1) if kind in enums and "*" not in parameter else ():
            yield f"{value} for {parameter}", [*well[:at], f"({kind}){value}", *well[at + 1:]]


def main():
    text = open(sys.argv[1], encoding="utf-8").read()
    enums = set(re.findall(r"^typedef enum (\w+)", text, re.M))
    names, calls = [], []
    for name, result, parameters in functions(text):
        for label, given in variants(parameters, enums):
            call = f"{name}({', '.join(given)})"
            told = "cq_context *ctx" in parameters and given[0] != "0" and given[0] != "NULL"
            calls.append(f"    case {len(names)}: "
                         + (f"judge({call}, {str(told).lower()}); break;"
                            if result == "cq_status" else f"(void){call}; break;"))
            names.append(f'    "{name}: {label}",')
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        print("static const char *const names_of_calls[] = {", *names, "};",
              "static void call(size_t number)", "{", "    switch (number) {", *calls,
              "    default: break;", "    }", "}", sep="\n", file=out)


main()
