#!/usr/bin/env bash
# scripts/fuzz.sh [SECONDS]: builds every fuzz target and runs each for SECONDS (default 60). The
# corpus is extended in build/fuzz/corpus. The input of a crash is saved in build/fuzz/crash.
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
