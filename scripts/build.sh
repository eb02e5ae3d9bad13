#!/usr/bin/env bash
# scripts/build.sh PRESET [TARGET...]: configures build/PRESET and builds the given targets, or all.
set -euo pipefail
cd "$(dirname "$0")/.."

preset=$1
shift
# Source trees at different paths share one cache.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
echo "== building $preset: ${*:-everything}"
cmake --preset "$preset" --log-level=WARNING >/dev/null
cmake --build --preset "$preset" ${@:+--target "$@"}
