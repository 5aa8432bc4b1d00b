/** Match files (`.mat`) as Jellyfish made them and most backgammon programs read and write them. */
import { type Dialect, fail } from '@kifu/core';
import { decodeText, readMat } from './read.ts';
import { writeMat } from './write.ts';

export { readMat } from './read.ts';

const toText = (input: Uint8Array | string): string =>
  typeof input === 'string' ? input : decodeText(input);

/** Match files as a dialect. */
export const mat: Dialect = {
  name: 'mat',
  extensions: ['mat'],
  read(input, lost) {
    for (const game of readMat(toText(input), lost)) return game;
    return fail('malformed', 'there is no game in this text');
  },
  readAll: (input, lost) => readMat(toText(input), lost),
  write: writeMat,
};
