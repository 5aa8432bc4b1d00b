/** The canonical form of a state. The rule sheet gives none; this one says each thing once, the score apart. */
import { type Json, type StateCodec, seedAside, seedCanon } from '@kifu/core';
import { mayFinish, rightOf } from './clock.ts';
import type { Rules } from './options.ts';
import { restore } from './restore.ts';
import { type State, scoreOf, turnOf } from './state.ts';
import { CELL_VALUES, KIND_LETTERS, NO_TILE, TILES } from './tiles.ts';

/** Canonical JSON; beside it, a long seed. */
export const states: StateCodec<State> = {
  canon: state => JSON.parse(text(state)) as Json,
  aside: ({ seed }) => seedAside(seed),
  restore,
  position,
  text,
};

/** Two characters for each number of a cell: `..`, or the letter of the type and the digit 4 · side + rotation. */
const CELL_TEXTS: readonly string[] = Array.from({ length: CELL_VALUES }, (_, cell) =>
  cell === 0 ? '..' : `${String.fromCharCode(65 + ((cell - 1) >> 3))}${(cell - 1) & 7}`,
);

/** All cells, by position. */
export function boardText({ board }: Pick<State, 'board'>): string {
  let cells = '';
  for (const cell of board) cells += CELL_TEXTS[cell];
  return cells;
}

/** The letters of the border, by slot. */
export const borderText = ({ border }: Pick<State, 'border'>): string =>
  Array.from(border, kind => KIND_LETTERS[kind]).join('');

/** The canonical text, keys in order. */
function text(state: State): string {
  const { deck, done, end, jokers, now, rules, seed, isSkipped, top, updated } = state;
  const [blueCity, blueRoad, redCity, redRoad] = scoreOf(state);
  return (
    `{"board":"${boardText(state)}","border":"${borderText(state)}","deck":[${deck.join()}],"done":${done},` +
    `"ended":${end === null ? 'null' : `"${end.reason}"`},"jokers":[${jokers.join()}],"now":${now},` +
    `"rules":${rulesText(rules)},"score":[[${blueCity},${blueRoad}],[${redCity},${redRoad}]],"seed":${seedCanon(seed)},` +
    `"skipped":${isSkipped},"top":${top === NO_TILE ? 'null' : top},"updated":${updated}}`
  );
}

const rulesText = ({
  deck,
  edges,
  endOnFullBoard,
  jokerPrice,
  jokers,
  moveTime,
  timeout,
}: Rules): string =>
  `{"deck":[${deck.join()}],"edges":[${edges.join()}],"endOnFullBoard":${endOnFullBoard},"jokerPrice":${jokerPrice},` +
  `"jokers":${jokers},"moveTime":${moveTime},"timeout":"${timeout}"}`;

/** Without seconds and counters, but with who may act; the order of the deck matters to the generator only. */
function position(state: State): string {
  const { deck, end, jokers, rules, isSkipped, top } = state;
  const counts = new Array<number>(TILES.length).fill(0);
  for (const tile of deck) counts[tile]!++;
  return [
    boardText(state),
    borderText(state),
    counts.join(),
    top,
    jokers.join(),
    turnOf(state),
    isSkipped,
    rightOf(state, 0) ?? '-',
    rightOf(state, 1) ?? '-',
    mayFinish(state),
    end?.reason ?? '-',
    rulesText(rules),
  ].join(' ');
}
