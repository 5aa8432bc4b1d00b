/**
 * Where a match of IPGS meets native records: the same chain takes its moves and its random draws, so that there is one set of
 * rules, and a finished match is a native record without more ado.
 */
import {
  type Action,
  type Entry,
  entryOf,
  type Game,
  type Header,
  hexToBytes,
  type Json,
  moveAct,
  ok,
  type Result,
  type Seat,
} from '@kifu/core';
import { append, begin, type Chain } from '@kifu/record';
import { NO_TERMS } from '@kifu/record/match-state';
import { formatTimestamp, SECOND } from '../timestamp.ts';

/** The contents of a native header of a match. All of it is known before the first move. */
export interface NativeSetup {
  readonly game: Game;
  readonly options: Header['options'];
  /** By seat. */
  readonly names: readonly [string, string];
  readonly isRanked: boolean;
  /** When it was confirmed. */
  readonly startedAt: bigint;
  readonly tags: Header['tags'];
  readonly fair: NativeChance | null;
}

/** Commitments of both to their hash chains. By seat, 64 hex digits each. */
interface NativeChance {
  readonly nonce: string;
  readonly commitments: readonly [string, string];
  readonly links: readonly [string, string];
}

/** A player who withholds a link loses by the clock of IPGS, not by this: a day. */
const WAIT_MS = 86_400_000;

/** The header of the match as a native record has it. */
const nativeHeader = (setup: NativeSetup): Header => ({
  game: setup.game.name,
  version: setup.game.version,
  options: setup.options,
  players: setup.names.map((name, seat) => ({ seat, name })),
  seed: null,
  start: null,
  startedAt: formatTimestamp(setup.startedAt),
  tags: setup.tags,
  ...(setup.fair === null
    ? {}
    : {
        terms: {
          ...NO_TERMS,
          nonce: setup.fair.nonce,
          rated: setup.isRanked,
          fair: {
            commitments: setup.fair.commitments,
            waitMs: WAIT_MS,
            deal: null,
          },
        },
      }),
});

/** A match as a native chain has it, and the entries that led there, with what their clocks showed. */
export interface NativeMatch {
  readonly chain: Chain;
  /** Newest first; null where there are none yet. */
  readonly entries: EntryList | null;
}

/** An entry and those before it: shared, so that a match is a value without copying. */
interface EntryList {
  readonly entry: Entry;
  readonly before: EntryList | null;
}

/** Sets a match up; with fair randomness, by the first links of both. */
export function sitDown(setup: NativeSetup): Result<NativeMatch> {
  const begun = begin(setup.game, nativeHeader(setup));
  if (!begun.ok) return begun;
  const match = { chain: begun.value.chain, entries: null };
  return setup.fair === null ? ok(match) : drawWith(match, setup.fair.links, 0n);
}

/** Plays a move at a moment. In games with ticks they are counted from the start. */
export function playMove(
  match: NativeMatch,
  seat: Seat,
  move: Json,
  sinceStart: bigint,
): Result<NativeMatch> {
  const { game, state } = match.chain.table;
  const at = game.time && Number((sinceStart * BigInt(game.time.hz(state))) / SECOND);
  return take(match, seat, moveAct(game, move), sinceStart, at ?? null);
}

/** Makes the draw that is due of the next links of both. */
export const drawWith = (
  match: NativeMatch,
  links: readonly [string, string],
  sinceStart: bigint,
): Result<NativeMatch> =>
  take(match, null, { type: 'links', links: links.map(hexToBytes) }, sinceStart, null);

/** A match whose last entry shows a clock. */
export const showClock = (match: NativeMatch, clockMs: number | null): NativeMatch =>
  match.entries === null
    ? match
    : {
        ...match,
        entries: { ...match.entries, entry: { ...match.entries.entry, clockMs } },
      };

/** The entries of a match in order. */
export function entriesOf({ entries }: NativeMatch): Entry[] {
  const list: Entry[] = [];
  for (let each = entries; each !== null; each = each.before) list.push(each.entry);
  return list.reverse();
}

function take(
  { chain, entries }: NativeMatch,
  seat: Seat | null,
  act: Action,
  sinceStart: bigint,
  at: number | null,
): Result<NativeMatch> {
  const entry = entryOf(seat, act, { at, ms: Number(sinceStart / 1_000_000n) });
  const appended = append(chain, entry);
  return appended.ok
    ? ok({ chain: appended.value.chain, entries: { entry, before: entries } })
    : appended;
}
