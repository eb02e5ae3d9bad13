#!/usr/bin/env bash
# scripts/build.sh PRESET [TARGET...]: configures build/PRESET and builds the targets in it, or all.
set -euo pipefail
cd "$(dirname "$0")/.."

preset=$1
shift
# Trees at other paths share one cache.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
echo "== building $preset: ${*:-everything}"
cmake --preset "$preset" --log-level=WARNING >/dev/null
cmake --build --preset "$preset" ${@:+--target "$@"}
