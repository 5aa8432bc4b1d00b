/** Numbers of things. */

const numbers = new Intl.NumberFormat('en');
const count = (one: string, many: string) => (n: number) =>
  `${numbers.format(n)} ${n === 1 ? one : many}`;

export const counts = {
  number: (n: number) => numbers.format(n),
  moves: count('move', 'moves'),
  entries: count('entry', 'entries'),
};

export type CountTexts = typeof counts;
