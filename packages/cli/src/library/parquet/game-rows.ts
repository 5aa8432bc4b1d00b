/** The rows of one game, made while it is replayed. */
import {
  bytesToHex,
  type Game,
  glyphSigns,
  isSpoken,
  type Json,
  type Kit,
  type Metadata,
  metadataOf,
  type Note,
  parseDate,
  sha256Many,
} from '@kifu/core';
import { actToJson } from '@kifu/record/json';
import { isHiding, shownMs } from '@kifu/record/match-state';
import type { Replay, ReplayReader } from '@kifu/record/replay';
import { type MatchSummary, POSITION_BYTES } from '@kifu/record/store';
import { writerOf } from '../prepare.ts';
import type { GameRows, Row, TableName } from './tables.ts';

/** What the library says of a match, in the names that its user chose. */
type Listed = Omit<MatchSummary, 'match' | 'head'> & Record<'match' | 'head', string>;

type Draft<Table extends TableName> = { -readonly [Name in keyof Row<Table>]: Row<Table>[Name] };

/** Glyphs above these judge the position, not the move. */
const MOVE_GLYPHS = 6;
const utf8 = new TextEncoder();

/** Reads a replay, and gives the rows of some tables. */
export class RowReader implements ReplayReader {
  readonly #kit: Kit;
  readonly #wanted: ReadonlySet<TableName>;
  readonly #write: (state: unknown, move: Json) => string;
  readonly #moves: Draft<'moves'>[] = [];
  readonly #events: Row<'events'>[] = [];
  readonly #positions: { n: number; name: string; text: string | null }[] = [];
  /** What the clock of each seat last showed, where a foreign record says so. */
  readonly #clocks = new Map<number, number>();
  /** The tick of the start. */
  #firstTick: number | null = null;
  /** How many moves stand. */
  #ply = 0;
  #replay: Replay | null = null;

  constructor(kit: Kit, wanted: ReadonlySet<TableName>) {
    this.#kit = kit;
    this.#wanted = wanted;
    this.#write = writerOf(kit);
  }

