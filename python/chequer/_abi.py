"""What chequer.h declares. Made by tools/python-abi: do not edit."""
from __future__ import annotations

from ctypes import (CFUNCTYPE, POINTER, Structure, c_bool, c_char, c_char_p, c_double,
                    c_int, c_int32, c_int64, c_size_t, c_uint, c_uint32, c_uint64,
                    c_void_p)
from enum import IntEnum
from typing import Any

CQ_ANY_COPIES = 0xFFFFFFFF
CQ_CELL_NAME_SIZE = 24
CQ_NO_CELL = 0xFFFFFFFF
CQ_NO_PIECE = 0xFFFFFFFF
CQ_NO_VERTEX = 0xFFFFFFFF
CQ_SENTENCE_SIZE = 512
CQ_SERIES_MOST = 4
CQ_VERTEX_NAME_SIZE = 32


class Status(IntEnum):
    OK = 0
    MEMORY = 1
    INPUT = 2
    IO = 3
    REFUSED = 4
    STOPPED = 5
    DEFECT = 6


class Surface(IntEnum):
    PLANE = 0
    CYLINDER = 1
    TORUS = 2


class Symmetry(IntEnum):
    IDENTITY = 0
    TURN_90 = 1
    TURN_180 = 2
    TURN_270 = 3
    MIRROR = 4


class Kind(IntEnum):
    TILING = 0
    COVER = 1
    TOUR = 2


class Magic(IntEnum):
    NONE = 0
    SEMI = 1
    FULL = 2


class Reading(IntEnum):
    ANY = 0
    TILE = 1
    COVER = 2
    TOUR = 3
    HAM = 4


class Verdict(IntEnum):
    UNKNOWN = 0
    YES = 1
    NO = 2


class Stop(IntEnum):
    FINISHED = 0
    STOP_CANCELLED = 1
    STOP_TIME = 2
    STOP_MEMORY = 3
    STOP_LIMIT = 4
    STOP_WORK = 5


class Proof(IntEnum):
    NONE = 0
    AREA = 1
    COLOURS = 2
    SUPPLY = 3
    UNPLACEABLE = 4
    UNCOVERABLE = 5
    HALL = 6
    WEIGHTS = 7
    DEGREE = 8
    BALANCE = 9
    CUT = 10
    FACTOR = 11
    COVER = 12
    ENDS = 13
    SYMMETRY = 14
    EXHAUSTED = 15
    NUMBERS = 16
    SUMS = 17


class Cells(IntEnum):
    LEFT = 0
    REMOVED = 1
    RESTORED = 2


class Goal(IntEnum):
    FIND = 0
    ALL = 1
    COUNT = 2
    WHY = 3
    SAMPLE = 4
    MAX = 5
    REPAIR = 6
    FORCED = 7
    PROBABILITIES = 8
    ESTIMATE = 9
    NTH = 10
    INDEX = 11
    COPIES = 12
    BOUNDS = 13
    CHEAPEST = 14
    DEAREST = 15
    TOTAL = 16


class Ties(IntEnum):
    NUMBER = 0
    POHL = 1
    CENTRE = 2
    RANDOM = 3
    MOST = 4
    LARGEST = 5


class Cut(IntEnum):
    FARTHEST = 0
    FEWEST = 1
    EVEN = 2


class Join(IntEnum):
    NUMBER = 0
    SHORTEST = 1
    LONGEST = 2


class Rank(IntEnum):
    DIRECT = 0
    PROOF = 1
    EXACT = 2
    LAST = 3


class StageKind(IntEnum):
    OUTLINE = 0
    CONDITIONS = 1
    PROOF = 2
    ENGINE = 3
    RACE = 4
    CONFIRM = 5
    FORESEE = 6
    REASON = 7
    PACKING = 8
    CHAIN = 9
    LISTING = 10


class ProofFormat(IntEnum):
    TREE = 0
    DRAT = 1
    LRAT = 2
    PBP = 3
    LAYERS = 4


class Format(IntEnum):
    TEXT = 0
    BOX = 1
    SVG = 2
    PNG = 3
    PDF = 4
    TIKZ = 5
    APNG = 6


class ProblemFormat(IntEnum):
    PUZZLE = 0
    ART = 1
    COVER = 2
    EDGES = 3
    DIMACS = 4
    TSPLIB = 5
    GRAPH6 = 6
    ADJACENCY = 7
    CNF = 8
    OPB = 9


class ListForm(IntEnum):
    TEXT = 0
    BOX = 1
    JSON = 2
    MOVES = 3
    TOUR = 4
    PDF = 5


class MoveKind(IntEnum):
    NONE = 0
    LAID = 1
    TAKEN = 2
    OVER = 3


class Polynomial(IntEnum):
    COEFFICIENTS = 0
    NUMERATOR = 1
    DENOMINATOR = 2


class SequenceForm(IntEnum):
    BFILE = 0
    RECURRENCE = 1
    JSON = 2
    PARI = 3
    SAGE = 4
    LATEX = 5


