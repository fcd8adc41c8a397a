#!/bin/sh
# Counts the solutions of a cover in parts with GNU parallel, one for each processor.
#     parallel.sh COVER PARTS [FLAGS OF PARALLEL...]
# Started again, it does only the parts that have failed.
cover=$1 parts=$2
shift 2
seq "$parts" | parallel --will-cite --joblog parts.log --resume-failed "$@" \
    chequer cover "$cover" --count --threads 1 --part "{}/$parts" --json ">" "part-{}.json"
chequer merge "$cover" part-*.json
