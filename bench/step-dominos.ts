/** Dominos: whole rounds, every move checked, through the public `step`, against a plain engine of lists. */
import {
  canonicalText,
  type Json,
  luckFrom,
  type Stepped,
  start,
  stateText,
  step,
  unwrap,
} from '@kifu/core';
import { dominos, type Move, type State } from '@kifu/games/dominos';
import { type Figure, measure } from './measure.ts';
import * as naive from './naive/dominos.ts';

const { game } = dominos;
const ROUNDS = 300;

/** A round of two, three or four seats, and where both programs begin: dealing is no step, and is not timed. */
interface Round {
  readonly seed: number;
  readonly moves: readonly Move[];
  readonly ours: Stepped<State>;
  readonly theirs: naive.State;
}

export function* figures(): Generator<Figure> {
  const rounds = Array.from({ length: ROUNDS }, (_, i) => makeRound(7919 * i + 1, 2 + (i % 3)));
  for (const round of rounds) compare(round);
  const count = rounds.reduce((sum, { moves }) => sum + moves.length, 0);
  const all = (play: (round: Round) => unknown) => () => {
    for (const round of rounds) play(round);
    return count;
  };
  yield* measure({
    bench: 'games',
    figure: 'step-dominos',
    unit: 'moves/s',
    ours: all(playOurs),
    peers: { naive: all(playNaive) },
  });
}

/** Any legal move is as good as any other. */
function makeRound(seed: number, count: number): Round {
  const luck = luckFrom(seed);
  const seats = Array.from({ length: count }, (_, seat) => seat);
  const ours = unwrap(start(game, { seed, seats }));
  const moves: Move[] = [];
  let { state, outcome } = ours;
  while (outcome === null) {
    const legal = [...game.legal(state, state.turn)];
    const move = legal[luck(legal.length)]!;
    moves.push(move);
    ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat: state.turn, move })));
  }
  return { seed, moves, ours, theirs: naive.deal(seed, count) };
}

/** Every step tells the events and whether the round is over. */
function playOurs({ ours, moves }: Round) {
  let { state, outcome } = ours;
  for (const move of moves) {
    const stepped = step(game, state, { do: 'move', seat: state.turn, move });
    if (!stepped.ok) throw new Error(stepped.fault.message);
    ({ state, outcome } = stepped.value);
  }
  return { state, outcome };
}

/** No events, but it too looks after every move whether the round is over. */
function playNaive({ theirs, moves }: Round) {
  let state = theirs;
  let result: naive.GameResult | null = null;
  for (const move of moves) {
    state = naive.applyMove(state, move);
    result = naive.resultOf(state);
  }
  return { state, result };
}

/** Both must come to the same end. */
function compare(round: Round): void {
  const { state, outcome } = playOurs(round);
  const { state: twin, result } = playNaive(round);
  if (
    canonicalText(twin as unknown as Json) !== stateText(game, state) ||
    result === null ||
    outcome?.reason !== result.reason ||
    (outcome.winners[0] ?? null) !== result.winner ||
    Math.max(...outcome.points!) !== result.points
  )
    throw new Error(`seed ${round.seed}: two programs, two ends`);
}