class MakeKind(IntEnum):
    NUMBERS = 0
    PIECES = 1
    BOARD = 2
    LETTERS = 3
    SUDOKU = 4
    TOUR = 5


class EnsembleKind(IntEnum):
    RANDOM = 0
    REGULAR = 1
    HIDDEN = 2
    SUBDIVIDED = 3


cq_note_fn = CFUNCTYPE(None, c_void_p, c_char_p)

cq_term_fn = CFUNCTYPE(None, c_void_p, c_uint64, c_char_p)


class cq_question(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("reading", c_int),
        ("name", c_char_p),
        ("board", c_char_p),
        ("text", c_char_p),
        ("length", c_size_t),
        ("one_line", c_bool),
        ("drawn", c_bool),
        ("several", c_bool),
        ("guessed", c_bool),
        ("unsure", c_bool),
        ("pieces", c_char_p),
        ("leaper", c_char_p),
        ("open", c_bool),
        ("closed", c_bool),
        ("from", c_char_p),
        ("to", c_char_p),
        ("symmetric", c_char_p),
        ("with", c_char_p),
        ("without", c_char_p),
        ("at", c_char_p),
        ("most", c_uint64),
        ("numbered", c_bool),
        ("rules", c_char_p),
        ("free", c_char_p),
        ("magic", c_char_p),
        ("weights", c_char_p),
        ("unweighted", c_bool),
        ("max", c_char_p),
    ]


class cq_answer_hints(Structure):
    _fields_ = [
        ("reading", c_int),
        ("has_closed", c_bool),
        ("closed", c_bool),
        ("leaper", c_char * 64),
        ("json", c_bool),
        ("unsure", c_bool),
        ("proof_tree", c_bool),
    ]


class cq_square(Structure):
    _fields_ = [
        ("row", c_int32),
        ("col", c_int32),
        ("colour", c_char),
    ]


class cq_piece_info(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("squares", POINTER(cq_square)),
        ("count", c_size_t),
        ("least", c_uint32),
        ("most", c_uint32),
        ("rotate", c_bool),
        ("flip", c_bool),
    ]


class cq_item_info(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("secondary", c_bool),
        ("least", c_uint32),
        ("most", c_uint32),
    ]


class cq_entry_info(Structure):
    _fields_ = [
        ("item", c_uint32),
        ("colour", c_char_p),
    ]


class cq_tour_move(Structure):
    _fields_ = [
        ("down", c_int32),
        ("right", c_int32),
        ("leaper", c_bool),
        ("rider", c_bool),
    ]


class cq_part(Structure):
    _fields_ = [
        ("number", c_uint32),
        ("cells", POINTER(c_uint32)),
        ("count", c_size_t),
    ]


class cq_copy_bound(Structure):
    _fields_ = [
        ("least", c_uint32),
        ("most", c_uint32),
        ("modulus", c_uint32),
        ("rest", c_uint32),
    ]


class cq_estimate(Structure):
    _fields_ = [
        ("probes", c_uint64),
        ("nodes", c_double),
        ("nodes_error", c_double),
        ("solutions", c_double),
        ("solutions_error", c_double),
        ("seconds", c_double),
        ("states", c_double),
        ("bytes", c_double),
        ("sweep_seconds", c_double),
        ("disk", c_double),
    ]


class cq_pair(Structure):
    _fields_ = [
        ("first", c_uint32),
        ("second", c_uint32),
        ("value", c_double),
        ("exact", c_char_p),
    ]


class cq_progress(Structure):
    _fields_ = [
        ("share", c_double),
        ("seconds", c_double),
        ("found", c_uint64),
        ("work", c_uint64),
        ("unit", c_char_p),
    ]


class cq_ranks(Structure):
    _fields_ = [
        ("rank", c_uint),
        ("count", c_uint),
        ("kin", c_uint64),
        ("state", c_void_p),
        ("send", CFUNCTYPE(c_bool, c_void_p, c_uint, c_void_p, c_size_t)),
        ("receive", CFUNCTYPE(c_bool, c_void_p, POINTER(c_uint), POINTER(c_void_p), POINTER(c_size_t))),
    ]


class cq_options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("engine", c_char_p),
        ("seconds", c_double),
        ("work", c_uint64),
        ("first", c_uint64),
        ("samples", c_uint64),
        ("nth", c_char_p),
        ("given", c_void_p),
        ("seed", c_uint64),
        ("threads", c_uint),
        ("ties", c_int),
        ("steps", c_uint64),
        ("part", c_uint32),
        ("parts", c_uint32),
        ("order", POINTER(c_uint32)),
        ("order_count", c_size_t),
        ("checkpoint", c_char_p),
        ("resume", c_char_p),
        ("unique", c_bool),
        ("symmetric", c_bool),
        ("user", c_void_p),
        ("on_solution", CFUNCTYPE(c_bool, c_void_p, c_void_p)),
        ("on_progress", CFUNCTYPE(c_bool, c_void_p, POINTER(cq_progress))),
        ("on_checkpoint", CFUNCTYPE(c_bool, c_void_p, POINTER(c_uint64))),
        ("move_order", c_char_p),
        ("start_seconds", c_double),
        ("cut", c_int),
        ("join", c_int),
        ("confirm", c_bool),
        ("scratch", c_char_p),
        ("ranks", POINTER(cq_ranks)),
        ("by", c_char_p),
    ]


