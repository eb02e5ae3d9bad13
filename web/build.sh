#!/usr/bin/env bash
# web/build.sh OUT: bundles and compresses the pages into OUT, from which the program is built.
set -euo pipefail
out=$(realpath -m "$1")
cd "$(dirname "$0")"

fail() {
    printf 'web/build.sh: %s\n' "$*" >&2
    exit 1
}

command -v node >/dev/null && command -v npm >/dev/null ||
    fail "the pages are built with Node.js 18 or later; scripts/install.sh build installs it"
major=$(node --print 'process.versions.node.split(".")[0]')
[[ $major -ge 18 ]] || fail "Node.js $major is too old; 18 or later is needed"

# Build trees share the packages and generated files, so only one build runs at a time.
exec 9<package-lock.json
flock 9
# The stamp is a copy of the lock file, so a changed version reinstalls the packages.
if ! cmp -s package-lock.json node_modules/.installed.json; then
    npm ci --no-audit --no-fund --loglevel=error >/dev/null
    cp package-lock.json node_modules/.installed.json
fi
npm run --silent types >/dev/null
node build.mjs "$out"
