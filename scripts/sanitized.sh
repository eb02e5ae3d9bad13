#!/usr/bin/env bash
# scripts/sanitized.sh asan|tsan: builds the tests that this sanitizer watches, and runs them.
set -euo pipefail
cd "$(dirname "$0")/.."

# A sanitized simulation is some ten times slower; the release build runs the full number of seeds.
SEEDS_UNDER_SANITIZER=200

case ${1:-} in
    asan) labels=(unit contract sim) ;;
    tsan) labels=(tsan) ;;
    *) echo "usage: scripts/sanitized.sh asan|tsan" >&2; exit 2 ;;
esac
preset=$1
export ONSALE_SIM_SEEDS=${ONSALE_SIM_SEEDS:-$SEEDS_UNDER_SANITIZER}
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_stack_use_after_return=1}
export TSAN_OPTIONS=${TSAN_OPTIONS:-halt_on_error=1}

scripts/build.sh "$preset" "${labels[@]/%/_tests}"
pattern=$(IFS='|'; echo "${labels[*]}")
exec ctest --test-dir "build/$preset" --label-regex "$pattern" \
    --no-tests=error --output-on-failure --parallel "$(nproc)"
