/** States from outside: accepted states can be continued by the rules and are written back exactly. */
import {
  asJson,
  canonicalText,
  type Fail,
  fail,
  hasKeys,
  isInteger,
  isObject,
  type Json,
  type JsonObject,
  LEAVE_REASONS,
  type Outcome,
  ok,
  type Result,
  refuseOptions,
  type Seat,
} from '@kifu/core';
import { KING, PAWN, QUEEN } from './board.ts';
import { hasGeometry } from './legal.ts';
import { endOf, type Moving, makeMoving } from './motion.ts';
import { soonest } from './schedule.ts';
import { makeSetting, OPTIONS, type Setting } from './setting.ts';
import { squareAt } from './squares.ts';
import {
  aliveSeats,
  drawTick,
  type End,
  KIND_SHIFT,
  LAST_TICK,
  MOVED,
  MOVING,
  NEVER,
  type State,
  squareOf,
  TAKEN,
} from './state.ts';
import { text } from './state-text.ts';

const KEYS = [
  ...Object.keys(OPTIONS),
  ...['cooldowns', 'end', 'lastCapture', 'lastCommand', 'left', 'moves', 'pieces', 'seats', 'tick'],
];

/** Restores the state of a canonical form; there is no aside. */
export function restore(canon: Json, aside: Json = null): Result<State> {
  if (aside !== null) return fail('malformed', 'aside must be null in this game');
  const json = asJson(canon);
  if (!json.ok) return fail('malformed', json.fault.message);
  if (!isObject(canon) || !hasKeys(canon, KEYS))
    return fail('malformed', `a state must have exactly the keys ${KEYS.toSorted().join(', ')}`);
  const setting = restoreSetting(canon);
  if (!setting.ok) return setting;
  const { tick, lastCommand, lastCapture } = canon;
  if (!isInteger(tick, 0, NEVER)) return wrong('tick', 'tick must be an integer from 0');
  if (!isInteger(lastCommand, 0, Math.min(tick, LAST_TICK)))
    return wrong('lastCommand', 'lastCommand must be from 0 to tick');
  if (!isInteger(lastCapture, 0, tick))
    return wrong('lastCapture', 'lastCapture must be from 0 to tick');
  const base = { setting: setting.value, tick, lastCommand, lastCapture };
  const men = restoreMen(setting.value, canon.pieces);
  if (men === null) return wrong('pieces', PIECES_FORM);
  const left = restoreLeft(setting.value, canon.left);
  if (left === null) return wrong('left', 'left must be a list of seats of the match');
  const ended = restoreEnd({ ...base, men, left }, canon.end);
  if (!ended.ok) return ended;
  const now = ended.value?.tick ?? tick;
  const moves = restoreMoves(base, men, canon.moves, now);
  if (moves === null) return wrong('moves', MOVES_FORM);
  const ready = restoreReady(setting.value, men, canon.cooldowns, now);
  if (ready === null) return wrong('cooldowns', COOLDOWNS_FORM);
  const standing = { ...base, men, moves };
  const soon = ended.value === null ? soonest(standing) : NEVER;
  return asWritten({ ...standing, ready, left, soon, end: ended.value }, canon);
}

const PIECES_FORM =
  'pieces are, in piece order, null or [row, column, moved], a promoted pawn with "Q" at the end';
const MOVES_FORM =
  'moves are { piece, start, to }, each a way that its piece can go and is still going';
const COOLDOWNS_FORM = 'cooldowns are [piece, start] of pieces that rest from a move';

const wrong = (key: string, message: string): Fail =>
  fail('malformed', message, { at: { path: `/${key}` } });

/** A state has one spelling: lists in their order, numbers that say nothing else than they must. */
const asWritten = (state: State, canon: Json): Result<State> =>
  text(state) === canonicalText(canon)
    ? ok(state)
    : fail('malformed', 'the state is not in its canonical form');

function restoreSetting(canon: JsonObject): Result<Setting> {
  const { seats } = canon;
  const isList =
    Array.isArray(seats) &&
    seats.every((seat, i) => isInteger(seat, 0, 3) && (i === 0 || seat > (seats[i - 1] as number)));
  if (!isList) return wrong('seats', 'seats must be an ascending list of integers from 0 to 3');
  const options = Object.fromEntries(Object.keys(OPTIONS).map(key => [key, canon[key]!]));
  const setting =
    refuseOptions('such a state', OPTIONS, options) ?? makeSetting(options, seats as Seat[]);
  return setting.ok ? setting : fail('bad-state', setting.fault.message);
}

function restoreMen({ ground }: Setting, list: Json | undefined): number[] | null {
  if (!Array.isArray(list) || list.length !== ground.men.length) return null;
  const men: number[] = [];
  for (const [i, { home, kind }] of ground.men.entries()) {
    const item: Json = list[i]!;
    if (item === null) {
      men.push(home | (kind << KIND_SHIFT) | TAKEN);
      continue;
    }
    if (!Array.isArray(item)) return null;
    const [row, column, moved, queen, ...others] = item as readonly Json[];
    if (!isInteger(row, 0, 11) || !isInteger(column, 0, 11) || !isInteger(moved, 0, 1)) return null;
    const square = squareAt(row, column);
    const isQueen = queen === 'Q';
    if ((queen !== undefined && !(isQueen && kind === PAWN)) || others.length > 0) return null;
    // what has not moved is at home
    const isStill = square === home && !isQueen;
    if (ground.isOn[square] !== 1 || (moved === 0 && !isStill)) return null;
    men.push(square | ((isQueen ? QUEEN : kind) << KIND_SHIFT) | (moved === 1 ? MOVED : 0));
  }
  return men;
}

