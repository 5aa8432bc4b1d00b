#!/bin/sh
# Checks a signed record without any of our code: with sha256sum, openssl (3.0 or newer), od, dd and a POSIX shell.
#
#   sh verify-with-stock-tools.sh record.car
#
# It walks from the head that the CAR names back to the header, by the hashes that the blocks really have, and then forward over
# all signatures: that every seat began the match, that players signed their acts in order, that the referee signed every node, and who
# signed the ending. Section numbers are those of docs/record-format.md.
#
# It knows no game: moves, state hashes, clocks and chance are not looked at, nor what an answer at the table answers, nor whether an
# ending that nobody signed is one, nor whether what a player had not seen changed the position (a move signed ahead of others is
# checked with them, where it does not hold without).
#
# Exit status: 0 what was checked holds; 1 it does not, and the first bad node is named; 2 it cannot be told.
set -u
LC_ALL=C
export LC_ALL

cannot() { echo "cannot tell: $1"; exit 2; }
broken() { echo "broken: node $1: $2"; exit 1; }

[ $# = 1 ] && [ -r "$1" ] || cannot 'give the path of one CAR'
for tool in sha256sum openssl od dd; do
  command -v "$tool" > /dev/null || cannot "$tool is missing"
done
CAR=$1
WORK=$(mktemp -d) || cannot 'there is no room for temporary files'
trap 'rm -rf "$WORK"' EXIT
BLANKS=$IFS

# ---- Bytes ----

# Begins to read $3 bytes of the file $1 from place $2. REST has them as numbers, P counts what was read, NODE is blamed.
load() {
  REST="$(echo $(od -An -v -tu1 -j "$2" -N "$3" "$1")) "
  P=0
}
# The next byte, in B.
byte() {
  B=${REST%% *}
  [ -n "$B" ] || broken "$NODE" 'it ends too soon'
  REST=${REST#* }
  P=$((P + 1))
}
# Passes over $1 bytes.
pass() {
  TO=$((P + $1))
  while [ "$P" -lt "$TO" ]; do byte; done
}
# The head of a CBOR value (§1): its kind in KIND, its number, count or length in N.
item() {
  byte
  KIND=$((B >> 5))
  N=$((B & 31))
  case $N in
    24) number 1 ;;
    25) number 2 ;;
    26) number 4 ;;
    27) number 8 ;;
    28 | 29 | 30 | 31) broken "$NODE" 'a length that has no spelling' ;;
  esac
}
number() {
  TO=$((P + $1))
  N=0
  while [ "$P" -lt "$TO" ]; do
    byte
    N=$((N * 256 + B))
  done
  [ "$N" -ge 0 ] && [ "$N" -le 9007199254740991 ] || broken "$NODE" 'a number is too large'
}
# The head of a value of kind $1, and of length $2 where that is given.
expect() {
  item
  [ "$KIND" = "$1" ] && [ "$N" = "${2:-$N}" ] || broken "$NODE" "it has another form, at byte $P"
}
# Passes over a whole value, whatever is in it.
skip() {
  LEFT=1
  while [ "$LEFT" -gt 0 ]; do
    item
    LEFT=$((LEFT - 1))
    case $KIND in
      2 | 3) pass "$N" ;;
      4) LEFT=$((LEFT + N)) ;;
      5) LEFT=$((LEFT + 2 * N)) ;;
      6) LEFT=$((LEFT + 1)) ;;
    esac
  done
}
# A link to a node: its digest begins at DIGEST_AT.
link() {
  for wanted in 216 42 88 37 0 1 113 18 32; do
    byte
    [ "$B" = "$wanted" ] || broken "$NODE" "a link is expected at byte $P"
  done
  DIGEST_AT=$P
  pass 32
}
# $3 bytes of the file $1 from place $2, as they are; and in hex digits, in HEX.
slice() { dd if="$1" bs=1 skip="$2" count="$3" 2> /dev/null; }
hex() {
  set -- $(od -An -v -tx1 -j "$2" -N "$3" "$1")
  IFS=
  HEX="$*"
  IFS=$BLANKS
}
# A number in groups of seven bits, the lowest first, as CARs have lengths.
varint() {
  N=0
  SCALE=1
  while :; do
    byte
    N=$((N + (B & 127) * SCALE))
    SCALE=$((SCALE * 128))
    [ "$B" -ge 128 ] || break
    [ "$P" -lt 5 ] || cannot 'the CAR has a length that is too large'
  done
}

