#!/bin/sh
# Checks an archived game of IPGS with gpg and sha256sum alone: no program of ours is needed to believe it.
#
#   kifu archive export GAME -o game-folder
#   sh ipgs-check.sh game-folder
#
# The folder has game.sgf, signature-1.asc and -2.asc, player-1.asc and -2.asc (the keys), and blocks/, in which every file is named
# by its content id. It does not check that the moves are legal, only who signed what, and on top of what. Signatures of keys that were
# revoked, or have expired by now, are refused.
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
# All other files of keys too, before anything is checked: a revocation in one of them counts for all.
for file in blocks/*; do
  case $(head -c 36 "$file" | tr -d '\0') in
  "-----BEGIN PGP PUBLIC KEY BLOCK-----"*) gpg -q --batch --import "$file" 2>/dev/null || fail "the key $file cannot be read" ;;
  esac
done

# The primary key of who signed: the last word of gpg's VALIDSIG. Nothing where the signature is not good: gpg must also say
# GOODSIG, which it does not for keys that were revoked or have expired. GOODSIG alone names a key by 64 bits, VALIDSIG alone is
# printed for any signature that fits.
signer_of() {
  gpg --batch --status-fd 1 --verify "$@" 2>/dev/null | awk '
    $1 == "[GNUPG:]" && $2 == "GOODSIG" { good++ }
    $1 == "[GNUPG:]" && $2 == "VALIDSIG" { valid++; key = $NF }
    $1 == "[GNUPG:]" && $2 ~ /^(REVKEYSIG|EXPKEYSIG|EXPSIG|BADSIG|ERRSIG)$/ { bad++ }
    END { if (good == 1 && valid == 1 && !bad) print key }'
}
key_in() {
  gpg --batch --with-colons --show-keys "$1" 2>/dev/null | sed -n '/^pub/,/^fpr/s/^fpr:*\([0-9A-F]*\):.*/\1/p'
}

# A property of the root of game.sgf. The line is read from its beginning, value by value, so that nothing inside a value (a name may
# have brackets, behind backslashes) is taken for a property.
property() {
  awk -v wanted="$1" '
    NR == 1 && /^\(;/ {
      rest = substr($0, 3)
      while (match(rest, /^[A-Z]+\[/)) {
        name = substr(rest, 1, RLENGTH - 1)
        rest = substr(rest, RLENGTH + 1)
        value = ""
        while (rest != "" && substr(rest, 1, 1) != "]") {
          if (substr(rest, 1, 1) == "\\") rest = substr(rest, 2)
          value = value substr(rest, 1, 1)
          rest = substr(rest, 2)
        }
        rest = substr(rest, 2)
        if (name == wanted) { print value; exit }
      }
    }' game.sgf
}

# A content id is letters and digits: nothing that leads out of the folder.
check_cid() {
  case $1 in
  "" | *[!a-zA-Z0-9]*) fail "$1 is no content id" ;;
  esac
}

# From version 2 of the file on, XF names the sides in turn order; before that, and in go, Black has the first turn.
case $(property XF) in W:B) sides='W B' ;; *) sides='B W' ;; esac
for seat in 1 2; do
  side=$(echo "$sides" | cut -d' ' -f$seat)
  hash=$(property "X$side")
  check_cid "$hash"
  cmp -s "player-$seat.asc" "blocks/$hash" || [ "$(sha256sum "player-$seat.asc" | cut -c1-64)" = "$(digest_of "$hash")" ] ||
    fail "player-$seat.asc is not the key that the game names"
  key=$(key_in "player-$seat.asc")
  [ -n "$key" ] || fail "player-$seat.asc is not one key"
  [ "$(signer_of "signature-$seat.asc" game.sgf)" = "$key" ] || 
    fail "player $seat has not signed the game with a key that is good now (kifu archive verify judges keys at the time they signed)"
  eval "key$seat=\$key"
  # a name is whatever its player chose; the key is what counts
  echo "player $seat: key $key, signed the game, is called $(property "P$side" | tr -d '[:cntrl:]')"
done
[ "$key1" != "$key2" ] || fail "both players are one"
echo "result $(property RE | tr -d '[:cntrl:]')"

# The commits, from the last one back to the offer.
field() {
  sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" "$2"
}
link() {
  sed -n "s/.*\"$1\":{\"\/\":\"\([^\"]*\)\"}.*/\1/p" "$2"
}
commits=0
cid=$(property XH)
[ -n "$cid" ] || fail "the game names no commit"
while [ -n "$cid" ]; do
  check_cid "$cid"
  block=blocks/$cid
  [ -f "$block" ] || fail "the commit $cid is missing"
  for name in commit-type committer-public-key data parent signature timestamp; do
    [ "$(grep -o "\"$name\":" "$block" | wc -l)" -le 1 ] || fail "the commit $cid says $name twice"
  done
  key=$(link committer-public-key "$block")
  data=$(link data "$block")
  parent=$(link parent "$block")
  for needed in "$key" "$data"; do
    check_cid "$needed"
    [ -f "blocks/$needed" ] || fail "the block $needed is missing"
  done
  printf '%b' "$(field signature "$block")" >"$GNUPGHOME/commit.asc"
  printf '%s|%s|%s|%s|%s\n' "$(field timestamp "$block")" "$(field commit-type "$block")" "$key" "$data" "${parent:-none}" >"$GNUPGHOME/commit"
  committer=$(key_in "blocks/$key")
  [ "$committer" = "$key1" ] || [ "$committer" = "$key2" ] || fail "the commit $cid is by neither player"
  [ "$(signer_of "$GNUPGHOME/commit.asc" "$GNUPGHOME/commit")" = "$committer" ] || fail "invalid signature of commit $cid"
  commits=$((commits + 1))
  cid=$parent
done
echo "$commits commits are signed by those who made them, the two players, each on top of the one before"
