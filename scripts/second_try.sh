#!/usr/bin/env bash
# scripts/second_try.sh NAME COMMAND...: runs a test that depends on real servers and clocks. Such a
# test may fail if the machine was busy, so a failed test is run once more while no other such test
# runs. ./test reports the retry after the summary. build/second-tries has the output of first tries.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
name=$1
shift
# Each test holds the gate for a moment when it starts. A second try keeps the gate, so that no other
# test starts, and waits until the tests under way are done. Without the gate it could wait forever.
exec 8>>"$root/build/clocked.gate" 9>>"$root/build/clocked.lock"
flock 8
flock --shared 9
flock --unlock 8
first_tries=$root/build/second-tries
mkdir -p "$first_tries"
if "$@" 8>&- 9>&- 2>&1 | tee "$first_tries/$name.log" 8>&- 9>&-; then
    rm "$first_tries/$name.log"
    exit
fi
echo "== $name failed; its second try:"
echo "$name" >>"$root/build/second-tries.txt"
flock --unlock 9
flock 8
flock --exclusive 9
"$@" 8>&- 9>&-
