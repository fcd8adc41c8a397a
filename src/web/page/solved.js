/* solved.js - solutions that thumbnails of the examples show, as chequer found them.
 *
 * Tilings are the letters of the command, row by row: neighbours with the same letter are one
 * piece. Tours are places in base 36, two digits each.
 */

const tilings = {
    pentominoes6: "ILLYYYYXUUILPPYFXXXUILPPPFFXUUILWTFFZVVVIWWTNNZZZVWWTTTNNNZV",
    pentominoes5: "LLLLPPPWWNNNLXFFPPWWNNZZXXXFFYWTTTZVUXUFYYYYTZZVUUUIIIIITVVV",
    pentominoes4: "LLXFFPPPIIIIIZZLXXXFFPPWWTTTZVLUXUFNNNYWWTZZVLUUUNNYYYYWTVVV",
    pentominoes3: "UUXIIIIINNNFTWYYYYZVUXXXPPLNNFFFTWWYZZZVUUXPPPLLLLFTTTWWZVVV",
    scott: "LLXUUVVVLXXXUVZZLFXUUVZNLFF..ZZNFFY..WNNYYYYWWNTPPPWWTTTPPIIIIIT",
    puzzle: "CCCCCIIJCEEEIIIJHHHEeeeJHHKEeFFGHDKKeFFGDDDDDFGGAAAAAFBGAABBBBBG",
    trominoes: "BAABCCAABBABBCABAA.CAABBABBCCACCCBAABBCACCACCBAAABBCACBBAABAACCB",
    tetrominoes: "AAACAAABBACCBABBBBACBBCBBAAABCCCCCCBAAABBCBBCABBBBABCCABBAAACAAA",
    pentominoesY: "BBBBCBBBBACBACCABCAACAABCACCBACCABCAACBACBABBABCBBBBCBABBABCABCAACBACCABCCACBAACAACBACCABCABBBBC" +
        "BBBB",
    oneSided: "BBBBDBBCCCBCAADDBBBCCCCABDDCACBCAABBBCAABBBCCABCCAABCCCAACBAAAAABABBBDCCBBBABDDDCCCBCCCCCD",
    straight: "AAABBBABBBBCCCABAAABBBABBBBAAABAAAACCCBABC.AAABABCBBBCCCBCAAABBB",
    dear: "CBBABBCCBAABBAABCCBBABBC",
    counted: "BBBCCCDBABCADDABAADCAABACCCBBCBBAABC",
};

const tours = {
    six: "0e010c0p0x0t0g05090h0408000d0o0k0s0w0l0a02060j0u0q0y0n0f07030b0m0z0r0v0i",
    five: "0k0b0007040d0o0h06030e0n0g0502090i0l0a01080j0c0f0m",
    half: "00080c010e0p0x0t0g05090k0v0i07030b0m0z0r0n0y0l0a02060j0u0q0f040h0s0w0o0d",
    quarter: "000c040g080t111k231r1j221h151o201f0u0b0w0k010d050h090s1d1w2h2p241s1g0x1i160y0f030m0e060i0q070j12" +
        "1n262r2f2n2b2j1y1q170o10180p1a1m130r1c1x2g1v272q2e2m2a2i1z1e0v0a020n0z1b1u191l1t2c2o252d2l29212k" +
        "281p140l",
    twelve: "000e040i080m1b1y2n3a3z3l3b3y3k3u3g3q3c2p201d0o010f050j090n0x0a0z1m2b2y3n3x3j3t363v383m2z2l1w191n" +
        "2a2x2j291z1a0l0b0y0k060t171l0w070h030d100q0c020g0u181x2m2w271k0v1i141e232q3f2s2i1t2g352r221f242e" +
        "1p2c313o3e342h1u282v3i3s332t261j151s2f1q1g0r111o2d303p323r3d2o211c121r252u3h373w392k1v160s1h130p",
    zebra: "000w0f12060t1l2h1u2q232k1o2b1f222j1r281g2c1p2l1y1h291s15212i1q2d1w2o271b0j10080p020u0d190s1k2g1t" +
        "2p1x2e1m0q0911050m1e2a1i1z2m251d0h0y0b170k030v0e160a0x010o07130g1c242r1v0z0i1a262n20140c180l040r" +
        "1n2f1j0n",
    king: "1o1n1m1l1k1c141d1e150w0o0g08000102090h0a03040506070f0e0n0v0m0d0c0b0i0p0x0q0j0k0l0u131b120t0s0r0y" +
        "160z10111a1j1r1q1i1p1h1918171f1g",
    rook: "1p1o1n1m1l1k1c140w0o0g0800010203040506070f0e0d0c0b0a090h0i0j0k0l0m0n0v0u0t0s0r0q0p0x0y0z10111213" +
        "1b1a19181716151d1e1f1g1h1i1j1r1q",
    magic: "1p1j12180r0a000h0w1d1n161g1q1b110v0e040l0b010g0q0k0u0f050m070d0s170x1c1m151k1e0z0i03090o0y141l1f" +
        "191o1i130t0n060c02080p0j101h1r1a",
};

/* The squares around a place that have its letter, and are not part of a piece yet. */
function piece(text, cols, root, taken) {
    const places = [root];

    taken.add(root);
    for (const place of places)
        for (const to of [place - cols, place + cols, ...(place % cols ? [place - 1] : []),
            ...((place + 1) % cols ? [place + 1] : [])])
            if (text[to] === text[root] && !taken.has(to)) {
                taken.add(to);
                places.push(to);
            }
    return places;
}

/* The pieces of a tiling. */
export function partsOf(name, cols) {
    const text = tilings[name], taken = new Set(), parts = [];

    for (let place = 0; place < text.length; place++)
        if (text[place] !== "." && !taken.has(place))
            parts.push({ name: text[place], places: piece(text, cols, place, taken), number: text.charCodeAt(place) - 65 });
    return parts;
}

export const walkOf = (name) => (tours[name].match(/../g) ?? []).map((place) => parseInt(place, 36));
