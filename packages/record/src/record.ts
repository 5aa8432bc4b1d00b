/** Records as plain values, and as nodes: a `Kifu` is written into a replay, and read from nodes. */
import {
  type Ending,
  type Entry,
  fail,
  type Game,
  type Header,
  type Kifu,
  ok,
  type Result,
} from '@kifu/core';
import type { Chain, StoredNode } from './chain.ts';
import type { EndingNode } from './node/ending.ts';
import { decodeNext, type EntryNode, isEnding } from './node/entry.ts';
import { decodeHeader } from './node/header.ts';
import { makeHeader } from './node/make.ts';
import { within } from './place.ts';
import { Replay, type ReplayReader } from './replay/replay.ts';

/** How a record is written. */
export interface RecordOptions<State = unknown> {
  /** Look at each step. */
  readonly readers?: readonly ReplayReader<State>[];
  /** The secret of the deal, for an unfinished match with hidden hands. */
  readonly deal?: Uint8Array | null;
}

/**
 * Makes the nodes of a record. Every entry is played, every hash that the record has is compared; the fault names the first entry
 * that is invalid. The same record always gives the same head. Signatures are copied, not read: `verify` does that.
 */
export function recordKifu<State>(
  game: Game<State>,
  { header, entries, ending }: Pick<Kifu, 'header' | 'entries' | 'ending'>,
  { readers = [], deal = null }: RecordOptions<State> = {},
): Result<Replay<State>> {
  const first = makeHeader(header);
  if (!first.ok) return within(first, 'the start', '/header');
  const replay = new Replay(game, [first.value], {
    deal: ending?.deal ?? deal,
    header,
    isNew: true,
  });
  if (replay.fault !== null) return replay.fault;
  const look = () => {
    for (let k = 0; k < readers.length; k++) readers[k]!.take(replay);
  };
  look();
  for (let i = 0; i < entries.length; i++) {
    const wrong = replay.write(entries[i]!);
    if (wrong !== null)
      return within(wrong, `entry ${i + 1} of ${entries.length}`, `/entries/${i}`);
    look();
  }
  if (ending === null) return ok(replay);
  const wrong = replay.writeEnd(ending);
  if (wrong !== null) return within(wrong, 'the ending', '/ending');
  look();
  return ok(replay);
}

/** The end of a replay, as a chain that can continue. */
export function chainOf<State>(replay: Replay<State>): Chain<State> {
  let last: StoredNode | null = null;
  for (let n = 0; n <= replay.n; n++)
    last = { n, digest: replay.digestAt(n), bytes: replay.nodes[n]!, before: last };
  return { table: replay.table!, last: last!, isEnded: replay.isEnded };
}

/** Reads nodes, in order from the header, as a record. Only their form is checked: `verify` does the rest. */
export function readKifu(nodes: readonly Uint8Array[]): Result<Kifu> {
  const header = readHeader(nodes);
  if (!header.ok) return within(header, 'the header', '/header');
  const entries: Entry[] = [];
  let ending: Ending | null = null;
  for (let i = 0; i < nodes.length - 1; i++) {
    const node = decodeNext(nodes[i + 1]!);
    const wrong = node.ok ? (ending === null ? null : AFTER_ENDING) : node;
    if (wrong !== null) return within(wrong, `node ${i + 1}`, `/entries/${i}`);
    const { value } = node as Extract<typeof node, { readonly ok: true }>;
    if (isEnding(value)) ending = toEnding(value);
    else entries.push(toEntry(value));
  }
  return ok({ header: header.value, entries, ending, notes: [], variations: [] });
}

const AFTER_ENDING = fail('game-over', 'a node follows the ending');

/** The header of a chain. */
export const readHeader = ([first]: readonly Uint8Array[]): Result<Header> =>
  first === undefined ? fail('malformed', 'the record has no header') : decodeHeader(first);

/** The entry of a node: without its number and its link. */
export const toEntry = (node: EntryNode): Entry => {
  // named one by one: rest patterns take as long as reading the node does
  const { seat, act, at, ms, lag, clockMs, hash, signed, referee } = node;
  return { seat, act, at, ms, lag, clockMs, hash, signed, referee };
};

const toEnding = ({ n: _, prev: __, ...ending }: EndingNode): Ending => ending;
