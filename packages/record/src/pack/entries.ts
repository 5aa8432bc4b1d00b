/**
 * The entries of a pack, written or read: one code does both. What the match state, the rules or the previous entries give is not
 * written. A match of which the hands are still hidden cannot be played, and its actions are written in full.
 */
import type { Ending, Entry, Game, Header, NewEntry, Result, Signed, Terms } from '@kifu/core';
import { ok } from '@kifu/core';
import { MAX_ENTRIES, type MatchState } from '../match-state/match-state.ts';
import { keyOf, termsOf } from '../match-state/terms.ts';
import type { PreservedFields } from '../node/make.ts';
import { Acts } from './acts.ts';
import { DamagedError } from './coder.ts';
import { type Columns, codeColumns } from './columns.ts';
import { codeEnding } from './ending.ts';
import type { Tools } from './tools.ts';

/** What is written. The columns come first in a pack, so that all of it is there before the match is played. */
export interface PackSource {
  readonly entries: readonly Entry[];
  readonly ending: Ending | null;
}

/** An entry as a pack tells it, and what of its node the table tells. */
interface CodedEntry {
  readonly entry: NewEntry;
  readonly keep: PreservedFields;
}

const HASH_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** Writes or reads the entries of a match and its ending, in order. */
export class EntryCoder {
  readonly #tools: Tools;
  readonly #game: Game;
  readonly #header: Header;
  readonly #terms: Terms;
  readonly #hasKeys: boolean;
  readonly #source: PackSource | null;
  readonly #columns: Columns;
  readonly #acts: Acts;
  /** How many entries there are. */
  readonly count: number;
  /** Of the last entry that had one: its time, its tick, and what clocks showed and how many actions were signed, by seat. */
  #ms = 0;
  #at = 0;
  #lagged = false;
  readonly #clocks = new Map<number | null, number>();
  readonly #seqs = new Map<number, number>();

  /** Writes or reads how many entries there are, and which columns; the source is null where it is read. */
  constructor(
    tools: Tools,
    game: Game,
    header: Header,
    isHidden: boolean,
    source: PackSource | null,
  ) {
    this.#tools = tools;
    this.#game = game;
    this.#header = header;
    this.#terms = termsOf(header);
    this.#hasKeys = header.players.some(({ key }) => key !== undefined);
    this.#source = source;
    this.count = tools.number('entries', source?.entries.length ?? 0);
    if (this.count > MAX_ENTRIES) throw new DamagedError('there are too many entries');
    const hasTicks = isHidden || game.time !== undefined;
    this.#columns = codeColumns(tools, source, hasTicks, this.#terms.hashEvery);
    this.#acts = new Acts(tools, game, header, this.count, source?.entries ?? null);
  }

  /** Writes or reads entry n: what the match state before it does not tell. The table is null where hands are hidden. */
  entry(table: MatchState | null, n: number): Result<CodedEntry> {
    const written = this.#source?.entries[n - 1] ?? null;
    const ms = this.#codeMs(written);
    const at = this.#codeAt(table, ms, written);
    const done = this.#acts.code(table, at, written);
    if (!done.ok) return done;
    const { seat, act } = done.value;
    const signed =
      act.type === 'links' && this.#terms.referee !== null
        ? null
        : this.#codeSigned(seat, n, written);
    const lag = this.#codeLag(written);
    const isHashed = this.#codeHashed(table, n, written);
    const hash = isHashed && table === null ? this.#bytes(HASH_BYTES, written?.hash) : null;
    const hasClock = this.#columns.clock.code(written !== null && written.clockMs !== null);
    const isShown = hasClock && seat !== null && table !== null && table.clocks !== null;
    const clockMs = hasClock && !isShown ? this.#codeClock(seat, written) : null;
    const referee =
      this.#terms.referee === null ? null : this.#bytes(SIGNATURE_BYTES, written?.referee);
    return ok({
      entry: written ?? { seat, act, at, ms, lag, clockMs, hash, signed, referee },
      keep: { hash: isHashed, clock: isShown },
    });
  }

