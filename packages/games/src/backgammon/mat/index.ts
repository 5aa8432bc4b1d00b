/** Match files (`.mat`) as Jellyfish made them and most backgammon programs read and write them. */
import { decodeText, type Kifu, type OnLoss, type RecordFormat, type Result } from '@kifu/core';
import { firstOf } from '../../formats/text.ts';
import { toKifu } from './game.ts';
import { scanGames } from './scan.ts';
import { writeMat } from './write.ts';

/** All games of a text; those that cannot be read are faults with their place. */
export function* readMat(
  text: string,
  lost: OnLoss = () => {},
): Generator<Result<Kifu>, void, void> {
  for (const found of scanGames(text.toWellFormed(), lost))
    yield found.ok ? toKifu(found.value, lost) : found;
}

/** Match files as a dialect. */
export const mat: RecordFormat = {
  name: 'mat',
  extensions: ['mat'],
  read: (input, lost) => firstOf(readMat(decodeText(input), lost)),
  readAll: (input, lost) => readMat(decodeText(input), lost),
  write: writeMat,
};
