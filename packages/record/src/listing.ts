/** The listing of a record: what a library keeps to find it by. */
import {
  type Cid,
  type Entry,
  type Game,
  type Json,
  type Kifu,
  ok,
  type Part,
  type Result,
  sha256Many,
  type Variation,
} from '@kifu/core';
import { hexToBytes } from '@noble/hashes/utils.js';
import { append, begin, type Chain, headOf, idOf, tryAppend } from './chain.ts';
import { termsOf } from './header.ts';
import { endAsTold, toDoing, within } from './kifu.ts';
import type { Listing, ToList } from './library.ts';
import { isSealed } from './table.ts';

/** How many first moves a listing has. */
const OPENING_MOVES = 16;
const DIGEST_BYTES = 32;
const POSITION_BYTES = 8;

/** What to list a record as, besides what it says itself. */
export interface ListingOptions<State, Move extends Json>
  extends Partial<Pick<Listing, 'source' | 'visibility'>> {
  /** Writes a move of the opening; as hex digits unless told. */
  formatMove?(state: State, move: Move): string;
}

/**
 * The listing of a record, its comments and all positions that it reached; private unless told. Where hands are hidden, moves
 * and positions are left out until the ending has shown them.
 */
export function listingOf<State, Move extends Json>(
  game: Game<State, Move>,
  kifu: Kifu,
  { match, head }: { readonly match: Cid; readonly head: Cid },
  options: ListingOptions<State, Move> = {},
): Result<ToList> {
  const played = isHiding(game, kifu) ? ok(HIDDEN) : playThrough(game, kifu, options, tryAppend);
  return played.ok ? ok(listed(kifu, { match, head }, played.value, options)) : played;
}

/** A record made into a chain, and what to list it as. */
export interface Listed<State = unknown> {
  readonly chain: Chain<State>;
  readonly listing: ToList;
}

/** Makes the chain of a record, as `recordKifu` does, and its listing, as `listingOf` does: it is played once for both. */
export function recordListed<State, Move extends Json>(
  game: Game<State, Move>,
  kifu: Kifu,
  options: ListingOptions<State, Move> = {},
): Result<Listed<State>> {
  const played = playThrough(game, kifu, options, append);
  if (!played.ok) return played;
  const ended = endAsTold(played.value.chain, kifu);
  if (!ended.ok) return ended;
  const chain = ended.value;
  const ids = { match: idOf(chain.table.match), head: headOf(chain) };
  const seen = isHiding(game, kifu) ? HIDDEN : played.value;
  return ok({ chain, listing: listed(kifu, ids, seen, options) });
}

/** Whether somebody must not yet learn what happened. */
const isHiding = <State, Move extends Json>(
  { secrets }: Game<State, Move>,
  { header, ending }: Kifu,
): boolean => (secrets !== undefined || isSealed(header)) && ending === null;

const listed = (
  kifu: Kifu,
  ids: { readonly match: Cid; readonly head: Cid },
  { opening, positions, outcome }: Seen,
  { source, visibility }: Partial<Pick<Listing, 'source' | 'visibility'>>,
): ToList => ({
  ...ids,
  game: kifu.header.game,
  players: namesOf(kifu.header),
  startedAt: startedAtOf(kifu.header),
  entries: kifu.entries.length,
  outcome: kifu.ending?.outcome ?? outcome,
  rated: termsOf(kifu.header).rated,
  source: source ?? null,
  visibility: visibility ?? 'private',
  opening,
  comments: [...commentsOf(kifu)],
  positions,
});

/** Where foreign forms tell the day: PGN and PDN, SGF, `.mat`. */
const DAY_TAGS = ['UTCDate', 'Date', 'DT', 'EventDate'] as const;
/** A year, and a month where one is told: `2024.05.??`, `2024-05`. */
const YEAR_AND_MONTH = /^\s*(?!0000)(\d{4})(?:[.-](0[1-9]|1[0-2]))?(?![\p{L}\d])/u;