class cq_checkpoint_info(Structure):
    _fields_ = [
        ("found", c_uint64),
        ("mark", c_uint64),
        ("seconds", c_double),
        ("engine", c_char * 32),
    ]


class cq_feed_block(Structure):
    _fields_ = [
        ("count", c_size_t),
        ("over", c_bool),
        ("parts", POINTER(c_uint32)),
        ("numbers", POINTER(c_uint32)),
        ("starts", POINTER(c_uint32)),
        ("cells", POINTER(c_uint32)),
        ("classes", POINTER(c_uint64)),
    ]


class cq_fit(Structure):
    _fields_ = [
        ("fits", c_bool),
        ("rank", c_int),
        ("seconds", c_double),
        ("why", c_char * 160),
    ]


class cq_stage(Structure):
    _fields_ = [
        ("kind", c_int),
        ("engines", POINTER(c_char_p)),
        ("count", c_size_t),
        ("why", c_char_p),
    ]


class cq_proof_size(Structure):
    _fields_ = [
        ("nodes", c_uint64),
        ("bytes", c_uint64),
    ]


class cq_drawing(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("solution", c_size_t),
        ("caption", c_char_p),
        ("no_coordinates", c_bool),
        ("types", c_bool),
        ("numbers", c_bool),
        ("path", c_bool),
        ("by_time", c_bool),
        ("animated", c_bool),
        ("pieces", c_bool),
    ]


class cq_list_options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("form", c_int),
        ("goal", c_int),
        ("unique", c_bool),
        ("symmetric", c_bool),
        ("written", c_uint64),
        ("drawing", POINTER(cq_drawing)),
        ("title", c_char_p),
    ]


class cq_lay(Structure):
    _fields_ = [
        ("piece", c_uint32),
        ("squares", POINTER(cq_square)),
        ("count", c_size_t),
    ]


class cq_trace_state(Structure):
    _fields_ = [
        ("moves", c_uint64),
        ("tried", c_uint64),
        ("found", c_uint64),
        ("last", c_int),
        ("lay", c_uint32),
        ("at", c_uint32),
        ("empty", c_uint32),
        ("next", c_uint32),
        ("depth", c_size_t),
        ("solution", c_bool),
    ]


class cq_family(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("board", c_char_p),
        ("name", c_char_p),
        ("text", c_char_p),
        ("length", c_size_t),
        ("pieces", c_char_p),
        ("tour", c_bool),
        ("open", c_bool),
        ("leaper", c_char_p),
        ("by_copies", c_bool),
    ]


class cq_recipe(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("kind", c_int),
        ("board", c_char_p),
        ("pieces", c_char_p),
        ("highest", c_uint32),
        ("rows", c_uint32),
        ("cols", c_uint32),
        ("fewest", c_bool),
        ("symmetric", c_bool),
        ("solutions", c_uint64),
        ("seed", c_uint64),
        ("easiest", c_uint64),
        ("hardest", c_uint64),
        ("tries", c_uint64),
        ("user", c_void_p),
        ("on_progress", CFUNCTYPE(c_bool, c_void_p, c_uint64)),
        ("leaper", c_char_p),
        ("open", c_bool),
    ]


class cq_ensemble(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("kind", c_int),
        ("vertices", c_uint32),
        ("degree", c_double),
        ("graphs", c_uint64),
        ("seed", c_uint64),
        ("whole_odds", c_bool),
    ]


class cq_census(Structure):
    _fields_ = [
        ("graphs", c_uint64),
        ("disconnected", c_uint64),
        ("paths", c_uint64),
        ("converted", c_uint64),
        ("path_graphs", c_uint64),
        ("cycle_graphs", c_uint64),
        ("cycle", c_uint64),
        ("no_cycle", c_uint64),
        ("path", c_uint64),
        ("no_path", c_uint64),
        ("undecided", c_uint64),
    ]


class cq_census_options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("threads", c_uint),
        ("seconds", c_double),
        ("user", c_void_p),
        ("on_progress", CFUNCTYPE(c_bool, c_void_p, c_uint64)),
        ("ties", c_int),
        ("cut", c_int),
        ("join", c_int),
        ("steps", c_uint64),
        ("start_seconds", c_double),
    ]


class cq_series(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("shares", POINTER(c_double)),
    ]


class cq_plot(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("title", c_char_p),
        ("remark", c_char_p),
        ("across", c_char_p),
        ("places", POINTER(c_double)),
        ("places_count", c_size_t),
        ("series", POINTER(cq_series)),
        ("series_count", c_size_t),
    ]


