/**
 * Where an action becomes a node: it is folded, the hash that is due is taken, and what the entry says of itself is compared with what comes
 * out. The chain and the replay both make their nodes here. No signature is read.
 */
import {
  bytesToHex,
  digestState,
  type Ending,
  type Fail,
  fail,
  type Header,
  isInteger,
  isSameBytes,
  type NewEntry,
  ok,
  type Result,
} from '@kifu/core';
import { MAX_NODE_BYTES } from '@kifu/core/cbor';
import { saltHash } from '../chance/fair.ts';
import { type SettledEnding, settleEnd } from '../match-state/ending.ts';
import { type FoldResult, fold, type MatchState } from '../match-state/match-state.ts';
import { blame } from '../match-state/presigned.ts';
import { shownMs } from '../match-state/shown-clock.ts';
import { isKeyed } from '../match-state/terms.ts';
import { type EndingNode, encodeEnding } from './ending.ts';
import { type EntryNode, encodeEntry } from './entry.ts';
import { encodeHeader } from './header.ts';
import { encodePlainMove } from './plain.ts';

/** What is written into a node although the entry does not state it: packs, for example, leave out what the match state gives. */
export interface PreservedFields {
  /** The state hash, also where it is not due. */
  readonly hash?: boolean;
  /** What the clock of the seat showed. */
  readonly clock?: boolean;
}

/** An action that is possible, the node that it becomes, and the match state after it. */
export interface PreparedEntry<State = unknown> extends FoldResult<State> {
  readonly node: EntryNode;
}

/** An ending that is possible, and the node that it becomes. */
export interface PreparedEnding<State = unknown> extends SettledEnding<State> {
  readonly node: EndingNode;
}

/** What a referee's signature adds to a node. */
const SIGNATURE_ROOM = 128;
/** Moves below it make no large node; those of our games have a few bytes. */
const SHORT_MOVE = 1024;
const SIGNATURE_BYTES = 64;

/** The bytes of a header, if there are not too many. */
export function makeHeader(header: Header): Result<Uint8Array> {
  const bytes = encodeHeader(header);
  return bytes.length > MAX_NODE_BYTES
    ? fail('too-large', `the header is too large: ${MAX_NODE_BYTES} bytes at most`)
    : ok(bytes);
}

/** The node that an entry becomes at a table whose newest node has the digest `prev`. */
export function makeEntry<State>(
  table: MatchState<State>,
  prev: Uint8Array,
  entry: NewEntry,
  keep: PreservedFields = {},
): Result<PreparedEntry<State>> {
  const odd = checkNumbers(entry);
  if (odd !== null) return odd;
  const folded = fold(table, entry);
  if (!folded.ok) return folded;
  const { table: next } = folded.value;
  const { seat, act, at = null, ms = null, lag = null, signed = null, referee = null } = entry;
  const stated = entry.hash ?? null;
  const isHashed = stated !== null || keep.hash === true || next.n % next.terms.hashEvery === 0;
  const hash = isHashed ? shownHash(next, next.n) : null;
  const clockMs = keep.clock ? shownBy(next, seat) : (entry.clockMs ?? null);
  const wrong = checkStated(hash, stated) ?? checkShown(next, seat, clockMs);
  if (wrong !== null) return blame(table, entry, wrong);
  const node = { n: next.n, prev, seat, act, at, ms, lag, clockMs, hash, signed, referee };
  return isTooLarge(node) ? TOO_LARGE : ok({ ...folded.value, node });
}

/** The bytes of an entry; most are moves with nothing more to say. */
export function encodeMade(node: EntryNode): Uint8Array {
  const { n, prev, seat, act, ms } = node;
  const isPlain =
    seat !== null &&
    act.type === 'move' &&
    node.at === null &&
    node.lag === null &&
    node.clockMs === null &&
    node.hash === null &&
    node.signed === null &&
    node.referee === null;
  return (
    (isPlain ? encodePlainMove(n, prev, 0, { seat, move: act.move, ms }) : null) ??
    encodeEntry(node)
  );
}

