/** Numbers of things, in Japanese. */
import type { CountTexts } from '../../en/cli/counts.ts';

const numbers = new Intl.NumberFormat('ja');
const count =
  (what: string, unit = '件') =>
  (n: number): string =>
    `${what}${numbers.format(n)}${unit}`;

export const counts: CountTexts = {
  number: n => numbers.format(n),
  decimal: (n, digits) =>
    n.toLocaleString('ja', {
      ...{ minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false },
    }),
  moves: n => `${numbers.format(n)}手`,
  entries: count('記録'),
  matches: n => `${numbers.format(n)}局`,
  games: n => `${numbers.format(n)}局`,
  records: count('棋譜'),
  proofs: count('証拠'),
  players: n => `${numbers.format(n)}人`,
  ratings: count('レーティング'),
  notes: count('メモ'),
  puzzles: count('パズル', '問'),
  variations: count('変化'),
  commits: count('コミット'),
  nodes: count('ノード', '個'),
  blocks: count('ブロック', '個'),
  bytes: n => `${numbers.format(n)}バイト`,
  packs: count('パック', '個'),
  secrets: count('秘密', '個'),
  links: count('リンク', '個'),
  hashes: count('ハッシュ', '個'),
  signatures: count('署名', '個'),
  indexEntries: count('索引'),
  archivedGames: n => `保管済み${numbers.format(n)}局`,
  peers: n => `${numbers.format(n)}台`,
  problems: count('問題'),
  days: n => `${numbers.format(n)}日`,
};
