/** Lets a `SeatPlayer` play a seat of any match: hosted here, on a server, or with a peer. It asks, aborts, restarts and gives up. */
import {
  type Action,
  type Fault,
  fail,
  type Game,
  type Json,
  moveAct,
  ok,
  playerViewOf,
  type Result,
  type Seat,
} from '@kifu/core';
import type { MatchState } from '../match-state/match-state.ts';
import type { Match } from './match.ts';
import { OfferAnswers } from './offer-answers.ts';
import { activeSeats, type PresentMatch, presentOf } from './present.ts';
import type { Decision, SeatPlayer, Turn } from './seat-player.ts';
import type { Timer } from './timer.ts';

/** What a driver needs of a match. */
export type DrivenMatch = PresentMatch & Pick<Match, 'on' | 'submit'>;

export interface DriverOptions {
  readonly match: DrivenMatch;
  readonly seat: Seat;
  readonly player: SeatPlayer;
  readonly timer: Timer;
  /** How long it may think where no clock limits it; null for as long as it likes. */
  readonly moveMs?: number | null;
  /** The shortest time it appears to think, so that people can follow. */
  readonly minThinkMs?: number;
  /** How often it is asked in a game of free pace, in milliseconds; 500 by default. */
  readonly lookMs?: number;
  /** Performs an action, the decision of a turn or the answer to an offer (null); `match.submit` by default. */
  submit?(action: Action, turn: Turn | null): Promise<Result<number>>;
  /** Called on each failure. The last one is final: by default the seat resigns. */
  onFailure?(fault: Fault, isFinal: boolean): void;
}

/** How often a program is asked in a game of free pace, in milliseconds, unless its host says otherwise. */
export const LOOK_MS = 500;
const MAX_FAILURES = 2;

export class SeatDriver {
  player: SeatPlayer;
  readonly #options: DriverOptions;
  readonly #stops: readonly (() => void)[];
  readonly #answers: OfferAnswers;
  #thinking: AbortController | null = null;
  #cancelAlarm: (() => void) | null = null;
  #failures = 0;
  #askAt = 0;
  #isStopped = false;