# ---- The CAR (§11): each block is kept under the hash that it has ----

NODE='?'
SIZE=$(($(wc -c < "$CAR")))
load "$CAR" 0 10
[ "$SIZE" -gt 60 ] || cannot 'it is no CAR'
varint
START=$P
END=$((START + N))
hex "$CAR" "$START" 8
case $HEX in a265726f6f7473*) ;; *) cannot 'it is no CAR' ;; esac
load "$CAR" "$((START + 7))" "$N"
expect 4
[ "$N" -gt 0 ] || cannot 'the CAR names no head'
link
hex "$CAR" "$((START + 7 + DIGEST_AT))" 32
HEAD=$HEX
while [ "$END" -lt "$SIZE" ]; do
  load "$CAR" "$END" 10
  varint
  FROM=$((END + P))
  END=$((FROM + N))
  [ "$N" -gt 36 ] && [ "$END" -le "$SIZE" ] || cannot 'the CAR ends within a block'
  slice "$CAR" "$((FROM + 36))" "$((N - 36))" > "$WORK/block"
  set -- $(sha256sum < "$WORK/block")
  mv "$WORK/block" "$WORK/$1"
done

# ---- The chain (§10): back from the head, each node by the hash that the next one names ----

DIGEST=$HEAD
CHAIN=
NODE='?'
WANTED='the head of the file'
LAST_NODE=0
while :; do
  [ -f "$WORK/$DIGEST" ] || broken "$NODE" "no block has the hash that $WANTED names"
  load "$WORK/$DIGEST" 0 60
  item
  [ "$KIND" = 4 ] || break
  expect 0
  [ "$NODE" = "$N" ] || [ "$NODE" = '?' ] || broken "$NODE" "it calls itself number $N"
  [ "$N" -gt 0 ] || broken "$N" 'it is not the header, and has its number'
  [ "$CHAIN" ] || LAST_NODE=$N
  WANTED="node $N"
  NODE=$((N - 1))
  link
  CHAIN="$DIGEST $CHAIN"
  hex "$WORK/$DIGEST" "$DIGEST_AT" 32
  DIGEST=$HEX
done
[ "$KIND" = 5 ] && { [ "$NODE" = 0 ] || [ "$NODE" = '?' ]; } || broken "$NODE" 'no header stands here'
HEADER=$WORK/$DIGEST
MATCH=$DIGEST
# Another block that goes on from one of these nodes: then the file has a head that is not its own, or a fork.
for FILE in "$WORK"/*; do
  case " $MATCH $CHAIN" in *" ${FILE##*/} "*) continue ;; esac
  load "$FILE" 0 60
  case $REST in 13[3-9]' '*) ;; *) continue ;; esac
  item
  item
  [ "$KIND" = 0 ] || continue
  hex "$FILE" "$((P + 9))" 32
  case " $MATCH $CHAIN" in *" $HEX "*) broken "$N" 'more than one block goes on from the node before' ;; esac
done

# ---- The header (§2): who has a key ----

NODE=0
load "$HEADER" 0 262145
expect 5 16
for key in fair game kifu seed tags clock nonce rated start branch options; do
  skip
  skip
