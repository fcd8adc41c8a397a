# Weights of dominoes on the Aztec diamond of order n, as a puzzle file.
#
#     awk -v kind=volume -v n=4 -v q=x -f aztec-weights.awk
#     awk -v kind=2x2 -v n=12 -v q=9 -f aztec-weights.awk
#
# q is x or a number such as 3/2, n at most 13.
#
# volume   two dominoes that are turned change the weight by q or 1/q: tilings weigh q to the
#          power of their volume, times a constant (Elkies, Kuperberg, Larsen and Propp 1992)
# 2x2      dominoes along every second point, two points apart in rows and columns, weigh q:
#          the two-periodic weights of Chhita and Young (2014)
# 3x3      dominoes along rows weigh q if their left square is in every third diagonal
function has(r, c, a, b) {
    a = 2 * r - 2 * n + 1; b = 2 * c - 2 * n + 1
    return (a < 0 ? -a : a) + (b < 0 ? -b : b) <= 2 * n
}
function name(r, c) { return substr("abcdefghijklmnopqrstuvwxyz", c + 1, 1) (2 * n - r) }
function power(e, over, under) {
    if (q == "x") return "x^" e
    for (over = under = 1; e > 0; e--) {
        over *= part[1]
        under *= parts > 1 ? part[2] : 1
    }
    return sprintf("%.0f/%.0f", over, under)
}
function exponent(r, c, across, light) {
    light = (r + c) % 2 == 0
    if (kind == "volume") return across ? (light ? r : 2 * n - r) : n
    if (kind == "3x3") return across && r % 3 == c % 3
    # the one of the two points beside the domino whose row and column have an even sum
    if (across) return (light ? r + 1 : r) % 2 == 0
    return (r + 1) % 2 == 0
}
function weigh(r, c, r2, c2, e) {
    e = exponent(r, c, r == r2)
    if (e && has(r2, c2)) print "weight domino on " name(r, c) "," name(r2, c2) " = " power(e)
}
BEGIN {
    parts = split(q, part, "/")
    print "board aztec:" n
    for (r = 0; r < 2 * n; r++)
        for (c = 0; c < 2 * n; c++)
            if (has(r, c)) { weigh(r, c, r, c + 1); weigh(r, c, r + 1, c) }
}
