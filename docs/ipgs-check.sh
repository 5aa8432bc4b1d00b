#!/bin/sh
# Checks an archived game of IPGS with gpg and sha256sum alone: no program of ours is needed to believe it.
#
#   kifu archive export GAME -o game-folder
#   sh ipgs-check.sh game-folder
#
# The folder has game.sgf, signature-1.asc and -2.asc, player-1.asc and -2.asc (the keys), and blocks/, in which every file is named
# by its content id. It does not check that the moves are legal, only who signed what, and on top of what.
set -eu
cd "${1:?usage: ipgs-check.sh FOLDER}"

fail() {
  echo "ipgs-check: $*" >&2
  exit 1
}

# The SHA-256 in a content id: behind the letter b it is base32, of which the last 32 bytes are the hash.
digest_of() {
  text=$(printf %s "${1#b}" | tr a-z A-Z)
  while [ $((${#text} % 8)) -ne 0 ]; do text="$text="; done
  printf %s "$text" | base32 -d | od -An -v -tx1 | tr -d ' \n' | tail -c 64
}

count=0
for file in blocks/*; do
  sum=$(sha256sum "$file" | cut -c1-64)
  [ "$sum" = "$(digest_of "${file#blocks/}")" ] || fail "$file is not what its name says"
  count=$((count + 1))
done
echo "$count blocks have the content that their names say"

GNUPGHOME=$(mktemp -d)
export GNUPGHOME
trap 'gpgconf --kill all 2>/dev/null; rm -rf "$GNUPGHOME"' EXIT
chmod 700 "$GNUPGHOME"
gpg -q --batch --import player-1.asc player-2.asc 2>/dev/null || fail "a key cannot be read"

# The primary key of who signed: the last word of gpg's VALIDSIG. Fails where the signature is not good.
signer_of() {
  gpg --batch --status-fd 1 --verify "$@" 2>/dev/null | sed -n 's/^\[GNUPG:\] VALIDSIG .* //p'
}
key_in() {
  gpg --batch --with-colons --show-keys "$1" 2>/dev/null | sed -n '/^pub/,/^fpr/s/^fpr:*\([0-9A-F]*\):.*/\1/p'
}

# A property of the root of game.sgf.
property() {
  sed -n "1s/.*[]A-Z]$1\[\([^]]*\)\].*/\1/p" game.sgf
}

for seat in 1 2; do
  side=$([ $seat = 1 ] && echo B || echo W)
  hash=$(property "X$side")
  cmp -s "player-$seat.asc" "blocks/$hash" || [ "$(sha256sum "player-$seat.asc" | cut -c1-64)" = "$(digest_of "$hash")" ] ||
    fail "player-$seat.asc is not the key that the game names"
  key=$(key_in "player-$seat.asc")
  [ "$(signer_of "signature-$seat.asc" game.sgf)" = "$key" ] || fail "player $seat has not signed the game"
  echo "player $seat: $(property "P$side"), key $key, signed the game"
done
echo "result $(property RE)"

# The commits, from the last one back to the offer.
field() {
  sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" "$2"
}
link() {
  sed -n "s/.*\"$1\":{\"\/\":\"\([^\"]*\)\"}.*/\1/p" "$2"
}
commits=0
cid=$(property XH)
while [ -n "$cid" ]; do
  block=blocks/$cid
  [ -f "$block" ] || fail "the commit $cid is missing"
  key=$(link committer-public-key "$block")
  data=$(link data "$block")
  parent=$(link parent "$block")
  for needed in "$key" "$data"; do [ -f "blocks/$needed" ] || fail "the block $needed is missing"; done
  printf '%b' "$(field signature "$block")" >"$GNUPGHOME/commit.asc"
  printf '%s|%s|%s|%s|%s\n' "$(field timestamp "$block")" "$(field commit-type "$block")" "$key" "$data" "${parent:-none}" >"$GNUPGHOME/commit"
  gpg -q --batch --import "blocks/$key" 2>/dev/null
  [ "$(signer_of "$GNUPGHOME/commit.asc" "$GNUPGHOME/commit")" = "$(key_in "blocks/$key")" ] || fail "the signature of commit $cid is not good"
  commits=$((commits + 1))
  cid=$parent
done
echo "$commits commits are signed by those who made them, each on top of the one before"
