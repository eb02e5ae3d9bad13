#!/usr/bin/env bash
# Installs the packages that a bare Debian 12 lacks. Returns quickly if nothing is missing.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
    cat <<'TEXT'
Usage: scripts/install.sh SET...

  build    the compiler, CMake, Node.js and the libraries that ./run needs
  cluster  the servers that ./run cluster starts
  test     the servers and tools that ./test and ./bench run against,
           and a Python environment in build/venv

Example: scripts/install.sh build test
TEXT
}

BUILD_PACKAGES=(
    clang-19 clang-format-19 clang-tidy-19 lld-19 libclang-rt-19-dev llvm-19
    cmake ninja-build ccache git ca-certificates curl
    libboost1.81-dev libhowardhinnant-date-dev tzdata libsqlite3-dev libssl-dev libfmt-dev libcli11-dev libtomlplusplus-dev
    libcjose-dev libhiredis-dev libcurl4-openssl-dev libpq-dev zlib1g-dev libgtest-dev libgmock-dev librapidcheck-dev
)
CLUSTER_PACKAGES=(nginx-light redis-server redis-tools python3)
TEST_PACKAGES=(
    "${CLUSTER_PACKAGES[@]}"
    libnginx-mod-http-js haproxy wrk postgresql faketime
    python3-venv sqlite3 procps iproute2 openssl
    chromium fonts-noto-cjk
    openjdk-17-jre-headless maven
)
# Their packages start a server immediately and at every boot. The tests start their own servers.
SERVICES=(nginx haproxy redis-server postgresql)

say() { printf '== %s\n' "$*" >&2; }

as_root() {
    if [[ $EUID -eq 0 ]]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        say "this needs root, and sudo is not installed: $*"
        exit 1
    fi
}

# Prints the given packages that are not installed.
missing_of() {
    local installed
    installed=$(dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' "$@" 2>/dev/null |
        sed -n 's/^ii //p' || true)
    printf '%s\n' "$@" | grep -vxF -f <(printf '%s\n' "$installed") || true
}

# While this file exists and exits with 101, packages do not start their services.
POLICY=/usr/sbin/policy-rc.d
forbid_services() {
    [[ -e $POLICY ]] && return
    printf '#!/bin/sh\nexit 101\n' | as_root tee "$POLICY" >/dev/null
    as_root chmod 755 "$POLICY"
    trap 'as_root rm -f "$POLICY"' EXIT
}

# Services installed by this run must not start at the next boot either.
disable_new_services() {
    [[ -d /run/systemd/system ]] || return 0
    local service
    for service in "${SERVICES[@]}"; do
        if [[ " $* " == *" $service"* ]]; then
            as_root systemctl disable --now "$service" 2>/dev/null || true
        fi
    done
}

install_packages() {
    local missing
    mapfile -t missing < <(missing_of "$@")
    [[ ${#missing[@]} -gt 0 ]] || return 0
    say "installing ${#missing[@]} packages: ${missing[*]}"
    forbid_services
    as_root apt-get update -q
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -q -y --no-install-recommends "${missing[@]}"
    disable_new_services "${missing[@]}"
}

# The stamp is a copy of the requirements, so a changed version creates a new environment.
install_venv() {
    local wanted=scripts/requirements.txt venv=build/venv python=/usr/bin/python3
    cmp -s "$wanted" "$venv/installed.txt" && return
    say "making the Python environment $venv"
    [[ -x $python ]] || python=python3
    rm -rf "$venv"
    "$python" -m venv "$venv"
    "$venv/bin/pip" install -q --disable-pip-version-check --no-deps -r "$wanted"
    "$venv/bin/pip" check
    cp "$wanted" "$venv/installed.txt"
}

# Node.js builds the pages. An existing installation from any source is not replaced, because
# packages from different sources conflict.
NODE_MAJOR_LEAST=18
has_node() {
    command -v node >/dev/null && command -v npm >/dev/null || return 1
    [[ $(node --print 'process.versions.node.split(".")[0]') -ge $NODE_MAJOR_LEAST ]]
}

[[ $# -gt 0 ]] || { usage >&2; exit 2; }
packages=()
wants_venv=no
for set in "$@"; do
    case $set in
        build)
            packages+=("${BUILD_PACKAGES[@]}")
            has_node || packages+=(nodejs npm)
            ;;
        cluster) packages+=("${CLUSTER_PACKAGES[@]}") ;;
        test) packages+=("${TEST_PACKAGES[@]}"); wants_venv=yes ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
install_packages "${packages[@]}"
if [[ $wants_venv == yes ]]; then install_venv; fi
