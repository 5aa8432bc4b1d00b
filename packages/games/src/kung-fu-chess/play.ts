/** Ordering a move. Rule sheet §4. */
import { fail, type GameEvent, ok, type Played, type Result, type Seat } from '@kifu/core';
import { KING } from './board.ts';
import { fallsAt } from './danger.ts';
import { castleEvent, dangerEvent } from './events.ts';
import { type Moving, makeMoving } from './motion.ts';
import { fromPacked, MOVE_FORM, type Move, NO_MOVE, toPacked } from './move-codec.ts';
import { findCastling, refuseWay } from './paths.ts';
import { type Rule, refuse } from './refuse.ts';
import { soonest } from './schedule.ts';
import { isAlive, kindOf, LAST_TICK, MOVED, MOVING, type State, squareOf, TAKEN } from './state.ts';
import { survey } from './survey.ts';
import { NO_EVENTS } from './tick.ts';

/** Orders a move at the present tick, or says which rule forbids it. */
export function play(state: State, seat: Seat, move: Move): Result<Played<State>> {
  const { setting } = state;
  if (state.end !== null)
    return fail('game-over', `the game is over (${state.end.outcome.reason})`, {
      rule: 'game_over',
    });
  if (!setting.seats.includes(seat) || ((state.left >> seat) & 1) !== 0)
    return fail('wrong-seat', `seat ${seat} is not playing`, { rule: 'no_seat' });
  if ((state.men[setting.ground.armies[seat]!.king]! & TAKEN) !== 0)
    return fail('wrong-seat', `seat ${seat} has lost its king`, { rule: 'no_king' });
  const packed = toPacked(move);
  if (packed === NO_MOVE) return fail('malformed', MOVE_FORM);
  const man = (packed >> 8) - setting.ground.firstNumber;
  const to = packed & 255;
  const isKnown = man >= 0 && man < state.men.length;
  const rule = isKnown ? refuseOrder(state, seat, man, to) : 'piece_not_found';
  if (rule !== null) return refuse(state, rule, isKnown ? man : null, fromPacked(packed).piece, to);
  return ok(order(state, man, to));
}

function refuseOrder(state: State, seat: Seat, man: number, to: number): Rule | null {
  const word = state.men[man]!;
  if (state.setting.ground.seatOf[man] !== seat) return 'not_your_piece';
  if ((word & TAKEN) !== 0) return 'piece_captured';
  const rule = refuseNow(state, man);
  if (rule !== null) return rule;
  survey(state);
  return refuseWay(state, man, to);
}

/** Why a piece may not move at all at present; null where it may. */
export function refuseNow({ men, ready, tick }: State, man: number): Rule | null {
  if ((men[man]! & MOVING) !== 0) return 'piece_moving';
  if (tick < ready[man]!) return 'cooldown';
  return tick > LAST_TICK ? 'too_late' : null;
}

/** The state after a command that is legal. */
function order(state: State, man: number, to: number): Played<State> {
  const { setting, tick, ready, lastCapture, left } = state;
  const men = state.men.slice();
  const added = movesOf(state, man, to);
  const bits = setting.isClassic ? MOVING | MOVED : MOVING; // the rewrite sets MOVED on arrival
  for (const moving of added) men[moving.man]! |= bits;
  const moves = [...state.moves, ...added];
  const standing = { setting, tick, men, moves, lastCommand: tick, lastCapture };
  const next = { ...standing, ready, left, soon: soonest(standing), end: null };
  return { state: next, events: eventsOf(next, added) };
}

/** The move, and with castling the rook's. */
function movesOf(state: State, man: number, to: number): readonly Moving[] {
  const { setting, men, tick } = state;
  const moving = (who: number, where: number) =>
    makeMoving(setting, who, kindOf(men[who]!), squareOf(men[who]!), where, tick + 1);
  const own = moving(man, to);
  if (kindOf(men[man]!) !== KING || own.ticks === setting.squareTicks) return [own];
  const { rook, rookTo } = findCastling(state, man, to)!;
  return [own, moving(rook, rookTo)];
}

function eventsOf(state: State, added: readonly Moving[]): readonly GameEvent[] {
  const [own, rook] = added;
  const events: GameEvent[] = [];
  if (rook !== undefined) events.push(castleEvent(state.setting, state.tick, own!.man, rook.man));
  for (const moving of added) addDangers(state, moving, events);
  return events.length === 0 ? NO_EVENTS : events;
}

/** Tells of the kings that a new move endangers, the own one among them if it walks into the way of an enemy. */
function addDangers(state: State, moving: Moving, events: GameEvent[]): void {
  const { setting, tick, men } = state;
  const { armies, seatOf } = setting.ground;
  const seat = seatOf[moving.man]!;
  for (const other of setting.seats) {
    if (other === seat || !isAlive(state, other)) continue;
    const { king } = armies[other]!;
    const when = fallsAt(state, king, moving);
    if (when >= 0) events.push(dangerEvent(setting, tick, king, moving.man, when));
  }
  if (kindOf(men[moving.man]!) !== KING) return;
  for (const other of state.moves) {
    if (seatOf[other.man] === seat) continue;
    const when = fallsAt(state, moving.man, other);
    if (when >= 0) events.push(dangerEvent(setting, tick, moving.man, other.man, when));
  }
}