  take(replay: Replay): void {
    this.#replay = replay;
    const { table, n, isEnded } = replay;
    if (table === null || isEnded) return;
    if (n === 0) this.#firstTick = replay.game.time?.now(table.state) ?? null;
    if (replay.move !== null) this.#takeMove(replay, replay.move);
    else if (n > 0) this.#takeAction(replay);
    if (this.#wanted.has('events')) this.#takeEvents(replay);
    if (this.#wanted.has('positions') && (n === 0 || replay.before!.state !== table.state))
      this.#takePosition(n, table.state);
  }

  #takeMove(replay: Replay, move: Json): void {
    const { n, table, before, entry } = replay;
    const seat = entry!.seat;
    this.#ply++;
    this.#moves.push({
      match: '',
      n,
      ply: this.#ply,
      seat,
      move: this.#write(before!.state, move),
      took_ms: this.#tookMs(replay, seat),
      clock_ms:
        entry!.clockMs ??
        (seat === null || table!.clocks === null ? null : shownMs(table!.clocks, seat, table!.ms)),
      ms: entry!.ms ?? this.#msOf(table!.state),
      tick: this.#tickOf(table!.state),
      score: null,
      win_in: null,
      depth: null,
      glyph: null,
      comment: null,
      taken_back: false,
    });
    if (seat !== null && entry!.clockMs !== null) this.#clocks.set(seat, entry!.clockMs);
  }

  /** Since the entry before; of a foreign record, by what the clock of the seat showed after its previous move. */
  #tookMs({ entry, before, header }: Replay, seat: number | null): number | null {
    const { ms, clockMs } = entry!;
    if (ms !== null && (before!.lastMs !== null || before!.n === 0))
      return Math.max(0, ms - (before!.lastMs ?? 0));
    const shown = seat === null ? undefined : this.#clocks.get(seat);
    const { incrementMs } = timesOf(header!.terms?.clock ?? null, controlTag(header!.tags));
    if (clockMs === null || shown === undefined || incrementMs === null) return null;
    const took = shown + incrementMs - clockMs;
    return took < 0 ? null : took;
  }

  #takeAction({ n, entry, table, before }: Replay): void {
    const { act, seat, at, ms } = entry!;
    if (act.type === 'allow-takeback' && table!.changed !== before!.changed)
      for (const move of this.#moves)
        if (move.n > act.to && !move.taken_back) {
          move.taken_back = true;
          this.#ply--;
        }
    // links are part of the draw, which has its event
    if (act.type === 'links' || !this.#wanted.has('events')) return;
    const { type, ...data } = actToJson(this.#kit.game as Game, act);
    this.#events.push({
      ...{ match: '', n, i: 0, by: 'match', type: type as string, seat },
      ...{ tick: at ?? this.#tickOf(table!.state), ms: ms ?? this.#msOf(table!.state) },
      data: JSON.stringify(data),
    });
  }

  #takeEvents({ n, parts, entry }: Replay): void {
    let i = this.#events.at(-1)?.n === n ? 1 : 0;
    for (const { by, events, state } of parts) {
      const now = this.#tickOf(state);
      for (const { type, ...data } of events) {
        const isTimed = now !== null && Number.isSafeInteger(data.tick);
        const tick = isTimed ? Number(data.tick) : now;
        const told = isTimed ? null : (entry?.ms ?? null);
        this.#events.push({
          ...{ match: '', n, i: i++, by, type, seat: seatIn(data.seat), tick },
          ms: told ?? (tick === null ? null : this.#msAt(tick)),
          data: JSON.stringify(data),
        });
      }
    }
  }

  #takePosition(n: number, state: unknown): void {
    const { game, positions } = this.#kit;
    const name = `${game.name}\n${game.states.position(state)}`;
    this.#positions.push({ n, name, text: positions[0]?.format(state) ?? null });
  }

  #tickOf = (state: unknown): number | null => this.#kit.game.time?.now(state) ?? null;

  #msOf(state: unknown): number | null {
    const tick = this.#tickOf(state);
    return tick === null ? null : this.#msAt(tick);
  }

  #msAt(tick: number): number {
    const { game, table } = this.#replay!;
    return Math.round(((tick - this.#firstTick!) * 1000) / game.time!.hz(table!.state));
  }

  /** The rows, when the replay is through. While hands are hidden, only those that show none. */
  rows(listed: Listed, notes: readonly Note[]): GameRows {
    const { header, game, isEnded } = this.#replay!;
    const isHidden = isHiding(game as Game, header!, isEnded);
    const { match } = listed;
    const moves = isHidden ? [] : this.#moves;
    this.#remark(notes);
    for (const move of moves) move.match = match;
    return {
      games: [this.#gameRow(listed)],
      players: playerRows(listed, header!.players),
      moves,
      positions: isHidden ? [] : this.#positionRows(match),
      events: isHidden ? [] : this.#events.map(event => ({ ...event, match })),
    };
  }

  #gameRow(listed: Listed): Row<'games'> {
    const { header, table } = this.#replay!;
    const { startedAt, outcome, opening } = listed;
    const facts = this.#factsOf(listed);
    const clock = header!.terms?.clock ?? null;
    const { mainMs, incrementMs } = timesOf(clock, facts.timeControl);
    const last = this.#moves.findLast(({ taken_back }) => !taken_back);
    return {
      match: listed.match,
      head: listed.head,
      started_at: startedAt === null ? null : parseDate(startedAt),
      date: startedAt,
      entries: listed.entries,
      moves: this.#ply,
      duration_ms: table === null ? null : (table.lastMs ?? last?.ms ?? null),
      result: outcome?.result ?? 'open',
      winner: outcome?.winners.length === 1 ? outcome.winners[0]! : null,
      reason: outcome?.reason ?? null,
      rated: listed.rated,
      time_control: facts.timeControl,
      main_ms: mainMs,
      increment_ms: incrementMs,
      eco: facts.eco,
      opening: facts.openingName,
      first_moves: opening.join(' '),
      event: facts.event,
      site: facts.site,
      round: facts.round,
      options: JSON.stringify(header!.options),
      tags: JSON.stringify(facts.tags),
      source: listed.source,
      visibility: listed.visibility,
    };
  }

  /** What the listing says. Those of archives leave out the site and the other tags, which the header has. */
  #factsOf({ facts }: Listed): Metadata {
    const { site, tags } = metadataOf(this.#replay!.header!, this.#kit.seatNames);
    return { ...facts, site: facts.site ?? site, tags: { ...tags, ...facts.tags } };
  }

  /** Puts what was said about moves into their rows. */
  #remark(notes: readonly Note[]): void {
    const rows = new Map(this.#moves.map(move => [move.n, move]));
    for (const { entry, text, glyphs, evaluation, tookMs } of notes.filter(isSpoken)) {
      const row = rows.get(entry);
      if (row === undefined) continue;
      if (evaluation !== undefined && row.score === null && row.win_in === null) {
        row.score = 'score' in evaluation ? evaluation.score : null;
        row.win_in = 'winIn' in evaluation ? evaluation.winIn : null;
        row.depth = evaluation.depth ?? null;
      }
      row.glyph ??= glyphSigns(glyphs.filter(glyph => glyph <= MOVE_GLYPHS)) || null;
      row.took_ms ??= tookMs ?? null;
      if (text !== '') row.comment = row.comment === null ? text : `${row.comment}\n${text}`;
    }
  }

  #positionRows(match: string): Row<'positions'>[] {
    const digests = sha256Many(this.#positions.map(({ name }) => utf8.encode(name)));
    return this.#positions.map(({ n, text }, i) => {
      const position = bytesToHex(digests.subarray(DIGEST * i, DIGEST * i + POSITION_BYTES));
      return { match, n, position, text };
    });
  }
}

