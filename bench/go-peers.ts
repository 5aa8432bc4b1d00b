/** Go on the boards of others: `@sabaki/go-board`, which knows no superko, and goban, which does. */
import { createRequire } from 'node:module';

type Point = readonly [x: number, y: number];

const require = createRequire(import.meta.url);

/** What is used of @sabaki/go-board, whose types do not fit its module. */
interface Board {
  readonly signMap: readonly (readonly number[])[];
  makeMove(sign: number, vertex: Point, how: object): Board;
}
const STRICT = { preventSuicide: true, preventOverwrite: true, preventKo: true };

/** Plays stones in turn, and then says how the board looks. */
export function playSabaki(size: number, points: readonly Point[]): () => string {
  const GoBoard = require('@sabaki/go-board') as { fromDimensions(size: number): Board };
  let board = GoBoard.fromDimensions(size);
  for (const [i, point] of points.entries())
    board = board.makeMove(i % 2 === 0 ? 1 : -1, point, STRICT);
  return () => board.signMap.map(row => row.map(sign => 'W.B'[sign + 1]).join('')).join('/');
}

/** What is used of goban's engine. */
interface Engine {
  readonly board: readonly (readonly number[])[];
  place(x: number, y: number, checkForKo: boolean, errorOnSuperKo: boolean): number;
}

/** Loads goban, whose engine comes in one file with its pictures: it wants a page, and gets one where nothing happens. */
export function loadGoban(size: number): (points: readonly Point[]) => () => string {
  const nothing: unknown = new Proxy(() => {}, {
    // without this one it does not ask for more
    get: (_, key) => (key === 'attachShadow' ? undefined : nothing),
    apply: () => nothing,
    construct: () => nothing as object,
  });
  Object.assign(globalThis, { self: globalThis, window: nothing, document: nothing });
  const { GobanEngine } = require('goban') as {
    readonly GobanEngine: new (config: object) => Engine;
  };
  for (const name of ['window', 'document']) Reflect.deleteProperty(globalThis, name);
  return points => {
    const engine = new GobanEngine({ width: size, height: size, rules: 'chinese' });
    // it throws at what is illegal
    for (const [x, y] of points) engine.place(x, y, true, true);
    return () => engine.board.map(row => row.map(stone => '.BW'[stone]).join('')).join('/');
  };
}
