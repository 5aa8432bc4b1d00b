/** Bots in a room: each is driven like any program on a seat, and answers offers of people by the policy of all programs. */
import { wallTimer } from '@kifu/client/timer';
import { type Action, fail, type NewEntry, ok, type Result, type Seat } from '@kifu/core';
import {
  answerOf,
  createEmitter,
  type DrivenMatch,
  type MatchEvents,
  SeatDriver,
  type Turn,
} from '@kifu/record/match';
import type { Replay } from '@kifu/record/replay';
import { poolPlayer } from '../bots/pool-player.ts';
import { doNow, enqueue, momentOf } from './acts.ts';
import { elapsedMs, type Room } from './room.ts';
import { guard, mayDecree } from './wake.ts';

/** How often bots look at a game without turns. */
const LOOK_MS = 400;

const botSeats = ({ stored }: Room): Seat[] =>
  stored.seats.filter(({ type }) => type === 'bot').map(({ seat }) => seat);

/** Lets bots sign the header of their match as soon as it exists. */
export function agreeAll(room: Room): void {
  for (const seat of botSeats(room))
    doNow(room, seat, () => {
      const { isOpening, resume } = room.chain!.table.talk;
      return isOpening && !resume.includes(seat) ? { type: 'resume' } : null;
    });
}

/** Lets the bots of a room play from now on. */
export function wakeBots(room: Room): void {
  const { chain, held, hasBots, isBroken, registry } = room;
  const isPlaying = hasBots && registry.bots !== null && chain !== null && !chain.isEnded;
  if (!isPlaying || isBroken || held !== null) return;
  room.bots ??= new RoomBots(room);
  room.bots.wake();
}

/** The match of a room as the drivers of its bots see it. An error in the rules breaks down the room, and nothing else. */
export class RoomBots implements DrivenMatch {
  readonly seats: readonly Seat[];
  readonly pending = [];
  readonly #room: Room;
  readonly #emitter = createEmitter<MatchEvents>();
  readonly #drivers: readonly SeatDriver[];

  constructor(room: Room) {
    this.#room = room;
    this.seats = botSeats(room);
    this.#drivers = this.seats.map(seat => this.#drive(seat));
  }

  get replay(): Replay | null {
    return this.#room.match?.replay ?? null;
  }

  /** Whether a bot thinks, or will by time alone. */
  get isBusy(): boolean {
    return this.#drivers.some(({ isBusy }) => isBusy);
  }

  readonly on: DrivenMatch['on'] = (name, listener) =>
    this.#emitter.on(name, event => guard(this.#room, () => listener(event)));

  readonly elapsedMs = (): number => elapsedMs(this.#room);

  /** Hands are hidden from the players, not from the server: each bot is given the view of its seat alone. */
  readonly viewsOf = (): null => null;

  /** Appends an action of a bot; a move is dropped where the position has changed since it was chosen. */
  submit(seat: Seat, act: Action, turn: Turn | null = null): Promise<Result<number>> {
    const room = this.#room;
    const isFree = room.kit.game.pace === 'free';
    return new Promise(resolve =>
      enqueue(room, {
        make: () => {
          const isStale = !isFree && turn !== null && room.chain!.table.changed > turn.n;
          if (isStale && act.type === 'move') return null;
          return { seat, act, ...momentOf(room, seat, elapsedMs(room), null) };
        },
        answer: {
          resolve: fault => resolve(fault === null ? ok(room.chain!.last.n) : { ok: false, fault }),
          reject: () => resolve(BROKEN),
        },
      }),
    );
  }

  wake(): void {
    for (const driver of this.#drivers) guard(this.#room, () => driver.wake());
  }

  /** Takes note of the newest node. */
  follow(): void {
    const replay = this.replay!;
    const { entry, parts } = replay;
    this.#emitter.emit('node', { replay, entry, parts });
  }

  /** Cancels what bots think about. */
  stop(): void {
    for (const driver of this.#drivers) void driver.stop();
  }

  #drive(seat: Seat): SeatDriver {
    const room = this.#room;
    const { kit, stored, registry } = room;
    const isAlone = stored.seats.every(({ type }) => type === 'bot');
    const isFree = kit.game.pace === 'free';
    return new SeatDriver({
      ...{ match: this, seat, player: poolPlayer(registry.bots!, kit, stored, seat) },
      ...{ lookMs: LOOK_MS, submit: (action, turn) => this.submit(seat, action, turn) },
      // if only bots play, a move stays visible for a while: spectators may want to follow
      minThinkMs: isAlone && !isFree ? registry.limits.botPauseMs : 0,
      timer: {
        now: () => registry.now(),
        after: (ms, work) => wallTimer.after(ms, () => guard(room, work)),
      },
      onFailure: (fault, isFinal) => {
        registry.log.error({ room: room.id, seat, fault, isFinal }, 'a bot failed');
        if (isFinal) doNow(room, ...leaving(room, seat));
      },
    });
  }
}

/** A bot that has finally failed leaves the match: the server says so where it may, else the bot itself. */
function leaving(room: Room, of: Seat): [by: Seat | null, choose: () => Action] {
  return mayDecree(room.chain!.table)
    ? [null, () => ({ type: 'leave', of, how: 'absence' })]
    : [of, () => ({ type: 'leave', of, how: 'resignation' })];
}

const BROKEN = fail('unwritable', 'the match cannot be continued here');

/** Lets bots answer offers of people, by the policy of all programs. */
export function answerOffers(room: Room, { seat }: NewEntry): void {
  const bots = botSeats(room);
  if (seat === null || bots.includes(seat)) return;
  for (const bot of bots) {
    const answer = () => answerOf(room.chain!.table, bot, room.kit.evaluate ?? null);
    if (answer() !== null) doNow(room, bot, answer);
  }
}
