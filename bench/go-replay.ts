/** Go: whole games on 19 lines checked move by move with superko, against @sabaki/go-board (without) and goban (with). */
import { createRequire } from 'node:module';
import { rowsOf } from '@kifu/games/go';
import { makeGames, replay } from './go-games.ts';
import { type Figure, measure } from './measure.ts';

const TERMS = { size: 19, moves: 320 };
const GAMES = 20;

type Game = ReturnType<typeof makeGames>[number];

export function* figures(): Generator<Figure> {
  const games = makeGames(GAMES, TERMS);
  const engineOf = loadGoban();
  for (const game of games) checkSame(game, engineOf);
  // the dear peers get fewer games: what counts is moves a second
  let turn = 0;
  const some = (count: number, verify: (game: Game) => void) => () => {
    let moves = 0;
    for (let i = 0; i < count; i++) {
      const game = games[turn++ % games.length]!;
      verify(game);
      moves += game.length;
    }
    return moves;
  };
  yield* measure({
    bench: 'games',
    figure: 'go-replay',
    unit: 'moves/s',
    ours: some(GAMES, game => replay(game, TERMS)),
    peers: {
      '@sabaki/go-board': some(2, replaySabaki),
      goban: some(2, game => replayGoban(game, engineOf)),
    },
  });
}

/** All three come to the same board. */
function checkSame(game: Game, engineOf: EngineOf): void {
  const ours = rowsOf(replay(game, TERMS)).join('/');
  const sabaki = replaySabaki(game).signMap.map(row => row.map(sign => SIGNS.get(sign)).join(''));
  const goban = replayGoban(game, engineOf).board.map(row =>
    row.map(stone => '.BW'[stone]).join(''),
  );
  if (sabaki.join('/') !== ours || goban.join('/') !== ours) throw new Error('the boards differ');
}

const SIGNS = new Map([
  [0, '.'],
  [1, 'B'],
  [-1, 'W'],
]);

/** What is used of @sabaki/go-board, whose types do not fit its module. */
interface Board {
  readonly signMap: readonly (readonly number[])[];
  makeMove(sign: number, vertex: readonly number[], how: object): Board;
}
const require = createRequire(import.meta.url);
const GoBoard = require('@sabaki/go-board') as { fromDimensions(size: number): Board };

/** It knows no superko. */
function replaySabaki(game: Game): Board {
  let board = GoBoard.fromDimensions(TERMS.size);
  for (const [i, { at }] of game.entries())
    board = board.makeMove(i % 2 === 0 ? 1 : -1, at!, STRICT);
  return board;
}

const STRICT = { preventSuicide: true, preventOverwrite: true, preventKo: true };

/** What is used of goban's engine. */
interface Engine {
  readonly board: readonly (readonly number[])[];
  place(x: number, y: number, checkForKo: boolean, errorOnSuperKo: boolean): number;
}
type EngineOf = () => Engine;

/** It throws at what is illegal. */
function replayGoban(game: Game, engineOf: EngineOf): Engine {
  const engine = engineOf();
  for (const { at } of game) engine.place(at![0], at![1], true, true);
  return engine;
}

/** Loads goban, whose engine comes in one file with its pictures: it wants a page, and gets one where nothing happens. */
function loadGoban(): EngineOf {
  const nothing: unknown = new Proxy(() => {}, {
    // without this one it does not ask for more
    get: (_, key) => (key === 'attachShadow' ? undefined : nothing),
    apply: () => nothing,
    construct: () => nothing as object,
  });
  const page = { self: globalThis, window: nothing, document: nothing };
  Object.assign(globalThis, page);
  const { GobanEngine } = require('goban') as {
    readonly GobanEngine: new (config: object) => Engine;
  };
  for (const name of ['window', 'document']) Reflect.deleteProperty(globalThis, name);
  return () => new GobanEngine({ width: TERMS.size, height: TERMS.size, rules: 'chinese' });
}
