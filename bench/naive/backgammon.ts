/** Backgammon as one would first write it: objects and arrays, and whole turns tried out in full to find what is legal. */

/** Who stands on each point, and the rest of the table. */
export interface NaiveState {
  points: number[][];
  bar: number[];
  off: number[];
  turn: number;
  dice: number[] | null;
  remaining: number[];
  seed: number;
  winner: number | null;
}

/** A checker from a point or the bar to a point or off, by a die. */
export interface NaiveMove {
  from: number | 'bar';
  to: number | 'off';
  die: number;
}

const CHECKERS = 15;

/** The start, with the opening roll made. */
export function naiveStart(seed: number): NaiveState {
  const points: number[][] = Array.from({ length: 24 }, () => []);
  for (const [point, count] of [
    [23, 2],
    [12, 5],
    [7, 3],
    [5, 5],
  ] as const) {
    points[point] = new Array<number>(count).fill(0);
    points[23 - point] = new Array<number>(count).fill(1);
  }
  let [dice, after] = rollTwo(seed);
  while (dice[0] === dice[1]) [dice, after] = rollTwo(after);
  return {
    points,
    bar: [0, 0],
    off: [0, 0],
    turn: dice[0]! > dice[1]! ? 0 : 1,
    dice,
    remaining: dice,
    seed: after,
    winner: null,
  };
}

/** Plays a move, and rolls on until a player can move; throws at what is not legal. */
export function naiveStep(state: NaiveState, move: NaiveMove): NaiveState {
  const isLegal = naiveLegal(state).some(
    ({ from, to, die }) => from === move.from && to === move.to && die === move.die,
  );
  if (!isLegal) throw new Error(`${JSON.stringify(move)} is not legal`);
  let next = apply(state, move);
  if (next.off[state.turn] === CHECKERS) next.winner = state.turn;
  if (next.winner === null && next.remaining.length > 0 && naiveLegal(next).length > 0) return next;
  next = { ...next, dice: null, remaining: [], turn: 1 - state.turn };
  while (next.winner === null && next.dice === null) next = naiveRoll(next);
  return next;
}

/** Steps that begin a turn in which as many dice are played as can be; of two dice that exclude each other the larger. */
export function naiveLegal(state: NaiveState): NaiveMove[] {
  const lengths = singleSteps(state).map(move => ({
    move,
    length: 1 + longest(apply(state, move)),
  }));
  const most = Math.max(0, ...lengths.map(({ length }) => length));
  const best = lengths.filter(({ length }) => length === most).map(({ move }) => move);
  const [a, b] = state.remaining;
  if (most !== 1 || state.remaining.length !== 2 || a === b) return best;
  const larger = best.filter(({ die }) => die === Math.max(a!, b!));
  return larger.length > 0 ? larger : best;
}

/** How many dice can still be played. */
function longest(state: NaiveState): number {
  let most = 0;
  for (const move of singleSteps(state)) {
    most = Math.max(most, 1 + longest(apply(state, move)));
    if (most === state.remaining.length) break;
  }
  return most;
}

function singleSteps(state: NaiveState): NaiveMove[] {
  const { points, bar, turn, remaining } = state;
  const moves: NaiveMove[] = [];
  for (const die of new Set(remaining)) {
    if (bar[turn]! > 0) {
      const to = turn === 0 ? 24 - die : die - 1;
      if (isOpen(state, to)) moves.push({ from: 'bar', to, die });
      continue;
    }
    for (let from = 0; from < 24; from++) {
      if (points[from]![0] !== turn) continue;
      const to = turn === 0 ? from - die : from + die;
      if (to >= 0 && to < 24) {
        if (isOpen(state, to)) moves.push({ from, to, die });
      } else if (canBearOff(state, from, die)) moves.push({ from, to: 'off', die });
    }
  }
  return moves;
}

const isOpen = ({ points, turn }: NaiveState, to: number): boolean =>
  points[to]!.length < 2 || points[to]![0] === turn;

function canBearOff({ points, turn }: NaiveState, from: number, die: number): boolean {
  const distances = points.flatMap((stack, point) =>
    stack[0] === turn ? [turn === 0 ? point + 1 : 24 - point] : [],
  );
  const distance = turn === 0 ? from + 1 : 24 - from;
  return Math.max(...distances) <= 6 && (distance === die || distance === Math.max(...distances));
}

function apply(state: NaiveState, { from, to, die }: NaiveMove): NaiveState {
  const { turn } = state;
  const next: NaiveState = {
    ...state,
    points: state.points.map(stack => [...stack]),
    bar: [...state.bar],
    off: [...state.off],
    remaining: [...state.remaining],
  };
  next.remaining.splice(next.remaining.indexOf(die), 1);
  if (from === 'bar') next.bar[turn]!--;
  else next.points[from]!.pop();
  if (to === 'off') next.off[turn]!++;
  else {
    if (next.points[to]![0] === 1 - turn) {
      next.points[to]!.pop();
      next.bar[1 - turn]!++;
    }
    next.points[to]!.push(turn);
  }
  return next;
}

/** A roll; one that fits nothing passes the turn. */
function naiveRoll(state: NaiveState): NaiveState {
  const [dice, seed] = rollTwo(state.seed);
  const remaining = dice[0] === dice[1] ? [...dice, ...dice] : dice;
  const rolled = { ...state, dice, remaining, seed };
  return naiveLegal(rolled).length > 0
    ? rolled
    : { ...state, seed, dice: null, remaining: [], turn: 1 - state.turn };
}

function rollTwo(seed: number): [dice: number[], seed: number] {
  const first = (1664525 * seed + 1013904223) % 2 ** 31;
  const second = (1664525 * first + 1013904223) % 2 ** 31;
  return [[dieOf(first), dieOf(second)], second];
}

const dieOf = (bits: number): number => 1 + Math.floor((bits * 6) / 2 ** 31);
