/** The listing of a record, made while it is played through: what a library keeps to find it by. */
import {
  type Game,
  glyphWords,
  type Json,
  type Kifu,
  ok,
  type Result,
  sha256Many,
  type Variation,
} from '@kifu/core';
import { type Listing, POSITION_BYTES, type ToList } from '../store/library.ts';
import { isHiding } from '../table/access.ts';
import { type Replay, type ReplayReader, readAll } from './replay.ts';

/** How many first moves a listing has. */
const OPENING_MOVES = 16;
const DIGEST_BYTES = 32;

/** What to list a record as, besides what it says itself. */
export interface ListingOptions<State = unknown, Move extends Json = Json>
  extends Partial<Pick<Listing, 'source' | 'visibility'>> {
  /** Writes a move of the opening; as hex digits unless told. */
  formatMove?(state: State, move: Move): string;
}

/** Notes what a library finds a record by. */
export class Lister<State = unknown> implements ReplayReader<State> {
  readonly #game: Game<State>;
  readonly #options: ListingOptions<State>;
  readonly #write: (state: State, move: Json) => string;
  readonly #opening: string[] = [];
  readonly #positions: PositionKeys<State>;

  constructor(game: Game<State>, options: ListingOptions<State> = {}) {
    this.#game = game;
    this.#options = options;
    this.#write = options.formatMove ?? ((_, move) => game.moves.hex.encode(move));
    this.#positions = new PositionKeys(game);
  }

  take({ table, before, parts, move, isEnded }: Replay<State>): void {
    if (table === null || isEnded) return;
    if (move !== null && this.#opening.length < OPENING_MOVES)
      this.#opening.push(this.#write(before!.state, move));
    for (let i = 0; i < parts.length; i++) this.#positions.note(parts[i]!.state);
    this.#positions.note(table.state);
  }

  /** What to list the record as; private unless told. While hands are hidden, moves and positions are left out. */
  listing(replay: Replay<State>, remarks: Pick<Kifu, 'notes' | 'variations'> = NO_REMARKS): ToList {
    const { header, terms } = replay;
    const isHidden = isHiding(this.#game as Game, header!, replay.isEnded);
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
      opening: isHidden ? [] : this.#opening,
      comments: [...commentsOf(remarks)],
      positions: isHidden ? new Uint8Array() : this.#positions.keys(),
    };
  }
}

const NO_REMARKS: Pick<Kifu, 'notes' | 'variations'> = { notes: [], variations: [] };

/** The listing of what a replay goes through. */
export function listingOf<State>(
  replay: Replay<State>,
  remarks?: Pick<Kifu, 'notes' | 'variations'>,
  options: ListingOptions<State> = {},
): Result<ToList> {
  const lister = new Lister(replay.game, options);
  readAll(replay, [lister]);
  return replay.fault ?? ok(lister.listing(replay, remarks));
}

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
export function positionKey<State>(game: Game<State>, state: State): Uint8Array {
  const keys = new PositionKeys(game);
  keys.note(state);
  return keys.keys();
}

/** Room for the texts of positions until they are hashed together; no more than one record is listed at a time. */
const ROOM = new Uint8Array(1 << 14);
const utf8 = new TextEncoder();

/** The names of positions, each once: the first bytes of the hash of the game's name and the position. */
class PositionKeys<State> {
  readonly #game: Game<State>;
  readonly #prefix: Uint8Array;
  /** One after the other; longer than needed. */
  #keys = new Uint8Array(128 * POSITION_BYTES);
  #count = 0;
  /** The first 52 bits of each, which JavaScript has exactly. */
  readonly #known = new Set<number>();
  #noted: State | null = null;
  #texts: Uint8Array[] = [];
  #end = 0;

  constructor(game: Game<State>) {
    this.#game = game;
    this.#prefix = utf8.encode(`${game.name}\n`);
  }

  note(state: State): void {
    if (state === this.#noted) return; // the last part of a step leads to the state after it
    this.#noted = state;
    const { bytes } = this.#game.states;
    const text = bytes === undefined ? this.#game.states.position(state) : null;
    const most = this.#prefix.length + (text === null ? bytes!.most : 3 * text.length);
    if (ROOM.length - this.#end < most) this.#hash();
    const isLong = most > ROOM.length;
    const room = isLong ? new Uint8Array(most) : ROOM;
    const from = isLong ? 0 : this.#end;
    const at = from + this.#prefix.length;
    room.set(this.#prefix, from);
    const end =
      text === null
        ? bytes!.writePosition(state, room, at)
        : at + utf8.encodeInto(text, room.subarray(at)).written;
    if (!isLong) this.#end = end;
    this.#texts.push(room.subarray(from, end));
  }

  keys(): Uint8Array {
    this.#hash();
    return this.#keys.slice(0, POSITION_BYTES * this.#count);
  }

  #hash(): void {
    const digests = sha256Many(this.#texts);
    const view = new DataView(digests.buffer, digests.byteOffset, digests.length);
    for (let at = 0; at < digests.length; at += DIGEST_BYTES) {
      const size = this.#known.size;
      this.#known.add(view.getUint32(at) * 2 ** 20 + (view.getUint32(at + 4) >>> 12));
      if (this.#known.size > size) this.#add(digests, at);
    }
    this.#texts = [];
    this.#end = 0;
  }

  #add(digests: Uint8Array, at: number): void {
    const end = POSITION_BYTES * this.#count++;
    if (end === this.#keys.length) {
      const grown = new Uint8Array(2 * end);
      grown.set(this.#keys);
      this.#keys = grown;
    }
    for (let i = 0; i < POSITION_BYTES; i++) this.#keys[end + i] = digests[at + i]!;
  }
}

/** What people said, in variations too: their words, what their glyphs mean, and the labels that they drew. */
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