done
# `seat 0` of `seat_0`, as variables and files have it.
name() { echo "$1" | tr _ ' '; }
# What stands before the 32 bytes of an Ed25519 key where openssl reads one (RFC 8410).
key_file() { { printf '\060\052\060\005\006\003\053\145\160\003\041\000'; slice "$HEADER" "$P" 32; } > "$WORK/key.$1"; }
# Whether the 32 bytes in HEX are a point of small order, or one that is not in its canonical encoding (§7).
is_weak() {
  case $HEX in
    0[01]"$ZEROS"[08]0 | e[c-f]"$ONES"[7f]f | f?"$ONES"[7f]f | 26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc[08]5 | \
      c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03[7f]a) ;;
    *) return 1 ;;
  esac
}
key_or_null() {
  item
  [ "$KIND$N" = 722 ] && return
  [ "$KIND" = 2 ] && [ "$N" = 32 ] || broken 0 'a key has 32 bytes'
  key_file "$1"
  hex "$HEADER" "$P" 32
  pass 32
  ! is_weak || broken 0 'a key is of small order or not in its canonical encoding'
  case $KEYS in *" $HEX "*) broken 0 'a key stands twice' ;; esac
  KEYS="$KEYS$HEX "
  echo "$(name "$1"): key $HEX"
  KEYED=yes
}
word_is() { expect 3; [ "$(slice "$HEADER" "$P" "$N")" = "$1" ] || broken 0 "the key $1 is expected"; pass "$N"; }
ZEROS=000000000000000000000000000000000000000000000000000000000000
ONES=ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
KEYED=no
KEYS=' '
SEATS=
LAST=-1
word_is players
expect 4
PLAYERS=$N
while [ "$PLAYERS" -gt 0 ]; do
  PLAYERS=$((PLAYERS - 1))
  expect 4 3
  expect 0
  [ "$N" -gt "$LAST" ] && [ "$N" -lt 16 ] || broken 0 'seats are not in order'
  SEAT=$N LAST=$N
  skip
  SEATS="$SEATS $SEAT"
  key_or_null "seat_$SEAT"
  eval "SEQ_$SEAT=0 COUNT_$SEAT=0 OVER_$SEAT=-1"
done
word_is referee
key_or_null referee
[ -f "$WORK/key.referee" ] && REFEREE=yes || REFEREE=no
SIGNED_NODES=0
# Who has still to begin the match (§4).
OPENING=
[ "$KEYED" = no ] || OPENING="$SEATS "

# ---- Signatures (§7) ----

# Whether the signature of $1 that stands in the node at place $2 is good for the message. OpenSSL refuses an s that is too large.
is_good() {
  hex "$FILE" "$2" 32
  ! is_weak || return 1
  slice "$FILE" "$2" 64 > "$WORK/signature"
  openssl pkeyutl -verify -rawin -pubin -keyform DER -inkey "$WORK/key.$1" \
    -in "$WORK/message" -sigfile "$WORK/signature" > /dev/null 2>&1
}
# Every signature must be good.
check() { is_good "$1" "$2" || broken "$NODE" "invalid signature of $(name "$1")"; }
# The bytes of a link to node $1.
link_to() {
  printf '\330\052\130\045\000\001\161\022\040'
  [ -f "$WORK/digest.$1" ] || openssl dgst -sha256 -binary "$(cat "$WORK/node.$1")" > "$WORK/digest.$1"
  cat "$WORK/digest.$1"
}
# Notes that seat $1 has signed over everything up to node $2.
covers() { eval "[ $2 -le \$OVER_$1 ] || OVER_$1=$2; COUNT_$1=\$((COUNT_$1 + 1))"; }

# The intent of an entry; $1 is how many items it has.
intent() {
  printf 'kifu/intent/1\000'
  case $1 in 5) printf '\205' ;; 6) printf '\206' ;; 7) printf '\207' ;; esac
  link_to 0
  slice "$FILE" "$SEAT_AT" "$((ACT_AT - SEAT_AT))"
  slice "$FILE" "$SEQ_AT" "$SEQ_LENGTH"
  link_to "$SEEN"
  slice "$FILE" "$WANT_AT" "$WANT_LENGTH"
  case $1 in 5) return ;; 6) given; return ;; esac
  slice "$FILE" "$MS_AT" "$MS_LENGTH"
  [ "$TICK_LENGTH" = 0 ] && printf '\366' || slice "$FILE" "$TICK_AT" "$TICK_LENGTH"
}

