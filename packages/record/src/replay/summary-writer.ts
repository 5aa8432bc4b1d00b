/** The index entry of a record, made while it is replayed: what a library stores to find it by. */
import {
  type Game,
  glyphWords,
  type Header,
  type Json,
  type Kifu,
  type Kit,
  type Metadata,
  metadataOf,
  ok,
  type Result,
  type Variation,
} from '@kifu/core';
import { isHiding } from '../match-state/access.ts';
import type { MatchSummary, ToList } from '../store/library.ts';
import { isNamed, loadOpenings, type Openings, withOpening } from './openings.ts';
import { PositionKeys } from './positions.ts';
import { type Replay, type ReplayReader, readAll } from './replay.ts';

/** How many first moves a summary has. */
const OPENING_MOVES = 16;

/** What to list a record as, besides what it says itself. */
export interface ListingOptions<State = unknown, Move extends Json = Json>
  extends Partial<Pick<MatchSummary, 'source' | 'visibility'>> {
  /** Writes a move of the opening; default: as hex digits. */
  formatMove?(state: State, move: Move): string;
  /** What the seats are called: tags name players so. */
  readonly seatNames?: readonly string[];
  /** The names of openings; without them only the record names its own. */
  readonly openings?: Openings | null;
}

/** What a game has to say to its summaries. The names of openings are loaded, where it has some. */
export async function listingBy(
  kit: Kit,
): Promise<Pick<ListingOptions, 'formatMove' | 'seatNames' | 'openings'>> {
  const [notation] = kit.notations;
  return {
    ...(notation && { formatMove: (state, move) => notation.format(state, move) }),
    seatNames: kit.seatNames,
    openings: await loadOpenings(kit),
  };
}

/** Notes what a library finds a record by. */
export class SummaryWriter<State = unknown> implements ReplayReader<State> {
  readonly #game: Game<State>;
  readonly #options: ListingOptions<State>;
  readonly #write: (state: State, move: Json) => string;
  /** With the numbers of their entries. */
  #opening: (readonly [n: number, move: string])[] = [];
  readonly #positions: PositionKeys<State>;

  constructor(game: Game<State>, options: ListingOptions<State> = {}) {
    this.#game = game;
    this.#options = options;
    this.#write = options.formatMove ?? ((_, move) => game.moves.hex.encode(move));
    this.#positions = new PositionKeys(game);
  }

  take(replay: Replay<State>): void {
    const { n, table, before, move, isEnded } = replay;
    if (table === null || isEnded) return;
    if (move === null) this.#takeBack(replay);
    else if (this.#opening.length < OPENING_MOVES)
      this.#opening.push([n, this.#write(before!.state, move)]);
    // a plain move has one part, which leads to the state after it
    if (!replay.isPlain) for (const { state } of replay.parts) this.#positions.note(state);
    this.#positions.note(table.state);
  }

  /** Moves that were taken back do not belong to the opening. */
  #takeBack({ entry, table, before }: Replay<State>): void {
    const act = entry?.act;
    if (act?.type === 'allow-takeback' && table!.changed !== before!.changed)
      this.#opening = this.#opening.filter(([n]) => n <= act.to);
  }

  #facts(header: Header, positions: Uint8Array): Metadata {
    const { seatNames = [], openings = null } = this.#options;
    const facts = metadataOf(header, seatNames);
    return openings === null || isNamed(facts)
      ? facts
      : withOpening(facts, openings.last(positions));
  }

  /** How to list the record; default: private. While hands are hidden, moves and positions are left out. */
  listing(replay: Replay<State>, remarks: Pick<Kifu, 'notes' | 'variations'> = NO_REMARKS): ToList {
    const { header, terms } = replay;
    const isHidden = isHiding(this.#game as Game, header!, replay.isEnded);
    const positions = isHidden ? new Uint8Array() : this.#positions.keys();
    return {
      match: replay.match,
      head: replay.head,
      game: header!.game,
      players: namesOf(header!),
      startedAt: startedAtOf(header!),
      entries: replay.n - (replay.isEnded ? 1 : 0),
      outcome: isHidden ? null : replay.outcome,
      rated: terms.rated,
      source: this.#options.source ?? null,
      visibility: this.#options.visibility ?? 'private',
      opening: isHidden ? [] : this.#opening.map(([, move]) => move),
      facts: this.#facts(header!, positions),
      comments: [...commentsOf(remarks)],
      positions,
    };
  }
}

const NO_REMARKS: Pick<Kifu, 'notes' | 'variations'> = { notes: [], variations: [] };

/** The summary of a replayed record. */
export function matchSummaryOf<State>(
  replay: Replay<State>,
  remarks?: Pick<Kifu, 'notes' | 'variations'>,
  options: ListingOptions<State> = {},
): Result<ToList> {
  const lister = new SummaryWriter(replay.game, options);
  readAll(replay, [lister]);
  return replay.fault ?? ok(lister.listing(replay, remarks));
}

/** Where foreign forms tell the day: PGN and PDN, SGF, `.mat`. */
const DAY_TAGS = ['UTCDate', 'Date', 'DT', 'EventDate'] as const;
/** A year, and a month if one is known: `2024.05.??`, `2024-05`. */
const YEAR_AND_MONTH = /^\s*(?!0000)(\d{4})(?:[.-](0[1-9]|1[0-2]))?(?![\p{L}\d])/u;

/** When a match began, as far as the record says: a header has a day or nothing, its tags may tell the year or the month. */
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

/** The names of the players by seat, as summaries have them. */
export function namesOf({ players }: Pick<Kifu['header'], 'players'>): string[] {
  const seats = Math.max(-1, ...players.map(({ seat }) => seat)) + 1;
  return Array.from(
    { length: seats },
    (_, i) => players.find(({ seat }) => seat === i)?.name ?? '',
  );
}

/** What people wrote, in variations too: text, the meaning of their glyphs, and the labels that they drew. */
export function* commentsOf({
  notes,
  variations,
}: Pick<Variation, 'notes' | 'variations'>): Generator<string> {
  for (const { text, glyphs, shapes = [] } of notes) {
    if (text !== '') yield text;
    yield* glyphWords(glyphs);
    for (const shape of shapes) if (shape.type === 'label') yield shape.text;
  }
  for (const variation of variations) yield* commentsOf(variation);
}
