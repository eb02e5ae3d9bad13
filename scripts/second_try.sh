#!/usr/bin/env bash
# scripts/second_try.sh NAME COMMAND...: runs a test that watches real servers and clocks. If the
# machine was busy elsewhere at the wrong moment it may fail, so it has one more try, with no other
# such test beside it. That is written down: ./test names it after the summary.
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
