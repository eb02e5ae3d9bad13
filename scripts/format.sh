#!/usr/bin/env bash
# scripts/format.sh formats every C++ file. With --check it only reports the differences.
set -euo pipefail
cd "$(dirname "$0")/.."

options=(-i)
if [[ ${1:-} == --check ]]; then options=(--dry-run --Werror); fi
find . \( -path ./build -o -path ./.git \) -prune -o \
    -type f \( -name '*.cpp' -o -name '*.hpp' \) -print0 |
    xargs -0 clang-format-19 "${options[@]}"