/** The node that the ending becomes: as the table says, or where that says nothing, as the caller does. */
export function makeEnding<State>(
  table: MatchState<State>,
  prev: Uint8Array,
  how: Partial<Ending>,
): Result<PreparedEnding<State>> {
  const odd = checkNumbers(how);
  if (odd !== null) return odd;
  const { ms = null, at = null, outcome: stated = null, signed = [], referee = null } = how;
  const settled = settleEnd(table, { ms, at, stated });
  if (!settled.ok) return settled;
  const { table: last, outcome } = settled.value;
  const n = table.n + 1;
  const hash = shownHash(last, n);
  const wrong = checkStated(hash, how.hash ?? null);
  if (wrong !== null) return wrong;
  const node = { n, prev, outcome, at, ms, hash, deal: last.deal, signed, referee };
  return encodeEnding(node).length > MAX_NODE_BYTES - SIGNATURE_ROOM
    ? TOO_LARGE
    : ok({ ...settled.value, node });
}

/** In a match with a referee every node has the referee's signature; in others none has. */
export const checkReferee = <State>(
  { terms }: Pick<MatchState<State>, 'terms'>,
  signature: Uint8Array | null,
): Fail | null =>
  (terms.referee === null) !== (signature === null)
    ? refereeFault(signature)
    : signature !== null && signature.length !== SIGNATURE_BYTES
      ? fail('bad-signature', "the referee's signature does not have 64 bytes", { rule: 'referee' })
      : null;

const refereeFault = (signature: Uint8Array | null): Fail =>
  fail(
    'bad-signature',
    signature === null
      ? 'missing signature of the referee'
      : 'signature of a referee given, but the match has none',
    { rule: 'referee' },
  );

/** The hash of the state as it stands in a node: salted where hands are hidden. */
export function shownHash<State>({ game, state, deal }: MatchState<State>, n: number): Uint8Array {
  const hash = digestState(game, state);
  return deal === null ? hash : saltHash(deal, n, hash);
}

/** Where there are clocks, what a record says that one showed must be what it showed. */
export function checkShown<State>(
  table: MatchState<State>,
  seat: number | null,
  clockMs: number | null,
): Fail | null {
  if (clockMs === null) return null;
  if (table.clocks === null)
    return isKeyed(table.header)
      ? fail('broken-record', 'the record shows a clock, but the match has none', {
          rule: 'clock',
          at: { path: '/clockMs' },
        })
      : null;
  if (seat === null) return null;
  const shown = shownBy(table, seat);
  return shown === clockMs
    ? null
    : fail('broken-record', `the clock shows ${shown} ms, but the record has ${clockMs}`, {
        rule: 'clock',
        at: { path: '/clockMs' },
      });
}

const shownBy = <State>({ clocks, ms }: MatchState<State>, seat: number | null): number | null =>
  clocks === null || seat === null ? null : shownMs(clocks, seat, ms);

/** Whether a state hash is the one that the record tells, if it tells one. */
function checkStated(hash: Uint8Array | null, stated: Uint8Array | null): Fail | null {
  if (stated === null || hash === null || isSameBytes(hash, stated)) return null;
  return fail(
    'broken-record',
    `state hash mismatch: computed ${bytesToHex(hash)}, the record has ${bytesToHex(stated)}`,
    { rule: 'hash', at: { path: '/hash' } },
  );
}

/** Numbers as they can be written down. */
function checkNumbers(numbers: {
  readonly ms?: number | null;
  readonly at?: number | null;
  readonly clockMs?: number | null;
}): Fail | null {
  return (
    checkNumber(numbers.ms, '/ms') ??
    checkNumber(numbers.at, '/at') ??
    checkNumber(numbers.clockMs, '/clockMs')
  );
}

const checkNumber = (value: number | null | undefined, path: string): Fail | null =>
  value === null || value === undefined || isInteger(value, 0, Number.MAX_SAFE_INTEGER)
    ? null
    : fail('malformed', 'times must be integers from 0', { at: { path } });

/** Whether a node would be larger than any may be. A move alone tells: all else in its node is short. */
const isTooLarge = (node: EntryNode): boolean =>
  !(node.act.type === 'move' && node.act.move.length < SHORT_MOVE) &&
  encodeEntry(node).length > MAX_NODE_BYTES - SIGNATURE_ROOM;

const TOO_LARGE = fail('too-large', `the node is too large: ${MAX_NODE_BYTES} bytes at most`);
