/** Numbers of things, in German. */
import type { CountTexts } from '../../en/cli/counts.ts';

const numbers = new Intl.NumberFormat('de');
const count = (one: string, many: string) => (n: number) =>
  `${numbers.format(n)} ${n === 1 ? one : many}`;

export const counts: CountTexts = {
  number: n => numbers.format(n),
  moves: count('Zug', 'Züge'),
  entries: count('Eintrag', 'Einträge'),
};
