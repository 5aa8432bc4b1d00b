/**
 * `node scripts/openings.ts FILE`: makes the table of openings of chess from a file of lichess-org/chess-openings (`eco`, `name` and
 * `pgn` by tabs, a line each; public domain, CC0). Lines are in the order of their moves, and each has how many moves it shares with
 * the one before, the others, the code and the name.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('which file?');
const rows = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map(line => line.split('\t') as [eco: string, name: string, pgn: string])
  .map(([eco, name, pgn]) => ({
    eco,
    name,
    moves: pgn.split(' ').filter(word => !word.endsWith('.')),
  }));
const text = (moves: readonly string[]) => moves.join(' ');
rows.sort((a, b) => (text(a.moves) < text(b.moves) ? -1 : 1));
let before: readonly string[] = [];
const lines = rows.map(({ eco, name, moves }) => {
  const differs = moves.findIndex((move, i) => move !== before[i]);
  const shared = differs < 0 ? moves.length : differs;
  before = moves;
  return `${shared}\t${text(moves.slice(shared))}\t${eco}\t${name}`;
});
const out = join(import.meta.dirname, '../packages/games/src/chess/openings/table.ts');
writeFileSync(
  out,
  `/** The openings of chess, made by \`scripts/openings.ts\` from lichess-org/chess-openings (public domain, CC0). */
// biome-ignore format: it is data
export const TABLE: string = ${JSON.stringify(lines.join('\n')).replaceAll('\\t', '\t').replaceAll('\\n', '\n').replace(/^"|"$/g, '`').replaceAll('\\"', '"')};
`,
);
console.log(`${lines.length} openings`);
