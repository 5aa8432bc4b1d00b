/** The slowest of our games through `step`, against the reducer of boardgame.io with a game that has no rules. */
import { createRequire } from 'node:module';
import { type Game, type Json, luckFrom, type Seat, start, step, unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { type Figure, measure } from './measure.ts';

const MOVES = 2000;
/** Longest that one game is followed. */
const LENGTH = 200;

/** A state and a move to make in it. */
interface Situation {
  readonly state: unknown;
  readonly seat: Seat;
  readonly move: Json;
}

export async function figures(): Promise<Figure[]> {
  const games = await Promise.all(
    gameNames().map(async name => unwrap(await loadKit(name)).game as Game),
  );
  const rates = games.map(game => ({ game, play: playAll(game, findSituations(game)) }));
  const slowest = rates
    .map(({ game, play }) => ({ game, play, figure: rateOf(play) }))
    .sort((a, b) => a.figure - b.figure)[0]!;
  console.error(`the slowest game through step is ${slowest.game.name}`);
  return measure({
    bench: 'games',
    figure: 'step',
    unit: 'moves/s',
    ours: slowest.play,
    peers: { 'boardgame.io': reduceAll() },
  });
}

const rateOf = (play: () => number): number =>
  measure({ bench: '', figure: '', unit: '', ours: play, peers: {}, rounds: 3 })[0]!.ours;

/** Moves of random games: where seats move at any time, one after the other, some ticks apart. */
function findSituations(game: Game): Situation[] {
  const luck = luckFrom(3);
  const found: Situation[] = [];
  while (found.length < MOVES) {
    const seed = game.chance === undefined ? {} : { seed: luck(2 ** 31) };
    let { state, outcome } = unwrap(start(game, seed));
    for (let i = 0; i < LENGTH && outcome === null && found.length < MOVES; i++) {
      const choices = game
        .active(state)
        .flatMap(seat => [...game.legal(state, seat)].map(move => ({ seat, move })));
      const choice = choices[luck(Math.max(1, choices.length))];
      if (choice !== undefined) {
        found.push({ state, ...choice });
        ({ state, outcome } = unwrap(step(game, state, { do: 'move', ...choice })));
      }
      const next = game.time?.next(state);
      if (
        outcome === null &&
        typeof next === 'number' &&
        (choice === undefined || game.pace === 'free')
      )
        ({ state, outcome } = unwrap(step(game, state, { do: 'time', at: next })));
      else if (choice === undefined) break;
    }
  }
  return found;
}

const playAll = (game: Game, situations: readonly Situation[]) => () => {
  for (const { state, seat, move } of situations)
    if (!step(game, state, { do: 'move', seat, move }).ok) throw new Error(game.name);
  return situations.length;
};

/** A counter that two players raise in turn: the least that its reducer can be asked to do for a game of turns. */
function reduceAll(): () => number {
  process.env.NODE_ENV = 'production'; // else it freezes every state
  const { CreateGameReducer, InitializeGame } = createRequire(import.meta.url)(
    'boardgame.io/internal',
  );
  const game = {
    setup: () => ({ count: 0 }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: {
      add: ({ G }: { G: { count: number } }) => {
        G.count++;
      },
    },
  };
  const reduce = CreateGameReducer({ game });
  const first = InitializeGame({ game, numPlayers: 2 });
  const actions = ['0', '1'].map(playerID => ({
    type: 'MAKE_MOVE',
    payload: { type: 'add', args: [], playerID },
  }));
  return () => {
    let state = first;
    for (let i = 0; i < 100; i++) state = reduce(state, actions[i % 2]);
    if (state.G.count !== 100) throw new Error('boardgame.io did not count');
    return 100;
  };
}
