/** Turns and words about the cube in two columns, white on the left. */
import type { Note } from '@kifu/core';
import type { Side } from '../board.ts';
import { type CubeWord, formatCubeWord, parseCubeNote } from './cube.ts';
import { namesValue } from './items.ts';
import type { PlayedTurn, TurnPlan } from './plan.ts';
import { formatHop } from './turn.ts';

/** What a side did, as it is written. */
interface Cell {
  readonly side: Side;
  readonly text: string;
}

/** Words about the cube by how many moves had been made, what was said before anything else, and all other notes. */
export interface Sorted {
  readonly words: ReadonlyMap<number, readonly CubeWord[]>;
  readonly remarks: readonly Note[];
  readonly others: readonly Note[];
}

/** Sorts notes. A drop ends a game, so that it is a word only at the very end, and only where `mayDrop` says so. */
export function sortNotes(
  { turns, notes, state }: TurnPlan,
  mayDrop: (loser: Side) => boolean,
): Sorted {
  const bounds = new Set(turns.map(({ first }) => first));
  const last = notes.length - 1;
  const words = new Map<number, CubeWord[]>();
  const remarks: Note[] = [];
  const others: Note[] = [];
  for (const [depth, list] of notes.entries())
    for (const note of list) {
      const word = parseCubeNote(note);
      const isDrop = word?.act === 'drops';
      const isPlaced = bounds.has(depth) || (depth === last && state.outcome !== null);
      if (word !== null && isPlaced && (!isDrop || (depth === last && mayDrop(word.side))))
        listAt(words, depth).push(word);
      else if (depth === 0 && !words.has(0)) remarks.push(note);
      else others.push(note);
    }
  return { words, remarks, others };
}

function listAt(words: Map<number, CubeWord[]>, depth: number): CubeWord[] {
  const list = words.get(depth) ?? [];
  words.set(depth, list);
  return list;
}

/** The lines of a game, numbered; `isDropped` puts the last words behind a last roll that was not played. */
export function layOut(
  turns: readonly PlayedTurn[],
  words: Sorted['words'],
  isDropped: boolean,
): string[] {
  const rows: [left: string, right: string][] = [];
  for (const { side, text } of cellsOf(turns, words, isDropped)) {
    const row = rows.at(-1);
    // the left column begins a line; what follows on the right joins it
    if (side === 1 && row !== undefined && row[1] === '') row[1] = text;
    else rows.push(side === 0 ? [text, ''] : ['', text]);
  }
  return rows.map(([left, right], i) => {
    const start = `${`${i + 1}`.padStart(3)}) ${left}`;
    return right === '' ? start : `${start.padEnd(Math.max(COLUMN, start.length + 2))}${right}`;
  });
}

/** Where the right column begins. */
const COLUMN = 33;

function cellsOf(turns: readonly PlayedTurn[], words: Sorted['words'], isDropped: boolean): Cell[] {
  const cells: Cell[] = [];
  const depths = [...words.keys()].sort((a, b) => a - b);
  let waiting: CubeWord[] = [];
  const say = (word: CubeWord) => cells.push({ side: word.side, text: formatCubeWord(word) });
  const hearUpTo = (made: number) => {
    while (depths[0] !== undefined && depths[0] <= made)
      waiting = waiting.concat(words.get(depths.shift()!)!);
  };
  for (const [i, { start, dice, hops, first }] of turns.entries()) {
    const isAhead = isDropped && i === turns.length - 1 && hops.length === 0;
    if (!isAhead) hearUpTo(first);
    const later = waiting.findIndex(word => isLater(word, turns, i));
    for (const word of waiting.splice(0, later < 0 ? waiting.length : later)) say(word);
    const steps = hops.map(formatHop).join(' ');
    cells.push({ side: start.turn, text: `${dice.join('')}: ${steps}`.trimEnd() });
  }
  hearUpTo(Number.POSITIVE_INFINITY);
  for (const word of waiting) say(word);
  return cells;
}

/** Whether a word waits for a later roll before the next move: who doubles does so before the own roll. */
const isLater = ({ side, act }: CubeWord, turns: readonly PlayedTurn[], i: number): boolean =>
  namesValue(act) &&
  turns[i]!.start.turn !== side &&
  turns[i + 1]?.first === turns[i]!.first &&
  turns[i + 1]?.start.turn === side;