/** Bytes of a SHA-256. */
const DIGEST = 32;

const seatIn = (value: Json | undefined): number | null =>
  Number.isSafeInteger(value) ? (value as number) : null;

function playerRows(
  { match, players, outcome, facts }: Listed,
  seated: readonly { readonly seat: number; readonly key?: string }[],
): Row<'players'>[] {
  return [...seated]
    .sort((a, b) => a.seat - b.seat)
    .map(({ seat, key = null }) => ({
      match,
      seat,
      name: players[seat] || null,
      rating: facts.ratings[seat] ?? null,
      title: facts.titles[seat] ?? null,
      key,
      result: resultOf(outcome, seat),
      points: outcome?.points?.[seat] ?? null,
    }));
}

function resultOf(outcome: MatchSummary['outcome'], seat: number): string {
  if (outcome === null) return 'open';
  if (outcome.result !== 'win') return outcome.result;
  return outcome.winners.includes(seat) ? 'win' : 'loss';
}

/** Tags that tell the time control, in PGN and in SGF. */
const controlTag = (tags: { readonly [name: string]: string }): string | null =>
  tags.TimeControl ?? tags.TM ?? null;

/** Main time and increment, from the clock that was agreed on or from a tag: seconds, with the increment after a plus. */
function timesOf(
  clock: object | null,
  tag: string | null,
): { readonly mainMs: number | null; readonly incrementMs: number | null } {
  if (clock !== null) {
    const { mainMs, moveMs, incrementMs } = clock as { readonly [name: string]: number };
    return { mainMs: mainMs ?? moveMs ?? null, incrementMs: incrementMs ?? 0 };
  }
  const [, main, increment] = /^(\d{1,7})(?:\+(\d{1,5}))?$/.exec(tag?.trim() ?? '') ?? [];
  return main === undefined
    ? { mainMs: null, incrementMs: null }
    : { mainMs: 1000 * Number(main), incrementMs: 1000 * Number(increment ?? 0) };
}