/** When a match began, as far as anybody knows: a header has a day or nothing, its tags may tell the year or the month. */
export function startedAtOf({
  startedAt,
  tags,
}: Pick<Kifu['header'], 'startedAt' | 'tags'>): string | null {
  if (startedAt !== null) return startedAt;
  for (const tag of DAY_TAGS) {
    const [, year, month] = YEAR_AND_MONTH.exec(tags[tag] ?? '') ?? [];
    if (year !== undefined) return month === undefined ? year : `${year}-${month}`;
  }
  return null;
}

/** The names of the players by seat, as listings have them. */
export function namesOf({ players }: Pick<Kifu['header'], 'players'>): string[] {
  const seats = Math.max(-1, ...players.map(({ seat }) => seat)) + 1;
  return Array.from(
    { length: seats },
    (_, i) => players.find(({ seat }) => seat === i)?.name ?? '',
  );
}

/** The name of a position in a library: equal for equal positions of a game, and of no other. */
export const positionKey = <State>(game: Game<State>, state: State): Uint8Array =>
  keysOf([positionText(game, state)])[0]!;

const positionText = <State>({ name, states }: Game<State>, state: State): string =>
  `${name}\n${states.position(state)}`;

/** The names of positions by their texts, hashed together. */
function keysOf(texts: Iterable<string>): Uint8Array[] {
  const messages = Array.from(texts, text => utf8.encode(text));
  const digests = sha256Many(messages);
  return messages.map((_, i) => digests.slice(DIGEST_BYTES * i, DIGEST_BYTES * i + POSITION_BYTES));
}

const utf8 = new TextEncoder();

/** What a listing knows of how a match went. */
interface Seen extends Pick<Listing, 'opening' | 'outcome'> {
  readonly positions: readonly Uint8Array[];
}

interface Played<State> extends Seen {
  readonly chain: Chain<State>;
}

const HIDDEN: Seen = { opening: [], positions: [], outcome: null };

/** Plays a record through, by `append` where its chain is wanted. */
function playThrough<State, Move extends Json>(
  game: Game<State, Move>,
  { header, entries, ending }: Kifu,
  { formatMove }: ListingOptions<State, Move>,
  follow: typeof append,
): Result<Played<State>> {
  const begun = begin(game as Game<State>, header, ending?.deal ? hexToBytes(ending.deal) : null);
  if (!begun.ok) return within(begun, 'the start', '/header');
  const write = formatMove ?? ((_: State, move: Move) => game.moves.hex.encode(move));
  const positions = new Set<string>();
  let noted: State | null = null;
  const note = (state: State) => {
    if (state === noted) return; // the last part of a step leads to the state after it
    noted = state;
    positions.add(positionText(game as Game<State>, state));
  };
  const noteAll = (parts: readonly Part<State>[]) => {
    for (const { state } of parts) note(state);
  };
  let { chain } = begun.value;
  noteAll(begun.value.parts);
  note(chain.table.state);
  const opening: string[] = [];
  for (const [i, entry] of entries.entries()) {
    const before = chain.table.state;
    const doing = toDoing(game as Game, entry);
    const next = doing.ok ? follow(chain, doing.value, refereeOf(entry)) : doing;
    if (!next.ok) return within(next, `entry ${i + 1} of ${entries.length}`, `/entries/${i}`);
    if (doing.ok && doing.value.act.type === 'move' && opening.length < OPENING_MOVES)
      opening.push(write(before, doing.value.act.move as Move));
    chain = next.value.chain;
    noteAll(next.value.parts);
    note(chain.table.state);
  }
  return ok({ chain, opening, positions: keysOf(positions), outcome: chain.table.outcome });
}

const refereeOf = ({ referee }: Entry): Uint8Array | null =>
  referee === undefined ? null : hexToBytes(referee);

/** What people said, in variations too. */
export function* commentsOf({
  notes,
  variations,
}: Pick<Variation, 'notes' | 'variations'>): Generator<string> {
  for (const { text } of notes) if (text !== '') yield text;
  for (const variation of variations) yield* commentsOf(variation);
}
