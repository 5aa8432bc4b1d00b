/** The doubling cube. The rules do not have it, so its actions are stored as notes: `white doubles to 2`. */
import { type Note, saysMore } from '@kifu/core';
import type { Side } from '../board.ts';
import { type Stakes, USUAL_STAKES } from '../ending.ts';
import { SIDE_NAMES } from '../names.ts';
import { type CubeAct, namesValue } from './items.ts';

/** What a side did with the cube. */
export interface CubeWord {
  readonly side: Side;
  readonly act: CubeAct;
  /** The new value; null where it is not told. */
  readonly to: number | null;
}

/** A word as the text of a note. */
export const formatCubeNote = ({ side, act, to }: CubeWord): string =>
  `${SIDE_NAMES[side]} ${act}${to === null ? '' : ` to ${to}`}`;

const NOTE = /^(white|black) (doubles|beavers|raccoons|takes|drops)(?: to ([1-9]\d{0,4}))?$/;

/** The word that a note is, where it is one. */
export function parseCubeNote(note: Note): CubeWord | null {
  const [, name, act, to] = NOTE.exec(note.text) ?? [];
  if (note.author !== null || saysMore(note) || act === undefined) return null;
  if (to !== undefined && !namesValue(act as CubeAct)) return null;
  return {
    side: name === 'white' ? 0 : 1,
    act: act as CubeAct,
    to: to === undefined ? null : Number(to),
  };
}

/** A word as it stands in a file. */
export const formatCubeWord = ({ act, to }: CubeWord): string =>
  ` ${act.charAt(0).toUpperCase()}${act.slice(1)}${to === null ? '' : ` => ${to}`}`;

/** Value of the cube after these actions, if the game continues: points are multiplied by it. */
export const cubeValue = (words: readonly CubeWord[]): number =>
  words.reduce(
    (value, { act, to }) => (namesValue(act) ? (to ?? Math.min(MAX_VALUE, 2 * value)) : value),
    1,
  );

/** Stakes of a game that counted some points for a kind of win: the other kinds count what the cube says. */
export const stakesOf = (words: readonly CubeWord[], kind: number, counted: number): Stakes => {
  const value = cubeValue(words);
  return USUAL_STAKES.map((stake, i) =>
    i === kind ? counted : value * stake,
  ) as unknown as Stakes;
};

/** Larger than any that was ever played. */
const MAX_VALUE = 1 << 16;

/** What a drop costs: the value before the double that was not taken. */
export const droppedValue = (words: readonly CubeWord[]): number =>
  cubeValue(
    words.slice(
      0,
      Math.max(
        0,
        words.findLastIndex(({ act }) => namesValue(act)),
      ),
    ),
  );
