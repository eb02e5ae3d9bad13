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
mirror=$(apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' |
    sed -n 's/^bookworm //p' | sort -u | head -1)

unmount() {
    local point
    for point in ccache dev/shm dev/pts dev proc sys; do
        # Lazily, because a process that the tests left behind may still use it.
        if mountpoint -q "$ROOT/system/$point"; then umount -l "$ROOT/system/$point"; fi
    done
}
trap unmount EXIT

make_root() {
    command -v debootstrap >/dev/null || apt-get install -q -y --no-install-recommends debootstrap
    say "making a minimal Debian 12 in build/bare"
    unmount
    # One file system only: never deletes through a mount.
    rm -rf --one-file-system "$ROOT"
    mkdir -p "$ROOT"
    debootstrap --variant=minbase bookworm "$ROOT/system" "$mirror" >"$ROOT/debootstrap.log"
    # How this machine reaches packages: sources of Debian alone, proxies, certificates, name servers.
    rm -f "$ROOT/system/etc/apt/sources.list"
    local file
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources /etc/apt/apt.conf.d \
        /etc/apt/auth.conf.d /etc/resolv.conf /etc/pip.conf /etc/npmrc /etc/ssl/certs \
        /usr/local/share/ca-certificates "$HOME/.npmrc" "$HOME/.config/pip"; do
        [[ -e $file ]] || continue
        mkdir -p "$ROOT/system$(dirname "$file")"
        cp -aL "$file" "$ROOT/system$(dirname "$file")/"
    done
}

mount_all() {
    mount -t proc proc "$ROOT/system/proc"
    mount -t sysfs sys "$ROOT/system/sys"
    mount --bind /dev "$ROOT/system/dev"
    mount --bind /dev/pts "$ROOT/system/dev/pts"
    mount --bind /dev/shm "$ROOT/system/dev/shm"
    mkdir -p "$ROOT/system/ccache" "$CACHE"
    mount --bind "$CACHE" "$ROOT/system/ccache"
}

# The environment of a login, with what tells npm and pip where packages are.
inside() {
    local kept=() name
    for name in $(compgen -e | grep -iE '^(npm_config_|pip_|.*_proxy$|node_extra_ca_certs)' || true); do
        kept+=("$name=${!name}")
    done
    env -i "${kept[@]}" HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
        CCACHE_DIR=/ccache CCACHE_BASEDIR=/onsale CCACHE_NOHASHDIR=1 \
        chroot "$ROOT/system" bash -c "cd /onsale && $1"
}

make_root
git clone -q . "$ROOT/system/onsale"
mount_all
for command in "./run --build-only" "./test"; do
    say "$command"
    start=$SECONDS
    inside "$command"
    say "$command passed in $(((SECONDS - start) / 60)) min $(((SECONDS - start) % 60)) s"
done
