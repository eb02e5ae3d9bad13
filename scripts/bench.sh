#!/usr/bin/env bash
# Installs, builds, and then measures with benchmarks/bench.py.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install.sh build test
# Reading the help needs no build.
if [[ ${1:-} != --help && ${1:-} != -h ]]; then scripts/build.sh release bench_programs; fi
exec build/venv/bin/python benchmarks/bench.py "$@"
