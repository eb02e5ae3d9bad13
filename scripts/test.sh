#!/usr/bin/env bash
# Installs, builds and runs every test, or one part of them.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
    cat <<'TEXT'
Usage: ./test [PART] [OPTIONS]

Without a part: everything, with a summary by ctest at the end. Nothing is skipped.

  --times         everything, then what took longest, by part (`./test times` prints that again)

  unit            rules with virtual time, unoptimised build (the edit-build-test round)
  contract        one suite per port, on every adapter of that port
  architecture    who includes whom, and the tidy rules
  differential    random operations against the C++ domain and against the Lua scripts on Redis
  redis           the Redis client against real servers: login, TLS, moves of slots, failover
  postgres        the PostgreSQL client against real servers: lost answers, promotion, login, TLS
  sim             simulation; --seeds N sets the fresh seeds of each (default 2000: lines, and sales)
  e2e [FILE]      the real process, by pytest; FILE is a name such as test_crash.py
  e2e-redis       the same with lines and holds in a real Redis; FILE as above
  web [FILE]      the pages: types, units, and journeys in Chromium; FILE such as journey.test.ts
  model           the model of a purchase (docs/model), checked with TLC
  asan            unit, contract and simulation with address and undefined-behaviour sanitizers
  tsan            the tests labelled tsan (writer queue, views, shared limits) with the thread sanitizer
  headers         every header is complete: it comes first in its source, or compiles by itself
  format          clang-format finds nothing to change (scripts/format.sh repairs it)
  tidy [--all]    clang-tidy on the files changed since origin/main, or on all
  bare            ./run --build-only and ./test in a minimal Debian 12 (chroot, needs root; before a
                  release, not a part of everything)
  fuzz [SECONDS]  every fuzz target for that long (default 60)

Options after the part go to ctest (to pytest for `e2e FILE`, to vitest for `web FILE`), such as:
  ./test unit -R Line          only cases whose name matches
  ./test sim --seeds 20000
  ./test e2e test_crash.py -k kill -x
TEXT
}

install() { scripts/install.sh build "$@"; }

wrong_usage() {
    printf '%s\n\n' "$1" >&2
    usage >&2
    exit 2
}

# run_ctest PRESET [CTEST OPTIONS]
run_ctest() {
    local preset=$1
    shift
    # Two more than cores: the tests with real servers mostly wait.
    ctest --test-dir "build/$preset" --no-tests=error --output-on-failure \
        --parallel "$(($(nproc) + 2))" "$@"
}

# One label of one tree: builds only the programs that carry the label. A program may carry two,
# such as unit-tsan. With options, such as -R NAME, the cases are entries of their own; otherwise the
# programs are, which is quicker.
run_label() {
    local preset=$1 label=$2
    shift 2
    install
    scripts/build.sh "$preset" "${label}_tests"
    local labels="^([a-z]+-)?$label(-[a-z]+)?\$"
    if [[ $# -gt 0 ]]; then labels="^(case:)?([a-z]+-)?$label(-[a-z]+)?\$"; fi
    run_ctest "$preset" --label-regex "$labels" "$@"
}

run_simulation() {
    if [[ ${1:-} == --seeds ]]; then
        [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || wrong_usage "--seeds takes a number above 0"
        export ONSALE_SIM_SEEDS=$2
        shift 2
    fi
    run_label release sim "$@"
}

# run_e2e LABEL [FILE] [OPTIONS]
run_e2e() {
    local label=$1
    shift
    if [[ $label == e2e-redis ]]; then export ONSALE_E2E_REDIS=1; fi
    install test
    scripts/build.sh release onsale
    if [[ ${1:-} == *.py ]]; then
        local file
        file=$(find tests/e2e -name "$1")
        [[ -n $file ]] || wrong_usage "there is no $1 in tests/e2e"
        shift
        export ONSALE_BINARY=$PWD/build/release/onsale
        exec build/venv/bin/python -m pytest "$file" "$@"
    fi
    run_ctest release --label-regex "^$label\$" "$@"
}

# run_web [FILE] [OPTIONS]
run_web() {
    install test
    scripts/build.sh release onsale
    if [[ ${1:-} == *.test.ts ]]; then
        local file=e2e/$1
        shift
        [[ -f web/$file ]] || wrong_usage "there is no web/$file"
        export ONSALE_BINARY=$PWD/build/release/onsale
        cd web
        exec npm run --silent e2e -- "$file" "$@"
    fi
    run_ctest release --label-regex '^web$' "$@"
}

# stage NAME COMMAND...: runs the command and notes how many seconds it took.
stage() {
    local name=$1 start=$SECONDS status=0
    shift
    "$@" || status=$?
    echo "$((SECONDS - start)) $name" >>build/stages.txt
    return "$status"
}

build_everything() {
    # `stage` calls this with a fallback, which turns off `set -e` here.
    scripts/build.sh release all all_verify_interface_header_sets &&
        cmake --preset asan --log-level=WARNING >/dev/null &&
        cmake --preset tsan --log-level=WARNING >/dev/null
}

# The sanitized trees are built and tested as ctest entries of the release tree: they are built
# while other tests mostly wait, and there is one summary of everything.
run_everything() {
    mkdir -p build
    rm -rf build/stages.txt build/tests.xml build/second-tries.txt build/second-tries
    local status=0
    stage install install test
    stage build build_everything
    (stage tests run_ctest release --label-exclude '^case:' --output-junit "$PWD/build/tests.xml") ||
        status=$?
    if [[ -s build/second-tries.txt ]]; then
        echo "These failed at first and had a second try (build/second-tries has what the first said):"
        sort build/second-tries.txt | sed 's/^/  /'
    fi
    if [[ ${1:-} == --times ]]; then scripts/times.py; fi
    exit "$status"
}

run_sanitized() {
    local preset=$1
    shift
    install
    # Here somebody watches, so it is built before and not as an entry, which says nothing meanwhile.
    scripts/build.sh "$preset" watched_tests
    run_ctest "$preset" "$@"
}

part=${1:-everything}
shift || true
case $part in
    everything) run_everything ;;
    --times) run_everything --times ;;
    times) exec scripts/times.py ;;
    bare) exec scripts/bare.sh ;;
    unit) run_label dev unit "$@" ;;
    contract | architecture) run_label release "$part" "$@" ;;
    model) install test && exec scripts/model.sh "$@" ;;
    redis | postgres) install test && run_label release "$part" "$@" ;;
    differential) install test && run_label release differential "$@" ;;
    sim) run_simulation "$@" ;;
    e2e | e2e-redis) run_e2e "$part" "$@" ;;
    web) run_web "$@" ;;
    asan | tsan) run_sanitized "$part" "$@" ;;
    headers) install && exec scripts/build.sh dev onsale all_verify_interface_header_sets ;;
    format) install && exec scripts/format.sh --check ;;
    tidy) install && exec scripts/tidy.sh "$@" ;;
    fuzz) install && exec scripts/fuzz.sh "$@" ;;
    -h | --help | help) usage ;;
    *) wrong_usage "there is no part named '$part'" ;;
esac