  constructor(options: DriverOptions) {
    const { match, seat, timer, player } = options;
    this.#options = options;
    this.player = player;
    const submit = (action: Action) => void this.#submit(action, null).catch(() => {});
    this.#answers = new OfferAnswers({ match, seat, timer, submit });
    this.#stops = [
      match.on('node', event => {
        const { replay } = event;
        if (replay.table !== null && replay.game.secrets === undefined) this.player.follow?.(event);
        // in games with turns a changed position needs a new choice
        if (replay.isEnded || (replay.game.pace !== 'free' && hasChanged(replay.table, replay.n)))
          this.#thinking?.abort(CHANGED);
        this.wake();
      }),
      match.on('change', change => void (change === 'connection' && this.wake())),
      match.on('closed', () => void this.stop()),
    ];
  }

  /** Whether the player is thinking, or will be asked by time alone. */
  get isBusy(): boolean {
    return this.#thinking !== null || this.#cancelAlarm !== null;
  }

  /** Asks the player about an offer that is open; and for a move if it is its turn and it is not thinking yet. */
  wake(): void {
    const { match, seat, timer } = this.#options;
    this.#cancelAlarm?.();
    this.#cancelAlarm = null;
    if (this.#isStopped || match.replay === null) return;
    this.#answers.look(this.player);
    if (this.#thinking !== null || match.replay.isEnded) return;
    const waitMs = Math.max(this.#askAt - timer.now(), -match.elapsedMs());
    if (waitMs > 0) this.#cancelAlarm = timer.after(waitMs, () => this.wake());
    else if (activeSeats(match).includes(seat)) {
      const turn = this.#turn();
      if (turn.view.legal.length > 0) void this.#think(turn);
    }
  }

  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#cancelAlarm?.();
    this.#cancelAlarm = null;
    this.#answers.stop();
    for (const stop of this.#stops) stop();
    this.#thinking?.abort();
    await this.player.close?.();
  }

  async #think(turn: Turn): Promise<void> {
    const { timer, minThinkMs = 0, moveMs = null } = this.#options;
    const thinking = new AbortController();
    this.#thinking = thinking;
    const { signal } = thinking;
    const since = timer.now();
    const overtime =
      moveMs === null ? () => {} : timer.after(moveMs, () => thinking.abort(OVERTIME));
    let decision: Decision | null = null;
    let cause: unknown = OVERTIME;
    try {
      decision = await Promise.race([this.player.decide(turn, signal), aborted(signal)]);
    } catch (thrown) {
      cause = thrown;
    }
    overtime();
    const early = decision === null ? 0 : minThinkMs - (timer.now() - since);
    if (early > 0) await new Promise<void>(done => timer.after(early, done));
    if (this.#isStopped) return;
    let wrong: unknown = null;
    // until it is performed the seat is not asked again
    if (decision !== null && signal.reason !== CHANGED)
      wrong = await this.#perform(turn, decision).catch((thrown: unknown) => thrown ?? BROKEN);
    else if (decision === null && signal.reason !== CHANGED) wrong = cause;
    this.#thinking = null;
    if (wrong !== null && !this.#isStopped) await this.#failed(wrong);
    else this.wake();
  }

  async #submit(action: Action, turn: Turn | null): Promise<Result<number>> {
    const { match, seat, submit } = this.#options;
    return submit === undefined ? match.submit(seat, action) : submit(action, turn);
  }

  /** Performs a decision; gives what was wrong with it, null where nothing was. */
  async #perform(turn: Turn, decision: Decision): Promise<Fault | null> {
    const { match, timer, lookMs = LOOK_MS } = this.#options;
    const { game } = match.replay!;
    const isFree = game.pace === 'free';
    if (isFree) this.#askAt = timer.now() + lookMs;
    if (decision.do === 'wait') {
      this.#askAt = timer.now() + (decision.ms ?? lookMs);
      return null;
    }
    const action = actionOf(game, decision);
    if (!action.ok) return action.fault;
    const done = await this.#submit(action.value, turn);
    if (done.ok) {
      this.#failures = 0;
      return null;
    }
    // while it thought the position may have changed or the match been paused, and a clock does not wait for a program
    const isLate = LATE.includes(done.fault.code) || hasChanged(match.replay!.table, turn.n + 1);
    return isFree || isLate ? null : done.fault;
  }

  /** A crash, a timeout or an illegal move: tried once more with a fresh player, then it gives up. */
  async #failed(cause: unknown): Promise<void> {
    const { seat, match, onFailure } = this.#options;
    this.#failures++;
    const fault = faultOf(this.player.name, cause);
    const fresh =
      this.#failures < MAX_FAILURES ? await this.player.restart?.().catch(() => null) : null;
    if (fresh != null) {
      onFailure?.(fault, false);
      void this.player.close?.();
      this.player = fresh;
      return this.wake();
    }
    void this.stop();
    if (onFailure !== undefined) onFailure(fault, true);
    else await match.submit(seat, { type: 'leave', of: seat, how: 'resignation' });
  }

  #turn(): Turn {
    const { match, seat, moveMs = null } = this.#options;
    const { game, table } = match.replay! as { readonly game: Game; readonly table: MatchState };
    const now = presentOf(match);
    const hidden = match.viewsOf(seat)?.at(-1);
    const view =
      now !== null || hidden === undefined
        ? playerViewOf(game, now?.state ?? table.state, seat)
        : { seat, legal: hidden.legal, state: null, view: hidden.view };
    return {
      ...{ seat, n: match.replay!.n, view },
      moves: () => (table === null ? null : standingMoves(table)),
      budget: { moveMs, clocks: table?.clocks ?? null, elapsedMs: match.elapsedMs() },
    };
  }
}

/** The action of a decision; a program may name any value as its move. */
function actionOf(game: Game, decision: Exclude<Decision, { do: 'wait' }>): Result<Action> {
  if (decision.do === 'action') return ok(decision.action);
  const move = game.moves.json.decode(decision.move);
  return move.ok ? ok(moveAct(game, move.value)) : move;
}

/** Whether an entry, or a later one, changed the position. */
const hasChanged = (state: MatchState | null, n: number): boolean =>
  state === null || state.changed >= n;

/** The moves that lead to a match state, takebacks left out; null where hands are hidden and in games with ticks. */
function standingMoves({ trail, game }: MatchState): readonly Json[] | null {
  if (game.secrets !== undefined || game.time !== undefined) return null;
  const moves: Json[] = [];
  for (let here = trail; here !== null; here = here.before) {
    const move: Result<Json> = game.moves.bytes.decode(here.move);
    if (move.ok) moves.push(move.value);
  }
  return moves.reverse();
}

const aborted = (signal: AbortSignal): Promise<null> =>
  new Promise(done => signal.addEventListener('abort', () => done(null), { once: true }));

const CHANGED = Symbol('the position changed');
const OVERTIME = 'no answer in time';
const BROKEN = 'the move could not be played';
const LATE: readonly string[] = ['game-over', 'out-of-time', 'paused'];

const faultOf = (name: string, cause: unknown): Fault =>
  fail(
    'unreadable',
    `${name} failed: ${cause instanceof Error ? cause.message : JSON.stringify(cause)}`,
    { rule: 'seat-player' },
  ).fault;
