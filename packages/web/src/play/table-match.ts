/** A match as a page plays it: here, against bots and at one screen, or on a server. Both are played alike. */
import type { Chat, RemoteMatch } from '@kifu/client';
import type { Act, Entry, Json, Kit, Part, Result, Seat } from '@kifu/core';
import { type Match, presentOf } from '@kifu/record/match';
import type { Replay, SeatView } from '@kifu/record/replay';
import { hzOf, msOfTick } from '@kifu/record/table';

/** What a node brought. */
export interface MatchNews {
  /** Null for the start and the ending. */
  readonly entry: Entry | null;
  readonly parts: readonly Part[];
  /** What the seat here sees after it, where hands are hidden. */
  readonly sight: SeatView | null;
}

/** A match at which people of this page sit, or look on. */
export interface TableMatch {
  readonly kit: Kit;
  /** The match as far as it has come; null before it has begun. */
  readonly followed: Replay | null;
  /** The seats that are played here; none for those who look on. */
  readonly seats: readonly Seat[];
  /** The seats of bots. */
  readonly bots: readonly Seat[];
  /** Null where the match is played in this page. */
  readonly live: RemoteMatch | null;
  /** What a seat sees where hands are hidden; null where nothing is. */
  sightOf(seat: Seat | null): SeatView | null;
  nameOf(seat: Seat): string;
  /** Milliseconds since the start of the match; below 0 while it is counted down. */
  elapsedMs(): number;
  /** The state now: with the time that has passed, and own moves on their way. Null while hands are hidden. */
  present(): { readonly state: unknown; readonly tick: number | null } | null;
  act(seat: Seat, act: Act): Promise<Result<number>>;
  /** Plays a move as soon as it is legal; null forgets it. */
  premove(seat: Seat, move: Json | null): void;
  readonly premoved: Json | null;
  readonly chat: readonly Chat[];
  say(text: string): void;
  /** Hears of each node, and with null of everything else that changed. */
  listen(listener: (news: MatchNews | null) => void): () => void;
  close(): void;
}

/** A match in hand, as the play area takes it. */
export function tableMatch(kit: Kit, match: Match): TableMatch {
  const viewOf = (seat: Seat | null) => match.viewsOf(seat)?.at(-1) ?? null;
  return {
    ...{ kit, live: null, chat: [] },
    get followed() {
      return match.replay;
    },
    get seats() {
      return match.seats;
    },
    get bots() {
      return match.players.filter(({ kind }) => kind === 'program').map(({ seat }) => seat);
    },
    get premoved() {
      return [...match.premoves.values()][0] ?? null;
    },
    sightOf: viewOf,
    nameOf: seat => match.players.find(player => player.seat === seat)?.name ?? '',
    elapsedMs: () => match.elapsedMs(),
    present: () => presentOf(match),
    act: (seat, act) => match.submit(seat, act),
    premove: (seat, move) => match.premove(seat, move),
    say() {},
    listen(listener) {
      const stops = [
        match.on('node', ({ entry, replay: { parts } }) =>
          listener({ entry, parts, sight: viewOf(match.seats[0] ?? null) }),
        ),
        match.on('change', () => listener(null)),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    close: () => void match.close(),
  };
}

/** The seats that the match waits for. */
export function activeIn(match: TableMatch): readonly Seat[] {
  const { followed, kit } = match;
  if (followed === null || followed.outcome !== null || followed.isEnded) return [];
  const now = match.present();
  if (now === null) return match.sightOf(match.seats[0] ?? null)?.active ?? [];
  return kit.game.chance?.due(now.state) === true ? [] : kit.game.active(now.state);
}

/** Whether the player of a seat has no connection to the server; not known while this page has none itself. */
export function isOffline({ live, bots, seats }: TableMatch, seat: Seat): boolean {
  if (live === null || bots.includes(seat)) return false;
  if (!live.connection.isConnected) return seats.includes(seat);
  return !live.presence.seats.includes(seat);
}

/** Longer times for a move are as good as none, and are not shown; in milliseconds. */
const LONGEST_SHOWN_MS = 86_400_000;

/** What a seat has left for its move by the rules of the game, in milliseconds; null where they set no time, or it is not the seat's turn. */
export function moveLeftMs(match: TableMatch, seat: Seat): number | null {
  const { kit, followed } = match;
  const { time, pace, active, outcome } = kit.game;
  const table = followed?.table ?? null;
  if (time === undefined || pace === 'free' || table?.anchor == null || table.anchor.isPaused)
    return null;
  const now = match.present();
  if (now === null || followed?.outcome != null || outcome(now.state) !== null) return null;
  const [mover, other] = active(now.state);
  const next = time.next(now.state);
  if (mover !== seat || other !== undefined || next === null) return null;
  const leftMs = msOfTick(table.anchor, hzOf(kit.game, table.state), next) - match.elapsedMs();
  return leftMs > LONGEST_SHOWN_MS ? null : Math.max(0, leftMs);
}

/** The moves that a seat may make now. */
export function legalIn(match: TableMatch, seat: Seat | null): readonly Json[] {
  const { followed, kit } = match;
  if (seat === null || followed === null || followed.outcome !== null) return [];
  if (followed.table?.talk.isPaused || match.elapsedMs() < 0) return [];
  const now = match.present();
  if (now === null) return match.sightOf(seat)?.legal ?? [];
  if (kit.game.chance?.due(now.state) === true || kit.game.outcome(now.state) !== null) return [];
  return [...kit.game.legal(now.state, seat)];
}
