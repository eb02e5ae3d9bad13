#!/usr/bin/env bash
# Runs ./run --build-only and ./test in a minimal Debian 12 that has only what scripts/install.sh
# installs. Not a part of ./test: it takes as long as both, and is run before a release.
set -euo pipefail
cd "$(dirname "$0")/.."

ROOT=$PWD/build/bare
CACHE=${CCACHE_DIR:-$HOME/.cache/ccache}

say() { printf '== %s\n' "$*" >&2; }

[[ $EUID -eq 0 ]] || { say "./test bare needs root: it makes a chroot"; exit 1; }
[[ -z $(git status --porcelain) ]] || say "changes that are not committed are not in the clone"

# The machine's own Debian mirror, as apt knows it.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | sort -u | head -1)

unmount() {
    local point
    for point in ccache dev/shm dev/pts dev proc sys; do
        mountpoint -q "$ROOT/root/$point" && umount "$ROOT/root/$point"
    done
    return 0
}
trap unmount EXIT

make_root() {
    command -v debootstrap >/dev/null || apt-get install -q -y --no-install-recommends debootstrap
    say "making a minimal Debian 12 in build/bare"
    unmount
    rm -rf "$ROOT"
    mkdir -p "$ROOT"
    debootstrap --variant=minbase bookworm "$ROOT/root" "$mirror" >"$ROOT/debootstrap.log"
    # How this machine reaches packages: sources of Debian alone, proxies, certificates, name servers.
    rm -f "$ROOT/root/etc/apt/sources.list"
    local file
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources /etc/apt/apt.conf.d \
        /etc/apt/auth.conf.d /etc/resolv.conf /etc/pip.conf /etc/npmrc /etc/ssl/certs \
        /usr/local/share/ca-certificates "$HOME/.npmrc" "$HOME/.config/pip"; do
        [[ -e $file ]] || continue
        mkdir -p "$ROOT/root$(dirname "$file")"
        cp -aL "$file" "$ROOT/root$(dirname "$file")/"
    done
}

mount_all() {
    mount -t proc proc "$ROOT/root/proc"
    mount -t sysfs sys "$ROOT/root/sys"
    mount --bind /dev "$ROOT/root/dev"
    mount --bind /dev/pts "$ROOT/root/dev/pts"
    mount --bind /dev/shm "$ROOT/root/dev/shm"
    mkdir -p "$ROOT/root/ccache" "$CACHE"
    mount --bind "$CACHE" "$ROOT/root/ccache"
}

# The environment of a login, with what tells npm and pip where packages are.
inside() {
    local kept=() name
    for name in $(compgen -e | grep -iE '^(npm_config_|pip_|.*_proxy$|node_extra_ca_certs)' || true); do
        kept+=("$name=${!name}")
    done
    env -i "${kept[@]}" HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
        CCACHE_DIR=/ccache CCACHE_BASEDIR=/onsale CCACHE_NOHASHDIR=1 \
        chroot "$ROOT/root" bash -c "cd /onsale && $1"
}

make_root
git clone -q . "$ROOT/root/onsale"
mount_all
for command in "./run --build-only" "./test"; do
    say "$command"
    start=$SECONDS
    inside "$command"
    say "$command passed in $(((SECONDS - start) / 60)) min $(((SECONDS - start) % 60)) s"
done