# Each function: its result and its parameters.
FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "cq_version": (c_char_p, []),
    "cq_status_name": (c_char_p, [c_int]),
    "cq_context_new": (c_void_p, []),
    "cq_context_free": (None, [c_void_p]),
    "cq_context_limit_memory": (None, [c_void_p, c_size_t]),
    "cq_context_limit_to_machine": (None, [c_void_p]),
    "cq_context_memory_used": (c_size_t, [c_void_p]),
    "cq_context_memory_peak": (c_size_t, [c_void_p]),
    "cq_context_limit_time": (None, [c_void_p, c_double]),
    "cq_cancel": (None, [c_void_p]),
    "cq_cancel_undo": (None, [c_void_p]),
    "cq_context_on_note": (None, [c_void_p, cq_note_fn, c_void_p]),
    "cq_context_on_warning": (None, [c_void_p, cq_note_fn, c_void_p]),
    "cq_error_text": (c_char_p, [c_void_p]),
    "cq_error_source": (c_char_p, [c_void_p]),
    "cq_error_line": (c_size_t, [c_void_p]),
    "cq_error_column": (c_size_t, [c_void_p]),
    "cq_board_parse": (c_int, [c_void_p, c_char_p, POINTER(c_void_p)]),
    "cq_board_parse_art": (c_int, [c_void_p, c_char_p, c_size_t, POINTER(c_void_p)]),
    "cq_board_new": (c_int, [c_void_p, c_uint32, c_uint32, c_int, POINTER(c_void_p)]),
    "cq_board_set": (c_int, [c_void_p, c_void_p, c_uint32, c_char]),
    "cq_board_free": (None, [c_void_p]),
    "cq_board_rows": (c_uint32, [c_void_p]),
    "cq_board_cols": (c_uint32, [c_void_p]),
    "cq_board_surface": (c_int, [c_void_p]),
    "cq_board_count": (c_size_t, [c_void_p]),
    "cq_board_has": (c_bool, [c_void_p, c_uint32, c_uint32]),
    "cq_board_colour": (c_char, [c_void_p, c_uint32]),
    "cq_board_write_art": (c_int, [c_void_p, c_void_p, c_void_p]),
    "cq_cell_name": (c_char_p, [c_void_p, c_uint32, c_char_p]),
    "cq_cell_parse": (c_int, [c_void_p, c_void_p, c_char_p, POINTER(c_uint32)]),
    "cq_board_symmetries": (c_uint, [c_void_p, c_bool]),
    "cq_board_images": (None, [c_void_p, c_uint, POINTER(c_uint32)]),
    "cq_problem_parse_board": (c_int, [c_void_p, c_char_p, POINTER(c_void_p)]),
    "cq_problem_parse_puzzle": (c_int, [c_void_p, c_char_p, c_char_p, c_size_t, POINTER(c_void_p)]),
    "cq_problem_parse_drawn": (c_int, [c_void_p, c_char_p, c_char_p, c_size_t, POINTER(c_void_p)]),
    "cq_problem_set_pieces": (c_int, [c_void_p, c_void_p, c_char_p]),
    "cq_piece_set_name": (c_char_p, [c_size_t]),
    "cq_leaper_name": (c_char_p, [c_size_t]),
    "cq_problem_set_free": (c_int, [c_void_p, c_void_p, c_char_p]),
    "cq_problem_parse_cover": (c_int, [c_void_p, c_char_p, c_char_p, c_size_t, POINTER(c_void_p)]),
    "cq_problem_set_tour": (c_int, [c_void_p, c_void_p, c_char_p, c_bool]),
    "cq_problem_set_ends": (c_int, [c_void_p, c_void_p, c_char_p, c_char_p]),
    "cq_problem_set_moves": (c_int, [c_void_p, c_void_p, c_char_p, c_char_p]),
    "cq_problem_set_numbers": (c_int, [c_void_p, c_void_p, c_char_p]),
    "cq_problem_set_magic": (c_int, [c_void_p, c_void_p, c_int]),
    "cq_magic_name": (c_char_p, [c_int]),
    "cq_magic_find": (c_bool, [c_char_p, POINTER(c_int)]),
    "cq_problem_set_symmetric": (c_int, [c_void_p, c_void_p, c_char_p]),
    "cq_problem_parse_graph": (c_int, [c_void_p, c_char_p, c_char_p, c_size_t, c_bool,
        POINTER(c_void_p)]),
    "cq_problem_parse_puzzles": (c_int, [c_void_p, c_char_p, c_char_p, c_size_t,
        POINTER(c_void_p)]),
    "cq_problem_free": (None, [c_void_p]),
    "cq_reading_name": (c_char_p, [c_int]),
    "cq_reading_find": (c_bool, [c_char_p, POINTER(c_int)]),
    "cq_problem_pose": (c_int, [c_void_p, POINTER(cq_question), POINTER(c_void_p)]),
    "cq_answer_look": (c_int, [c_void_p, c_char_p, c_size_t, POINTER(cq_answer_hints)]),
    "cq_problem_new_tiling": (c_int, [c_void_p, c_void_p, POINTER(c_void_p)]),
    "cq_problem_add_piece": (c_int, [c_void_p, c_void_p, POINTER(cq_piece_info),
        POINTER(c_uint32)]),
    "cq_problem_add_rule": (c_int, [c_void_p, c_void_p, c_char_p]),
    "cq_problem_add_weights": (c_int, [c_void_p, c_void_p, c_char_p]),
    "cq_problem_weight": (c_char_p, [c_void_p, c_size_t]),
    "cq_problem_add_option_weight": (c_int, [c_void_p, c_void_p, c_uint32, c_char_p]),
    "cq_problem_option_weights": (c_size_t, [c_void_p, c_uint32]),
    "cq_problem_write_option_weight": (c_int, [c_void_p, c_void_p, c_uint32, c_size_t, c_void_p]),
    "cq_problem_drop_weights": (None, [c_void_p]),
    "cq_problem_is_weighted": (c_bool, [c_void_p]),
    "cq_problem_variables": (c_char_p, [c_void_p]),
    "cq_problem_rules": (c_size_t, [c_void_p]),
    "cq_problem_rule": (c_char_p, [c_void_p, c_size_t]),
    "cq_problem_place": (c_int, [c_void_p, c_void_p, c_uint32, POINTER(c_uint32), c_size_t]),
    "cq_problem_new_cover": (c_int, [c_void_p, POINTER(c_void_p)]),
    "cq_problem_add_item": (c_int, [c_void_p, c_void_p, POINTER(cq_item_info), POINTER(c_uint32)]),
    "cq_problem_add_option": (c_int, [c_void_p, c_void_p, POINTER(cq_entry_info), c_size_t,
        POINTER(c_uint32)]),
    "cq_problem_new_graph": (c_int, [c_void_p, c_uint32, POINTER(c_uint32), c_size_t,
        POINTER(c_char_p), c_bool, POINTER(c_void_p)]),
    "cq_problem_fix_edges": (c_int, [c_void_p, c_void_p, POINTER(c_uint32), c_size_t]),
    "cq_problem_bar_edges": (c_int, [c_void_p, c_void_p, POINTER(c_uint32), c_size_t]),
    "cq_problem_new_tour": (c_int, [c_void_p, c_void_p, POINTER(cq_tour_move), c_size_t, c_bool,
        POINTER(c_void_p)]),
    "cq_problem_set_ends_at": (c_int, [c_void_p, c_void_p, c_uint32, c_uint32]),
    "cq_problem_set_number_at": (c_int, [c_void_p, c_void_p, c_uint32, c_uint32]),
    "cq_problem_chain": (c_int, [c_void_p, c_void_p, c_void_p]),
    "cq_kind_name": (c_char_p, [c_int]),
    "cq_problem_kind": (c_int, [c_void_p]),
    "cq_problem_board": (c_void_p, [c_void_p]),
    "cq_problem_source": (c_char_p, [c_void_p]),
    "cq_problem_digest": (c_uint64, [c_void_p]),
    "cq_problem_size": (c_uint64, [c_void_p]),
    "cq_problem_next": (c_void_p, [c_void_p]),
    "cq_problem_is_domino": (c_bool, [c_void_p]),
    "cq_problem_pieces": (c_size_t, [c_void_p]),
    "cq_problem_piece": (c_bool, [c_void_p, c_size_t, POINTER(cq_piece_info)]),
    "cq_problem_free_piece": (c_uint32, [c_void_p]),
    "cq_problem_items": (c_size_t, [c_void_p]),
    "cq_problem_item": (c_bool, [c_void_p, c_size_t, POINTER(cq_item_info)]),
    "cq_problem_options": (c_size_t, [c_void_p]),
    "cq_problem_entries": (c_size_t, [c_void_p, c_size_t]),
    "cq_problem_entry": (c_bool, [c_void_p, c_size_t, c_size_t, POINTER(cq_entry_info)]),
    "cq_problem_vertices": (c_size_t, [c_void_p]),
    "cq_problem_vertex_name": (c_char_p, [c_void_p, c_uint32, c_char_p]),
    "cq_problem_cell_of": (c_uint32, [c_void_p, c_uint32]),
    "cq_problem_vertex_at": (c_uint32, [c_void_p, c_uint32]),
    "cq_problem_neighbours": (c_size_t, [c_void_p, c_uint32, POINTER(c_uint32), c_size_t]),
    "cq_problem_closed": (c_bool, [c_void_p]),
    "cq_problem_number": (c_uint32, [c_void_p, c_uint32]),
    "cq_problem_magic": (c_int, [c_void_p]),
    "cq_problem_ends": (None, [c_void_p, POINTER(c_uint32), POINTER(c_uint32)]),
    "cq_problem_move": (c_bool, [c_void_p, c_size_t, POINTER(cq_tour_move)]),
    "cq_verdict_name": (c_char_p, [c_int]),
    "cq_stop_name": (c_char_p, [c_int]),
    "cq_answer_free": (None, [c_void_p]),
    "cq_answer_verdict": (c_int, [c_void_p]),
    "cq_answer_stop": (c_int, [c_void_p]),
    "cq_answer_solutions": (c_size_t, [c_void_p]),
    "cq_answer_solution": (c_void_p, [c_void_p, c_size_t]),
    "cq_answer_class_size": (c_uint64, [c_void_p, c_size_t]),
    "cq_answer_found": (c_uint64, [c_void_p]),
    "cq_solution_parts": (c_size_t, [c_void_p]),
    "cq_solution_part": (c_bool, [c_void_p, c_size_t, POINTER(cq_part)]),
    "cq_solution_walk": (POINTER(c_uint32), [c_void_p, POINTER(c_size_t)]),
    "cq_answer_count": (c_char_p, [c_void_p]),
    "cq_answer_index": (c_char_p, [c_void_p]),
    "cq_answer_copies": (POINTER(c_uint32), [c_void_p, c_size_t, POINTER(c_char_p)]),
    "cq_answer_copy_bound": (POINTER(cq_copy_bound), [c_void_p, c_size_t]),
    "cq_answer_value": (c_char_p, [c_void_p, c_size_t]),
    "cq_answer_limit": (c_char_p, [c_void_p]),
    "cq_answer_total": (c_char_p, [c_void_p]),
    "cq_answer_reason": (c_char_p, [c_void_p]),
    "cq_answer_engine": (c_char_p, [c_void_p]),
    "cq_answer_confirmed_by": (c_char_p, [c_void_p]),
    "cq_answer_confirmation": (c_char_p, [c_void_p]),
    "cq_answer_seconds": (c_double, [c_void_p]),
    "cq_answer_counter": (c_char_p, [c_void_p, c_size_t, POINTER(c_uint64)]),
    "cq_answer_kind": (c_int, [c_void_p]),
    "cq_answer_unique": (c_bool, [c_void_p]),
    "cq_answer_symmetric": (c_bool, [c_void_p]),
    "cq_answer_set_counted": (None, [c_void_p, c_bool, c_bool]),
    "cq_answer_parts": (c_uint32, [c_void_p, POINTER(c_uint32)]),
    "cq_answer_estimate": (POINTER(cq_estimate), [c_void_p]),
    "cq_proof_name": (c_char_p, [c_int]),
    "cq_answer_certificate": (c_void_p, [c_void_p]),
    "cq_certificate_proof": (c_int, [c_void_p]),
    "cq_certificate_members": (POINTER(c_uint32), [c_void_p, POINTER(c_size_t)]),
    "cq_certificate_weights": (POINTER(c_int64), [c_void_p, POINTER(c_size_t)]),
    "cq_certificate_values": (POINTER(c_int64), [c_void_p, POINTER(c_size_t)]),
    "cq_certificate_modulus": (c_uint32, [c_void_p]),
    "cq_certificate_work": (c_uint64, [c_void_p]),
    "cq_answer_advise": (c_int, [c_void_p, c_void_p, c_void_p, c_char_p]),
    "cq_answer_cells": (POINTER(c_uint32), [c_void_p, c_int, POINTER(c_size_t)]),
    "cq_answer_bound": (c_uint64, [c_void_p]),
    "cq_answer_is_uniform": (c_bool, [c_void_p]),
    "cq_answer_pair": (POINTER(cq_pair), [c_void_p, c_size_t]),
    "cq_answer_likely": (c_bool, [c_void_p, c_size_t, POINTER(cq_part), POINTER(c_char_p)]),
    "cq_answer_read": (c_int, [c_void_p, c_void_p, c_char_p, c_char_p, c_size_t,
        POINTER(c_void_p)]),
    "cq_answer_write_text": (c_int, [c_void_p, c_void_p, c_void_p, c_void_p]),
    "cq_answer_write_json": (c_int, [c_void_p, c_void_p, c_void_p, c_void_p]),
    "cq_solution_write_json": (None, [c_void_p, c_void_p, c_void_p]),
    "cq_goal_name": (c_char_p, [c_int]),
    "cq_goal_find": (c_bool, [c_char_p, POINTER(c_int)]),
    "cq_goal_flag": (c_char_p, [c_int]),
    "cq_goal_suits": (c_bool, [c_int, c_void_p]),
    "cq_goal_whom": (c_char_p, [c_int]),
    "cq_goal_has_findings": (c_bool, [c_int]),
    "cq_goal_has_numbers": (c_bool, [c_int, c_void_p]),
    "cq_answer_goal": (c_int, [c_void_p]),
    "cq_ties_name": (c_char_p, [c_int]),
    "cq_ties_find": (c_bool, [c_char_p, POINTER(c_int)]),
    "cq_cut_name": (c_char_p, [c_int]),
    "cq_cut_find": (c_bool, [c_char_p, POINTER(c_int)]),
    "cq_join_name": (c_char_p, [c_int]),
    "cq_join_find": (c_bool, [c_char_p, POINTER(c_int)]),
    "cq_checkpoint_look": (c_int, [c_void_p, c_char_p, POINTER(cq_checkpoint_info)]),
    "cq_solve": (c_int, [c_void_p, c_void_p, c_int, POINTER(cq_options), POINTER(c_void_p)]),
    "cq_follow": (c_int, [c_void_p, c_void_p, c_int, POINTER(cq_options)]),
    "cq_feed_open": (c_int, [c_void_p, c_void_p, c_int, POINTER(cq_options), POINTER(c_void_p)]),
    "cq_feed_next": (c_int, [c_void_p, c_double, POINTER(cq_feed_block)]),
    "cq_feed_progress": (None, [c_void_p, POINTER(cq_progress)]),
    "cq_feed_answer": (c_int, [c_void_p, POINTER(c_void_p)]),
    "cq_feed_free": (None, [c_void_p]),
    "cq_answers_merge": (c_int, [c_void_p, c_void_p, POINTER(c_void_p), c_size_t,
        POINTER(c_void_p)]),
    "cq_engine_name": (c_char_p, [c_size_t]),
    "cq_engine_summary": (c_char_p, [c_size_t]),
    "cq_engine_alias": (c_char_p, [c_size_t, POINTER(c_char_p)]),
    "cq_engine_fits": (c_int, [c_void_p, c_size_t, c_void_p, c_int, POINTER(cq_options),
        POINTER(cq_fit)]),
    "cq_solve_plan_new": (c_int, [c_void_p, c_void_p, c_int, POINTER(cq_options),
        POINTER(c_void_p)]),
    "cq_solve_plan_free": (None, [c_void_p]),
    "cq_solve_plan_count": (c_size_t, [c_void_p]),
    "cq_solve_plan_stage": (POINTER(cq_stage), [c_void_p, c_size_t]),
    "cq_stage_kind_name": (c_char_p, [c_int]),
    "cq_check": (c_int, [c_void_p, c_void_p, c_void_p, POINTER(c_int), c_char_p]),
    "cq_check_solutions": (c_int, [c_void_p, c_void_p, c_void_p, POINTER(c_int), c_char_p]),
    "cq_proof_format_name": (c_char_p, [c_int]),
    "cq_proof_format_find": (c_bool, [c_char_p, POINTER(c_int)]),
    "cq_proof_foresee": (c_int, [c_void_p, c_void_p, c_int, POINTER(cq_proof_size)]),
    "cq_proof_format_for": (c_int, [c_void_p, c_void_p, c_void_p, POINTER(c_int)]),
    "cq_proof_write": (c_int, [c_void_p, c_void_p, c_void_p, c_int, c_void_p,
        POINTER(cq_proof_size)]),
    "cq_proof_check": (c_int, [c_void_p, c_void_p, c_char_p, c_void_p, POINTER(c_int), c_char_p]),
    "cq_format_name": (c_char_p, [c_int]),
    "cq_format_find": (c_bool, [c_char_p, POINTER(c_int)]),
    "cq_draw_can": (c_bool, [c_int]),
    "cq_draw": (c_int, [c_void_p, c_void_p, c_void_p, c_int, c_void_p]),
    "cq_draw_with": (c_int, [c_void_p, c_void_p, c_void_p, POINTER(cq_drawing), c_int, c_void_p]),
    "cq_problem_format_name": (c_char_p, [c_int]),
    "cq_problem_format_find": (c_bool, [c_char_p, POINTER(c_int)]),
    "cq_problem_write": (c_int, [c_void_p, c_void_p, c_int, c_void_p]),
    "cq_list_form_name": (c_char_p, [c_int]),
    "cq_list_form_find": (c_bool, [c_char_p, POINTER(c_int)]),
    "cq_answer_write": (c_int, [c_void_p, c_void_p, c_void_p, c_int, c_void_p]),
    "cq_list_open": (c_int, [c_void_p, c_void_p, POINTER(cq_list_options), c_void_p,
        POINTER(c_void_p)]),
    "cq_list_add": (c_int, [c_void_p, c_void_p]),
    "cq_list_close": (c_int, [c_void_p, c_void_p]),
    "cq_list_free": (None, [c_void_p]),
    "cq_explain": (c_int, [c_void_p, c_void_p, c_void_p, POINTER(c_void_p)]),
    "cq_explain_with": (c_int, [c_void_p, c_void_p, c_void_p, POINTER(cq_options),
        POINTER(c_void_p)]),
    "cq_explanation_free": (None, [c_void_p]),
    "cq_explanation_steps": (c_size_t, [c_void_p]),
    "cq_explanation_text": (c_char_p, [c_void_p, c_size_t]),
    "cq_explanation_write": (c_int, [c_void_p, c_void_p, c_void_p]),
    "cq_explanation_write_json": (c_int, [c_void_p, c_void_p, c_void_p]),
    "cq_explanation_draw": (c_int, [c_void_p, c_void_p, c_size_t, POINTER(cq_drawing), c_int,
        c_void_p]),
    "cq_explanation_handout": (c_int, [c_void_p, c_void_p, POINTER(cq_drawing), c_char_p,
        c_void_p]),
    "cq_worksheet_write": (c_int, [c_void_p, c_void_p, POINTER(cq_drawing), c_char_p, c_void_p]),
    "cq_trace_new": (c_int, [c_void_p, c_void_p, c_bool, POINTER(c_void_p)]),
    "cq_trace_free": (None, [c_void_p]),
    "cq_trace_lays": (c_size_t, [c_void_p]),
    "cq_trace_lay": (c_bool, [c_void_p, c_size_t, POINTER(cq_lay)]),
    "cq_trace_move": (c_int, [c_void_p, c_uint64]),
    "cq_trace_look": (None, [c_void_p, POINTER(cq_trace_state)]),
    "cq_trace_fits": (c_bool, [c_void_p, c_size_t]),
    "cq_trace_position": (c_void_p, [c_void_p]),
    "cq_trace_draw": (c_int, [c_void_p, c_void_p, POINTER(cq_drawing), c_int, c_void_p]),
    "cq_trace_draw_lays": (c_int, [c_void_p, c_void_p, POINTER(cq_drawing), c_int, c_void_p]),
    "cq_problem_as_cover": (c_int, [c_void_p, c_void_p, c_bool, POINTER(c_void_p)]),
    "cq_explain_cover": (c_int, [c_void_p, c_void_p]),
    "cq_sweep_order_find": (c_int, [c_void_p, c_void_p, POINTER(cq_options), POINTER(c_void_p)]),
    "cq_sweep_order_parse": (c_int, [c_void_p, c_void_p, c_char_p, c_char_p, c_size_t,
        POINTER(c_void_p)]),
    "cq_sweep_order_free": (None, [c_void_p]),
    "cq_sweep_order_items": (POINTER(c_uint32), [c_void_p, POINTER(c_size_t)]),
    "cq_sweep_order_method": (c_char_p, [c_void_p]),
    "cq_sweep_order_predicted": (None, [c_void_p, POINTER(c_double), POINTER(c_double)]),
    "cq_sweep_order_write": (c_int, [c_void_p, c_void_p, c_void_p, c_bool, c_void_p]),
    "cq_sweep_order_draw": (c_int, [c_void_p, c_void_p, c_void_p, POINTER(cq_drawing), c_int,
        c_void_p]),
    "cq_sequence_count": (c_int, [c_void_p, POINTER(cq_family), c_uint64, c_uint64,
        POINTER(cq_options), cq_term_fn, c_void_p, POINTER(c_void_p)]),
    "cq_sequence_free": (None, [c_void_p]),
    "cq_sequence_from": (c_uint64, [c_void_p]),
    "cq_sequence_terms": (c_size_t, [c_void_p]),
    "cq_sequence_term": (c_char_p, [c_void_p, c_size_t]),
    "cq_sequence_entry": (c_char_p, [c_void_p, c_size_t, c_size_t]),
    "cq_sequence_stop": (c_int, [c_void_p]),
    "cq_sequence_method": (c_char_p, [c_void_p]),
    "cq_sequence_find_recurrence": (c_int, [c_void_p, c_void_p]),
    "cq_sequence_order": (c_size_t, [c_void_p, POINTER(c_size_t)]),
    "cq_sequence_is_proved": (c_bool, [c_void_p, POINTER(c_size_t)]),
    "cq_sequence_confirmed": (c_size_t, [c_void_p]),
    "cq_sequence_coefficient": (c_char_p, [c_void_p, c_int, c_size_t]),
    "cq_sequence_form_name": (c_char_p, [c_int]),
    "cq_sequence_form_find": (c_bool, [c_char_p, POINTER(c_int)]),
    "cq_sequence_write": (c_int, [c_void_p, c_void_p, c_int, c_void_p]),
    "cq_make_kind_name": (c_char_p, [c_int]),
    "cq_make_kind_find": (c_bool, [c_char_p, POINTER(c_int)]),
    "cq_make": (c_int, [c_void_p, POINTER(cq_recipe), POINTER(c_void_p)]),
    "cq_made_free": (None, [c_void_p]),
    "cq_made_problem": (c_void_p, [c_void_p]),
    "cq_made_answer": (c_void_p, [c_void_p]),
    "cq_made_sheet": (c_void_p, [c_void_p, c_bool]),
    "cq_made_nodes": (c_uint64, [c_void_p]),
    "cq_made_tries": (c_uint64, [c_void_p]),
    "cq_made_givens": (c_uint64, [c_void_p]),
    "cq_ensemble_kind_name": (c_char_p, [c_int]),
    "cq_ensemble_kind_find": (c_bool, [c_char_p, POINTER(c_int)]),
    "cq_ensemble_draw": (c_int, [c_void_p, POINTER(cq_ensemble), c_uint64, POINTER(c_void_p)]),
    "cq_census_take": (c_int, [c_void_p, POINTER(cq_ensemble), POINTER(cq_census_options),
        POINTER(cq_census), POINTER(c_bool)]),
    "cq_plot_write": (c_int, [c_void_p, POINTER(cq_plot), c_int, c_void_p]),
}
