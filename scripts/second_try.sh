#!/usr/bin/env bash
# scripts/second_try.sh NAME COMMAND...: runs a test that depends on real servers and clocks. Such a
# test may fail if the machine was busy, so a failed test is run once more while no other such test
# runs. The retry is recorded, and ./test reports it after the summary.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
name=$1
shift
exec 9>>"$root/build/clocked.lock"
flock --shared 9
"$@" 9>&- && exit
echo "== $name failed; its second try:"
echo "$name" >>"$root/build/second-tries.txt"
flock --exclusive 9
"$@" 9>&-
