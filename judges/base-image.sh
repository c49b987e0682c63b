#!/usr/bin/env bash
# Makes a stand-in for node:24-slim, where no registry of images can be reached: from Debian's packages, and the Node and npm that run this.
#
#   base-image.sh NAME NODE NPM    NAME of the image, NODE the program, NPM the folder of the package
set -euo pipefail
name=$1 node=$2 npm=$3
root=$(mktemp -d)
trap 'rm -rf "$root" "$root.packages"' EXIT
mkdir "$root.packages"
(cd "$root.packages" && apt-get download -q busybox-static libc6 libgcc-s1 libstdc++6 >/dev/null)
for package in "$root.packages"/*.deb; do dpkg-deb -x "$package" "$root"; done

mkdir -p "$root"/{etc/ssl/certs,home/node,proc,root,sys,usr/bin,usr/local/bin,usr/local/etc,usr/local/lib/node_modules}
mkdir -m 1777 "$root/tmp"
chroot "$root" /bin/busybox --install -s /bin
ln -s /bin/env "$root/usr/bin/env"
printf '%s\n' root:x:0:0::/root:/bin/sh node:x:1000:1000::/home/node:/bin/sh >"$root/etc/passwd"
printf '%s\n' root:x:0: node:x:1000: >"$root/etc/group"

install -m 755 "$node" "$root/usr/local/bin/node"
cp -r "$npm" "$root/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
printf '%s\n' cafile=/etc/ssl/certs/ca-certificates.crt prefer-offline=true update-notifier=false >"$root/usr/local/etc/npmrc"

container=$(buildah from scratch)
buildah copy -q "$container" "$root" / >/dev/null
buildah config --env PATH=/usr/local/bin:/usr/bin:/bin --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$container"
buildah commit -q --rm "$container" "$name" >/dev/null
