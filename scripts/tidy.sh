#!/usr/bin/env bash
# scripts/tidy.sh runs clang-tidy on the sources that differ from the main branch, or on all sources
# with --all. A changed header counts as a change of the source with the same name.
set -euo pipefail
cd "$(dirname "$0")/.."

all_sources() { find src -name '*.cpp' ! -name '*_test.cpp' | sort; }

changed_sources() {
    local base
    base=$(git merge-base HEAD origin/main 2>/dev/null || git rev-parse HEAD)
    { git diff --name-only "$base" -- src; git ls-files --others --exclude-standard -- src; } |
        sed 's/\.hpp$/.cpp/' | sort -u | grep -xF -f <(all_sources) || true
}

if [[ ${1:-} == --all ]]; then
    mapfile -t sources < <(all_sources)
else
    mapfile -t sources < <(changed_sources)
fi
echo "== clang-tidy on ${#sources[@]} files"
[[ ${#sources[@]} -gt 0 ]] || exit 0
cmake --preset release >/dev/null
# clang-tidy reports the number of suppressed warnings of foreign headers. That line is removed.
printf '%s\0' "${sources[@]}" |
    xargs -0 -n 1 -P "$(nproc)" clang-tidy-19 -p build/release --quiet \
    2> >(grep -v "warnings generated" >&2)
