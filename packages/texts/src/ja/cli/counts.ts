/** Numbers of things, in Japanese. */
import type { CountTexts } from '../../en/cli/counts.ts';

const numbers = new Intl.NumberFormat('ja');

export const counts: CountTexts = {
  number: n => numbers.format(n),
  moves: n => `${numbers.format(n)} 手`,
  entries: n => `記録 ${numbers.format(n)} 件`,
};
