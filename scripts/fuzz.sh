#!/usr/bin/env bash
# scripts/fuzz.sh [SECONDS]: builds every fuzz target and runs each for that long (default 60).
# The corpus grows in build/fuzz/corpus; a crash leaves its input in build/fuzz/crash.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
[[ $seconds =~ ^[1-9][0-9]*$ ]] || { echo "fuzz takes a number of seconds" >&2; exit 2; }
scripts/build.sh fuzz fuzz_programs
shopt -s nullglob
programs=(build/fuzz/bin/*_fuzz)
[[ ${#programs[@]} -gt 0 ]] || { echo "no program in build/fuzz/bin ends in _fuzz" >&2; exit 1; }
for program in "${programs[@]}"; do
    name=$(basename "$program")
    corpus=build/fuzz/corpus/$name
    crash=build/fuzz/crash/$name
    seeds=tests/fuzz/corpus/${name%_fuzz}
    [[ -d $seeds ]] || seeds=
    mkdir -p "$corpus" "$crash"
    echo "== $name for $seconds s"
    "$program" -max_total_time="$seconds" -print_final_stats=1 -artifact_prefix="$crash/" \
        "$corpus" $seeds
done
