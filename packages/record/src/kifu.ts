/** Records as plain values made into chains, and back. */
import {
  type Entry,
  type Fail,
  fail,
  type Game,
  type Header,
  type Kifu,
  ok,
  type Result,
} from '@kifu/core';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { append, begin, type Chain, end, type ToAppend, toAct } from './chain.ts';
import { decodeHeader } from './header.ts';
import { decodeNext, type EndingNode, type EntryNode, isEnding } from './node.ts';

/**
 * Makes the chain of a record. Every entry is played, every hash that the record has is compared; the fault names the first
 * entry that cannot be. The same record always gives the same head. Signatures are kept, not read: `verify` does that. A match
 * with hidden hands that goes on takes the secret of its deal.
 */
export function recordKifu<State>(
  game: Game<State>,
  kifu: Kifu,
  secret: Uint8Array | null = null,
): Result<Chain<State>> {
  const deal = kifu.ending?.deal === undefined ? secret : hexToBytes(kifu.ending.deal);
  const begun = begin(game, kifu.header, deal);
  if (!begun.ok) return within(begun, 'the start', '/header');
  let { chain } = begun.value;
  for (const [i, entry] of kifu.entries.entries()) {
    const doing = toDoing(game as Game, entry);
    const next = doing.ok
      ? append(chain, doing.value, entry.referee === undefined ? null : hexToBytes(entry.referee))
      : doing;
    if (!next.ok) return within(next, `entry ${i + 1} of ${kifu.entries.length}`, `/entries/${i}`);
    chain = next.value.chain;
  }
  return endAsTold(chain, kifu);
}

/** Appends the ending that a record tells of, if it does. */
export function endAsTold<State>(
  chain: Chain<State>,
  { ending }: Pick<Kifu, 'ending'>,
): Result<Chain<State>> {
  if (ending === null) return ok(chain);
  const referee = ending.referee === undefined ? null : hexToBytes(ending.referee);
  const { outcome, ms, hash, at = null } = ending;
  const ended = end(chain, { outcome, ms, hash, at }, referee);
  return ended.ok ? ended : within(ended, 'the ending', '/ending');
}

/** An entry as something to append; its move in the game's own form. */
export function toDoing(
  game: Game,
  { seat, act, at, ms, clockMs, hash, signed }: Entry,
): Result<ToAppend> {
  const sign = signed === undefined ? null : { ...signed, signature: hexToBytes(signed.signature) };
  const doing = { seat, act, at, ms, clockMs, hash, signed: sign };
  if (act.type !== 'move' && act.type !== 'refused') return ok(doing);
  const move = game.moves.json.decode(act.move);
  return move.ok ? ok({ ...doing, act: { ...act, move: move.value } }) : move;
}

/** Reads nodes, in order from the header, as a record. Only their form is checked: `verify` does the rest. */
export function readKifu(game: Game, nodes: readonly Uint8Array[]): Result<Kifu> {
  const [first, ...rest] = nodes;
  if (first === undefined) return fail('malformed', 'a record has a header at least');
  const header = decodeHeader(first);
  if (!header.ok) return within(header, 'the header', '/header');
  const entries: Entry[] = [];
  let ending: Kifu['ending'] = null;
  for (const [i, bytes] of rest.entries()) {
    const place = `/entries/${i}`;
    const node = decodeNext(bytes);
    if (!node.ok) return within(node, `node ${i + 1}`, place);
    if (ending !== null)
      return within(fail('game-over', 'a node follows after the ending'), `node ${i + 1}`, place);
    if (isEnding(node.value)) ending = toEnding(node.value);
    else {
      const entry = toEntry(game, node.value);
      if (!entry.ok) return within(entry, `entry ${i + 1}`, place);
      entries.push(entry.value);
    }
  }
  return ok({ header: header.value, entries, ending, notes: [], variations: [] });
}

/** The header of a chain. */
export const readHeader = ([first]: readonly Uint8Array[]): Result<Header> =>
  first === undefined ? fail('malformed', 'a record has a header at least') : decodeHeader(first);

/** An entry as records have it. */
export function toEntry(game: Game, node: EntryNode): Result<Entry> {
  const act = toAct(game, node.act);
  if (!act.ok) return act;
  const { seat, at, ms, clockMs, hash, signed, referee } = node;
  return ok({
    seat,
    act: act.value,
    at,
    ms,
    clockMs,
    hash: hash === null ? null : bytesToHex(hash),
    ...(signed === null ? {} : { signed: { ...signed, signature: bytesToHex(signed.signature) } }),
    ...(referee === null ? {} : { referee: bytesToHex(referee) }),
  });
}

const toEnding = ({ outcome, ms, hash, at, deal, referee }: EndingNode): Kifu['ending'] => ({
  outcome,
  ms,
  hash: bytesToHex(hash),
  ...(at === null ? {} : { at }),
  ...(deal === null ? {} : { deal: bytesToHex(deal) }),
  ...(referee === null ? {} : { referee: bytesToHex(referee) }),
});

/** A fault with where it happened, in words and as a pointer. */
export function within({ fault }: Fail, where: string, path: string): Fail {
  const { code, message, at = {}, ...more } = fault;
  return fail(code, `${where}: ${message}`, {
    ...more,
    at: { ...at, path: `${path}${at.path ?? ''}` },
  });
}