# The moves after SEEN, for a move that was signed ahead of them.
given() {
  set --
  AT=$SEEN
  while [ "$((AT += 1))" -lt "$NODE" ]; do [ ! -f "$WORK/move.$AT" ] || set -- "$@" "$WORK/move.$AT"; done
  [ $# -lt 24 ] && printf "\\$(printf %o "$((128 + $#))")" || printf "\\230\\$(printf %o $#)"
  [ $# = 0 ] || cat "$@"
}

# An entry (§3), of $1 fields.
entry() {
  SEAT_AT=$P
  item
  SEAT=none
  [ "$KIND" = 0 ] && SEAT=$N
  ACT_AT=$P
  ACT=move OF=none
  ACT_REST=$REST
  skip
  MS_AT=$P
  WANT_AT=$ACT_AT
  WANT_LENGTH=$((MS_AT - ACT_AT))
  AFTER=$REST
  P=$ACT_AT
  REST=$ACT_REST
  item
  if [ "$KIND" = 4 ]; then
    expect 3
    ACT=$(slice "$FILE" "$P" "$N")
    pass "$N"
    SAID_AT=$P
    case $ACT in
      refused) skip; WANT_AT=$SAID_AT; WANT_LENGTH=$((P - SAID_AT)) ;; # what is signed is the move
      leave) expect 0; OF=$N ;;
    esac
  fi
  [ "$ACT" != move ] || { printf '\202'; slice "$FILE" "$SEAT_AT" "$((MS_AT - SEAT_AT))"; } > "$WORK/move.$NODE"
  P=$MS_AT
  REST=$AFTER
  skip
  MS_LENGTH=$((P - MS_AT))
  TICK_LENGTH=0 SIGNED=no REFEREE_AT=
  [ "$1" = 5 ] || more
}
# The sixth field; its keys differ in length.
more() {
  MAP_AT=$P
  expect 5
  [ "$N" -gt 0 ] && [ "$N" -le 6 ] || broken "$NODE" 'it has another form'
  KEYS=$N
  TO_READ=$N
  while [ "$TO_READ" -gt 0 ]; do
    TO_READ=$((TO_READ - 1))
    KEY_AT=$P
    expect 3
    WORD=$N
    pass "$N"
    case $WORD in
      2) TICK_AT=$P; skip; TICK_LENGTH=$((P - TICK_AT)) ;;
      6) signed ;;
      7) expect 2 64; REFEREE_AT=$P; pass 64; [ "$TO_READ" = 0 ] || broken "$NODE" 'keys are not in order' ;;
      *) skip ;;
    esac
  done
}
signed() {
  SIGNED=yes
  expect 4 3
  SEQ_AT=$P
  expect 0
  SEQ=$N
  SEQ_LENGTH=$((P - SEQ_AT))
  expect 0
  SEEN=$N
  expect 2 64
  SIGNATURE_AT=$P
  pass 64
}

check_entry() {
  KEY="$WORK/key.seat_$SEAT"
  MUST=no
  [ ! -f "$KEY" ] || { [ "$ACT" = links ] && [ "$REFEREE" = yes ]; } || MUST=yes
  [ "$SIGNED" = "$MUST" ] || broken "$NODE" "signed: $SIGNED, and it should be: $MUST"
  case "$OPENING" in
    '' | ' ') ;;
    *" $SEAT "*) [ "$ACT" = resume ] || [ "$ACT" = abort ] || broken "$NODE" 'not every seat has begun the match'
      OPENING="${OPENING%% "$SEAT" *} ${OPENING#* "$SEAT" }" ;;
    *) [ "$ACT" = abort ] || broken "$NODE" 'not every seat has begun the match' ;;
  esac
  [ "$SIGNED" = yes ] || return
  eval "BEFORE=\$SEQ_$SEAT SEQ_$SEAT=$SEQ"
  [ "$SEQ" -gt "$BEFORE" ] || broken "$NODE" "seat $SEAT signed act $SEQ out of order"
  [ "$REFEREE" = yes ] || [ "$SEQ" = "$((BEFORE + 1))" ] || broken "$NODE" "seat $SEAT left a number out"
  [ "$SEEN" -lt "$NODE" ] || broken "$NODE" "seat $SEAT had seen node $SEEN, which comes later"
  if [ "$REFEREE" = no ]; then intent 7; else intent 5; fi > "$WORK/message"
  [ "$REFEREE$ACT" != yesmove ] || [ "$SEEN" = "$((NODE - 1))" ] || is_good "seat_$SEAT" "$SIGNATURE_AT" || intent 6 > "$WORK/message"
  check "seat_$SEAT" "$SIGNATURE_AT"
  if [ "$REFEREE" = yes ] || [ "$SEEN" != "$((NODE - 1))" ]; then covers "$SEAT" "$SEEN"
  elif [ "$ACT" = leave ] && [ "$OF" = "$SEAT" ]; then covers "$SEAT" "$LAST_NODE" # a seat that left has nothing more to sign
  else covers "$SEAT" "$NODE"
  fi
}

