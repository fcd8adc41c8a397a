/* properties.c - the table of properties, and one trial of one of them. */
#include "properties.h"

#include <stdarg.h>
#include <stdlib.h>

const property properties[] = {
    {"art reads back", FORM_ART, art_reads_back},
    {"names of cells read back", FORM_SPEC, names_read_back},
    {"symmetries map a board onto itself", FORM_ART, symmetries_are_right},
    {"boards read back as puzzles", FORM_SPEC, problem_reads_back},
    {"puzzles read back", FORM_PUZZLE, problem_reads_back},
    {"rules read back", FORM_RULED, problem_reads_back},
    {"covers read back", FORM_COVER, problem_reads_back},
    {"engines agree on dominoes", FORM_ART, engines_agree},
    {"engines agree on boards", FORM_SPEC, engines_agree},
    {"engines agree on puzzles", FORM_PUZZLE, engines_agree},
    {"engines agree on odd puzzles", FORM_ODD, engines_agree},
    {"engines agree on rules", FORM_RULED, engines_agree},
    {"engines agree on covers", FORM_COVER, engines_agree},
    {"eight images have one count", FORM_PUZZLE, images_agree},
    {"classes of boards add up", FORM_SPEC, classes_add_up},
    {"classes of puzzles add up", FORM_PUZZLE, classes_add_up},
    {"classes of tilings with rules add up", FORM_RULED, classes_add_up},
    {"classes of covers add up", FORM_COVER, classes_add_up},
    {"parts of boards add up", FORM_SPEC, parts_add_up},
    {"parts of puzzles add up", FORM_PUZZLE, parts_add_up},
    {"parts of tilings with rules add up", FORM_RULED, parts_add_up},
    {"parts of covers add up", FORM_COVER, parts_add_up},
    {"parts of tours add up", FORM_TOUR, parts_add_up},
    {"parts of figured tours add up", FORM_FIGURED, parts_add_up},
    {"parts of graphs add up", FORM_GRAPH, parts_add_up},
    {"engines agree on tours", FORM_TOUR, engines_agree},
    {"engines agree on figured tours", FORM_FIGURED, engines_agree},
    {"engines agree on graphs", FORM_GRAPH, engines_agree},
    {"sweeps on disk agree on tours", FORM_TOUR, disk_agrees},
    {"sweeps on disk agree on graphs", FORM_GRAPH, disk_agrees},
    {"sweeps on disk agree on puzzles", FORM_PUZZLE, disk_agrees},
    {"sweeps on disk agree on covers", FORM_COVER, disk_agrees},
    {"threads agree on boards", FORM_SPEC, threads_agree},
    {"threads agree on puzzles", FORM_PUZZLE, threads_agree},
    {"threads agree on odd puzzles", FORM_ODD, threads_agree},
    {"threads agree on packings", FORM_PACKING, threads_agree},
    {"threads agree on rules", FORM_RULED, threads_agree},
    {"threads agree on covers", FORM_COVER, threads_agree},
    {"threads agree on tours", FORM_TOUR, threads_agree},
    {"threads agree on graphs", FORM_GRAPH, threads_agree},
    {"threads agree on figured tours", FORM_FIGURED, threads_agree},
    {"sentences about dominoes are true", FORM_ART, reasons_are_true},
    {"sentences about boards are true", FORM_SPEC, reasons_are_true},
    {"sentences about puzzles are true", FORM_PUZZLE, reasons_are_true},
    {"sentences about odd puzzles are true", FORM_ODD, reasons_are_true},
    {"sentences about tours are true", FORM_TOUR, sentences_are_true},
    {"sentences about figured tours are true", FORM_FIGURED, sentences_are_true},
    {"sentences about graphs are true", FORM_GRAPH, sentences_are_true},
    {"moves of tours are as likely as said", FORM_TOUR, moves_are_as_likely},
    {"symmetric tours are counted", FORM_TOUR, symmetric_tours_are_right},
    {"tours read back", FORM_TOUR, answers_read_back},
    {"figured tours read back", FORM_FIGURED, answers_read_back},
    {"answers about graphs read back", FORM_GRAPH, answers_read_back},
    {"terms of families are right", FORM_FAMILY, terms_are_right},
    {"answers about boards read back", FORM_SPEC, answers_read_back},
    {"answers about puzzles read back", FORM_PUZZLE, answers_read_back},
    {"answers about covers read back", FORM_COVER, answers_read_back},
    {"text about boards is right", FORM_SPEC, text_is_right},
    {"text about puzzles is right", FORM_PUZZLE, text_is_right},
    {"text about odd puzzles is right", FORM_ODD, text_is_right},
    {"text about tilings with rules is right", FORM_RULED, text_is_right},
    {"text about covers is right", FORM_COVER, text_is_right},
    {"text about tours is right", FORM_ART, tour_text_is_right},
    {"tilings of puzzles have their number", FORM_PUZZLE, numbers_read_back},
    {"tilings of odd puzzles have their number", FORM_ODD, numbers_read_back},
    {"tilings with rules have their number", FORM_RULED, numbers_read_back},
    {"covers have their number", FORM_COVER, numbers_read_back},
    {"spoilt tilings of boards are refused", FORM_SPEC, mutants_are_judged},
    {"spoilt tilings of puzzles are refused", FORM_PUZZLE, mutants_are_judged},
    {"tilings that break rules are refused", FORM_RULED, mutants_are_judged},
    {"spoilt covers are refused", FORM_COVER, mutants_are_judged},
    {"packings read back", FORM_PACKING, problem_reads_back},
    {"engines agree on packings", FORM_PACKING, engines_agree},
    {"classes of packings add up", FORM_PACKING, classes_add_up},
    {"sentences about packings are true", FORM_PACKING, reasons_are_true},
    {"answers about packings read back", FORM_PACKING, answers_read_back},
    {"text about packings is right", FORM_PACKING, text_is_right},
    {"packings have their number", FORM_PACKING, numbers_read_back},
    {"spoilt packings are refused", FORM_PACKING, mutants_are_judged},
    {"the most on boards is right", FORM_SPEC, most_is_right},
    {"the most of puzzles is right", FORM_PUZZLE, most_is_right},
    {"the most of odd puzzles is right", FORM_ODD, most_is_right},
    {"weighed puzzles read back", FORM_WEIGHED, problem_reads_back},
    {"priced covers read back", FORM_PRICED, problem_reads_back},
    {"weights of puzzles are right", FORM_WEIGHED, weights_are_right},
    {"weights of covers are right", FORM_PRICED, weights_are_right},
    {"puzzles are drawn by weight", FORM_WEIGHED, weights_are_drawn},
    {"covers are drawn by weight", FORM_PRICED, weights_are_drawn},
    {"tallies of boards are right", FORM_SPEC, tallies_are_right},
    {"tallies of puzzles are right", FORM_PUZZLE, tallies_are_right},
    {"tallies of odd puzzles are right", FORM_ODD, tallies_are_right},
    {"tallies of tilings with rules are right", FORM_RULED, tallies_are_right},
    {"tallies of packings are right", FORM_PACKING, tallies_are_right},
    {"tallies of covers are right", FORM_COVER, tallies_are_right},
    {"memory limits are kept on boards", FORM_SPEC, limits_are_kept},
    {"memory limits are kept on puzzles", FORM_PUZZLE, limits_are_kept},
    {"memory limits are kept on covers", FORM_COVER, limits_are_kept},
    {"no reason against what can be tiled", FORM_PUZZLE, no_false_reasons},
    {"no reason against what keeps its rules", FORM_RULED, no_false_reasons},
    {"no reason against what has dominoes", FORM_ART, no_false_reasons},
    {"no reason against what can be covered", FORM_COVER, no_false_reasons},
    {"proofs about boards are right", FORM_SPEC, proofs_are_right},
    {"proofs about puzzles are right", FORM_PUZZLE, proofs_are_right},
    {"proofs about odd puzzles are right", FORM_ODD, proofs_are_right},
    {"proofs about tilings with rules are right", FORM_RULED, proofs_are_right},
    {"proofs about packings are right", FORM_PACKING, proofs_are_right},
    {"proofs about covers are right", FORM_COVER, proofs_are_right},
    {"proofs about tours are right", FORM_TOUR, proofs_are_right},
    {"proofs about graphs are right", FORM_GRAPH, proofs_are_right},
};
const size_t property_count = sizeof properties / sizeof *properties;

outcome fails(trial *t, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(t->complaint, sizeof t->complaint, format, args);
    va_end(args);
    return FAILS;
}

outcome attempt(const property *p, uint64_t seed, const input *in, char *complaint)
{
    trial t = {.ctx = cq_context_new(), .in = in};
    outcome result;

    if (!t.ctx)
        exit(1);
    cq_random_seed(&t.random, seed);
    result = p->judge(&t);
    if (result != FAILS && cq_context_memory_used(t.ctx) != 0)
        result =
            fails(&t, "%zu bytes were not given back", cq_context_memory_used(t.ctx));
    cq_context_free(t.ctx);
    snprintf(complaint, COMPLAINT_SIZE, "%s", t.complaint);
    return result;
}
