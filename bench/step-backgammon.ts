/** Backgammon: whole games played move by move through `start` and `step`, against a naive engine. */
import { hashState, luckFrom, start, step, unwrap } from '@kifu/core';
import { backgammon, type Move } from '@kifu/games/backgammon';
import { type Figure, measure } from './measure.ts';
import { type NaiveMove, type NaiveState, naiveStart, naiveStep } from './naive/backgammon.ts';

const { game } = backgammon;
const GAMES = 50;

/** A game: where its luck begins, and its moves. */
interface SeededGame {
  readonly seed: number;
  readonly moves: readonly Move[];
}

export function* figures(): Generator<Figure> {
  const games = Array.from({ length: GAMES }, (_, i) => playGame(1 + 7919 * i));
  for (const played of games) compare(played);
  // the naive one gets fewer games: what counts is moves a second
  let turn = 0;
  const some = (count: number, play: (played: SeededGame) => void) => () => {
    let moves = 0;
    for (let i = 0; i < count; i++) {
      const played = games[turn++ % GAMES]!;
      play(played);
      moves += played.moves.length;
    }
    return moves;
  };
  yield* measure({
    bench: 'games',
    figure: 'step-backgammon',
    unit: 'moves/s',
    ours: some(GAMES, playOurs),
    peers: { naive: some(2, playNaive) },
  });
}

/** A game of random moves. */
function playGame(seed: number): SeededGame {
  const luck = luckFrom(seed);
  const moves: Move[] = [];
  let { state, outcome } = unwrap(start(game, { seed }));
  while (outcome === null) {
    const legal = [...game.legal(state, state.turn)];
    const move = legal[luck(legal.length)]!;
    moves.push(move);
    ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat: state.turn, move })));
  }
  return { seed, moves };
}

function playOurs({ seed, moves }: SeededGame) {
  let { state } = unwrap(start(game, { seed }));
  for (const move of moves) {
    const stepped = step(game, state, { do: 'move', seat: state.turn, move });
    if (!stepped.ok) throw new Error(stepped.fault.message);
    state = stepped.value.state;
  }
  return state;
}

function playNaive({ seed, moves }: SeededGame): NaiveState {
  let state = naiveStart(seed);
  for (const move of moves) state = naiveStep(state, move as NaiveMove);
  return state;
}

/** Both end in the same state. */
function compare(played: SeededGame): void {
  const { points, bar, off, dice, remaining, seed, turn } = playNaive(played);
  const canon = {
    bar: { 0: bar[0]!, 1: bar[1]! },
    bearOff: { 0: off[0]!, 1: off[1]! },
    dice,
    moveCount: played.moves.length,
    points,
    remainingDice: remaining,
    seed,
    turn,
  };
  const theirs = unwrap(game.states.restore(canon));
  if (hashState(game, theirs) !== hashState(game, playOurs(played)))
    throw new Error(`the engines differ after the game of seed ${played.seed}`);
}
