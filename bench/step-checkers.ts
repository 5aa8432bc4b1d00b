/** Checkers: whole games played move by move through `step`, against an engine of objects and arrays. */
import { luckFrom, start, step, unwrap } from '@kifu/core';
import { checkers, type Move } from '@kifu/games/checkers';
import { type Figure, measure } from './measure.ts';
import { type Move as NaiveMove, newPosition, playMove } from './naive/checkers.ts';

const { game } = checkers;
const GAMES = 100;
/** The slower peer gets fewer games at a time: what counts is moves a second. */
const GAMES_OF_PEER = 10;

/** Moves a second, every move checked and every end found. */
export function* figures(): Generator<Figure> {
  const games = makeGames(GAMES);
  const plain = games.map(moves =>
    moves.map(move => structuredClone(move) as unknown as NaiveMove),
  );
  for (const [i, moves] of games.entries()) {
    const [ours, theirs] = [playOurs(moves), playNaive(plain[i]!)];
    if (ours !== theirs) throw new Error(`game ${i} ends with ${ours}, and with ${theirs}`);
  }
  let turn = 0;
  const some =
    <T>(count: number, list: readonly T[][], play: (moves: readonly T[]) => unknown) =>
    () => {
      let moves = 0;
      for (let i = 0; i < count; i++) {
        const one = list[turn++ % list.length]!;
        play(one);
        moves += one.length;
      }
      return moves;
    };
  yield* measure({
    bench: 'games',
    figure: 'step-checkers',
    unit: 'moves/s',
    ours: some(GAMES, games, playOurs),
    peers: { naive: some(GAMES_OF_PEER, plain, playNaive) },
  });
}

/** Random games to the end; the same for the same seed. */
function makeGames(count: number): Move[][] {
  const luck = luckFrom(2026);
  return Array.from({ length: count }, () => {
    const moves: Move[] = [];
    let { state, outcome } = unwrap(start(game, {}));
    while (outcome === null) {
      const legal = [...game.legal(state, state.turn)];
      const move = legal[luck(legal.length)]!;
      moves.push(move);
      ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat: state.turn, move })));
    }
    return moves;
  });
}

/** The reason of the end, and who won. */
function playOurs(moves: readonly Move[]): string {
  let { state, outcome } = unwrap(start(game, {}));
  for (const move of moves) {
    const stepped = step(game, state, { do: 'move', seat: state.turn, move });
    if (!stepped.ok) throw new Error(stepped.fault.message);
    ({ state, outcome } = stepped.value);
  }
  return `${outcome?.reason} ${outcome?.winners[0] ?? null}`;
}

function playNaive(moves: readonly NaiveMove[]): string {
  let position = newPosition();
  for (const move of moves) {
    const next = playMove(position, move);
    if (next === null) throw new Error('an illegal move');
    position = next;
  }
  return `${position.result?.reason} ${position.result?.winner ?? null}`;
}