function restoreLeft({ seats }: Setting, list: Json | undefined): number | null {
  if (!Array.isArray(list) || !list.every(seat => seats.includes(seat as Seat))) return null;
  return list.reduce<number>((bits, seat) => bits | (1 << (seat as Seat)), 0);
}

type Judged = Pick<State, 'setting' | 'tick' | 'men' | 'left' | 'lastCommand' | 'lastCapture'>;

/** The end, if there is one; it must be one that the pieces and the clocks allow. */
function restoreEnd(state: Judged, end: Json | undefined): Result<End | null> {
  const { setting, tick, lastCommand, lastCapture } = state;
  const alive = aliveSeats(state);
  const draw = drawTick(setting, lastCommand, lastCapture);
  if (end === null) {
    const isOpen = alive.length > 1 && tick < draw;
    return isOpen ? ok(null) : fail('bad-state', 'the match is over, but end is null');
  }
  if (!isObject(end) || !hasKeys(end, ['reason', 'result', 'tick', 'winners']))
    return wrong('end', 'end must be { reason, result, tick, winners } or null');
  const { reason, result, winners, tick: endTick } = end;
  const least = Math.max(lastCommand, lastCapture);
  const isEnd =
    isInteger(endTick, least, tick) &&
    typeof reason === 'string' &&
    Array.isArray(winners) &&
    isPossible(state, alive, reason, endTick, draw) &&
    result === (alive.length === 1 || reason === 'king_captured' ? 'win' : 'draw') &&
    winners.join() === (result === 'win' ? winnersOf(state, alive) : []).join();
  if (!isEnd) return fail('bad-state', 'the match cannot have this end', { at: { path: '/end' } });
  const outcome = { result, winners, points: null, reason } as Outcome;
  return ok({ outcome, tick: endTick });
}

function isPossible(
  { left, setting }: Judged,
  alive: readonly Seat[],
  reason: string,
  endTick: number,
  draw: number,
): boolean {
  if (reason === 'inactivity') return alive.length > 1 && endTick >= draw;
  if (reason === 'kings_captured') return alive.length === 0 && !setting.isClassic;
  if (reason === 'king_captured')
    return alive.length === 1 || (alive.length === 0 && setting.isClassic);
  const isLeaving = (Object.values(LEAVE_REASONS) as string[]).includes(reason);
  return isLeaving && left !== 0 && alive.length === 1;
}

/** The seats that are left; in the older rules white, where both kings fell together. */
const winnersOf = ({ setting }: Judged, alive: readonly Seat[]): readonly Seat[] =>
  setting.isClassic && alive.length === 0 ? [0] : alive;

type Times = Pick<State, 'setting' | 'lastCommand'>;

/** The moves under way; sets the bit of each piece that moves. */
function restoreMoves(
  { setting, lastCommand }: Times,
  men: number[],
  list: Json | undefined,
  now: number,
): Moving[] | null {
  if (!Array.isArray(list) || list.length > men.length) return null;
  const moves: Moving[] = [];
  for (const item of list) {
    if (!isObject(item) || !hasKeys(item, ['piece', 'start', 'to'])) return null;
    const man = setting.ground.men.findIndex(({ id }) => id === item.piece);
    const [row, column, ...others] = Array.isArray(item.to) ? item.to : [];
    const { start } = item;
    if (man < 0 || !isInteger(row, 0, 11) || !isInteger(column, 0, 11) || others.length > 0)
      return null;
    if (!isInteger(start, moves.at(-1)?.start ?? 1, lastCommand + 1)) return null;
    if ((men[man]! & (TAKEN | MOVING)) !== 0) return null;
    const moving = restoreMove(setting, men[man]!, man, squareAt(row, column), start);
    if (moving === null || now >= endOf(moving)) return null;
    men[man]! |= MOVING;
    moves.push(moving);
  }
  return moves;
}

function restoreMove(
  setting: Setting,
  word: number,
  man: number,
  to: number,
  start: number,
): Moving | null {
  const { ground, isClassic, squareTicks } = setting;
  const from = squareOf(word);
  const kind = (word >> KIND_SHIFT) & 7;
  const seat = ground.seatOf[man]!;
  if (ground.isOn[to] !== 1 || to === from || !hasGeometry(ground, seat, kind, from, to))
    return null;
  if (isClassic && (word & MOVED) === 0) return null;
  const moving = makeMoving(setting, man, kind, from, to, start);
  const isCastling = kind === KING && moving.ticks > squareTicks;
  return isCastling && !isClassic && (word & MOVED) !== 0 ? null : moving;
}

function restoreReady(
  { ground, cooldownTicks }: Setting,
  men: readonly number[],
  list: Json | undefined,
  now: number,
): number[] | null {
  if (!Array.isArray(list) || list.length > men.length) return null;
  const ready = men.map(() => 0);
  for (const item of list) {
    const [piece, start, ...others] = Array.isArray(item) ? item : [];
    const man = ground.men.findIndex(({ id }) => id === piece);
    if (man < 0 || others.length > 0 || !isInteger(start, 0, now)) return null;
    if ((men[man]! & (TAKEN | MOVING)) !== 0 || (men[man]! & MOVED) === 0) return null;
    if (start + cooldownTicks <= now) return null;
    ready[man] = start + cooldownTicks;
  }
  return ready;
}