# What the referee signs of an entry: all but that signature.
entry_message() {
  printf 'kifu/node/1\000'
  [ "$KEYS" = 1 ] && printf '\205' || printf '\206'
  slice "$FILE" 1 "$((MAP_AT - 1))"
  [ "$KEYS" = 1 ] && return
  printf "\\24$((KEYS - 1))"
  slice "$FILE" "$((MAP_AT + 1))" "$((KEY_AT - MAP_AT - 1))"
}

# An ending (§9), of $1 fields.
ending() {
  for field in outcome at ms hash deal; do skip; done
  FIELD_AT=$P
  item
  REFEREE_AT=
  if [ "$KIND$N" != 722 ]; then
    [ "$KIND$N" = 264 ] || broken "$NODE" 'a signature has 64 bytes'
    REFEREE_AT=$P
    pass 64
  fi
  LIST_AT=$P
  [ "$1" = 9 ] || return
  { printf 'kifu/ending/1\000\210'; slice "$FILE" 1 "$((FIELD_AT - 1))"; printf '\366'; } > "$WORK/message"
  LAST=-1
  expect 4
  SIGNERS=$N
  while [ "$SIGNERS" -gt 0 ]; do
    SIGNERS=$((SIGNERS - 1))
    expect 4 2
    expect 0
    [ "$N" -gt "$LAST" ] && [ -f "$WORK/key.seat_$N" ] || broken "$NODE" "seat $N cannot sign here"
    LAST=$N
    expect 2 64
    check "seat_$LAST" "$P"
    covers "$LAST" "$NODE"
    pass 64
  done
}
ending_message() {
  printf 'kifu/node/1\000'
  slice "$FILE" 0 "$FIELD_AT"
  printf '\366'
  slice "$FILE" "$LIST_AT" "$((P - LIST_AT))"
}

echo "$HEADER" > "$WORK/node.0"
ENDED=no
for DIGEST in $CHAIN; do
  NODE=$((NODE + 1))
  FILE=$WORK/$DIGEST
  echo "$FILE" > "$WORK/node.$NODE"
  [ "$ENDED" = no ] || broken "$NODE" 'it follows after the ending'
  load "$FILE" 0 262145
  expect 4
  FIELDS=$N
  expect 0 "$NODE"
  link
  case $FIELDS in
    5 | 6) entry "$FIELDS"; [ "$REST" = '' ] && check_entry ;;
    8 | 9) ending "$FIELDS"; ENDED=yes ;;
    *) broken "$NODE" 'it is neither an entry nor an ending' ;;
  esac
  [ "$REST" = '' ] || broken "$NODE" 'bytes follow after it'
  if [ "$REFEREE" = no ]; then
    [ -z "$REFEREE_AT" ] || broken "$NODE" 'a referee signed, and there is none'
  else
    [ -n "$REFEREE_AT" ] || broken "$NODE" 'the referee did not sign'
    if [ "$ENDED" = yes ]; then ending_message; else entry_message; fi > "$WORK/message"
    check referee "$REFEREE_AT"
    SIGNED_NODES=$((SIGNED_NODES + 1))
  fi
done

AGREED=$NODE
for SEAT in $SEATS; do
  eval "OVER=\$OVER_$SEAT COUNT=\$COUNT_$SEAT"
  [ "$COUNT" = 0 ] || echo "seat $SEAT: $COUNT good signatures, over all up to node $OVER"
  [ "$OVER" -ge "$AGREED" ] || AGREED=$OVER
done
[ "$REFEREE" = no ] || echo "referee: $SIGNED_NODES good signatures"
echo "match: $MATCH"
echo "head: $HEAD"
echo "ending: $ENDED"
echo "holds: $NODE nodes after the header; every seat signed over all up to node $AGREED"