  /** Writes or reads whether there is an ending after the last entry, and the ending. */
  ending(table: MatchState): Result<Partial<Ending>> | null {
    const written = this.#source?.ending ?? null;
    if (!this.#tools.flag('ended', written !== null, table.outcome !== null ? 1 : 0)) return null;
    return codeEnding({
      tools: this.#tools,
      table,
      ms: this.#ms,
      msUnit: this.#columns.msUnit,
      hasMs: this.#columns.ms.isThere,
      at: this.#game.time?.now(table.state) ?? 0,
      hasReferee: this.#terms.referee !== null,
      keyed: this.#header.players.flatMap(({ seat, key }) => (key === undefined ? [] : [seat])),
      written,
    });
  }

  #bytes(length: number, written: Uint8Array | null | undefined): Uint8Array {
    return this.#tools.bytes(length, written ?? null);
  }

  #codeMs(written: Entry | null): number | null {
    const { ms, msUnit } = this.#columns;
    if (!ms.code(written !== null && written.ms !== null)) return null;
    this.#ms = this.#tools.change('ms', null, this.#ms, msUnit, written?.ms ?? 0);
    return this.#ms;
  }

  /** What a referee gave back, where there are clocks and a referee. */
  #codeLag(written: Entry | null): number | null {
    if (this.#terms.clock === null || this.#terms.referee === null) return null;
    const lag = written?.lag ?? null;
    this.#lagged = this.#tools.flag('lagged', lag !== null, this.#lagged ? 1 : 0);
    return this.#lagged ? this.#tools.number('lag', lag ?? 0) : null;
  }

  #codeAt(table: MatchState | null, ms: number | null, written: Entry | null): number | null {
    const column = this.#columns.at;
    if (column === null || !column.code(written !== null && written.at !== null)) return null;
    const wanted = written?.at ?? 0;
    const now = table === null ? this.#at : this.#game.time!.now(table.state);
    const tick = table === null ? null : this.#tickAt(table, ms);
    this.#at =
      tick !== null && tick >= now && !this.#tools.flag('otherTick', wanted !== tick)
        ? tick
        : this.#tools.change('at', 'downAt', now, 1, wanted);
    return this.#at;
  }

  /** The tick that a time gives, where ticks are a whole number a second. */
  #tickAt(table: MatchState, ms: number | null): number | null {
    const hz = this.#game.time!.hz(table.state);
    const product = (ms ?? -1) * hz;
    return Number.isInteger(hz) && product >= 0 && product <= Number.MAX_SAFE_INTEGER
      ? Math.floor(product / 1000)
      : null;
  }

  #codeSigned(seat: number | null, n: number, entry: Entry | null): Signed | null {
    const tools = this.#tools;
    const written = entry?.signed ?? null;
    if (seat === null || !this.#hasKeys || keyOf(this.#header, seat) === null) return null;
    const seq = this.#codeSeq(seat, written);
    const seen = tools.flag('unseen', written !== null && written.seen !== n - 1)
      ? tools.number('seen', written?.seen ?? 0)
      : n - 1;
    return { seq, seen, signature: this.#bytes(SIGNATURE_BYTES, written?.signature) };
  }

  /** Which action of its seat this is: mostly the next. */
  #codeSeq(seat: number, written: Signed | null): number {
    const next = (this.#seqs.get(seat) ?? 0) + 1;
    const isOther = this.#tools.flag('skipped', written !== null && written.seq !== next);
    const seq = isOther ? this.#tools.number('seq', written?.seq ?? 0) : next;
    this.#seqs.set(seat, seq);
    return seq;
  }

  /** Whether the node has a state hash. */
  #codeHashed(table: MatchState | null, n: number, written: Entry | null): boolean {
    const isThere = written !== null && written.hash !== null;
    if (n % this.#terms.hashEvery !== 0) return this.#columns.hash.code(isThere);
    return table !== null || !this.#tools.flag('unhashed', !isThere);
  }

  /** What a clock showed, where the match has none of its own. */
  #codeClock(seat: number | null, written: Entry | null): number {
    const before = this.#clocks.get(seat) ?? 0;
    const { clockUnit } = this.#columns;
    const wanted = written?.clockMs ?? 0;
    const found = this.#tools.change('clock', 'downClock', before, clockUnit, wanted);
    this.#clocks.set(seat, found);
    return found;
  }
}
