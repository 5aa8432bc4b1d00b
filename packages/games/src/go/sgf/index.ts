/** Smart Game Format, FF[4]: games of go as text, with variations, many to a file. */
import type { Dialect } from '@kifu/core';
import { readFirst, readSgf } from './read.ts';
import { writeSgf } from './write.ts';

export { readSgf } from './read.ts';
export { formatStandard, type StandardGame, type StandardNode } from './standard.ts';
export { formatStep, type GameStep, parseStep } from './step.ts';

/** SGF as a dialect. */
export const sgf: Dialect = {
  name: 'sgf',
  extensions: ['sgf'],
  read: readFirst,
  readAll: readSgf,
  write: writeSgf,
};
