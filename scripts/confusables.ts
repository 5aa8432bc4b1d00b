/**
 * Writes which letters look like which others, from Unicode's table: `node scripts/confusables.ts FILE`, where FILE is `confusables.txt` of
 * https://www.unicode.org/Public/security/. Only letters and digits that Unicode's compatibility forms do not change are written: names
 * are compared without all others.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const TARGET = 'packages/record/src/player/confusables.ts';
const WIDTH = 98;
const text = readFileSync(process.argv[2]!, 'utf8');
const bare = (letters: string) => letters.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '');
const hexOf = (letters: string) => [...letters].map(one => one.codePointAt(0)!.toString(16));

const sources = new Map<string, string[]>();
for (const line of text.split('\n')) {
  const [from, to] = line.replace(/#.*/, '').split(';');
  if (to === undefined) continue;
  const [letter, target] = [from!, to].map(codes =>
    String.fromCodePoint(
      ...codes
        .trim()
        .split(' ')
        .map(code => Number.parseInt(code, 16)),
    ),
  ) as [string, string];
  if (bare(letter) !== letter) continue;
  const isMark = /^[\p{scx=Latin}\p{scx=Common}]$/u.test(letter) && /^[!-~]+$/.test(target);
  // a letter that looks like a sign stays a letter, but for those that are hardly more than the sign
  if (bare(target) === '' && !isMark) continue;
  const key = hexOf(bare(target)).join(',');
  sources.set(key, [...(sources.get(key) ?? []), ...hexOf(letter)]);
}

const words = [...sources].map(([target, letters]) => `${target}=${letters.join(',')}`);
const lines: string[] = [];
for (const word of words.flatMap(splitLong)) {
  const last = lines.at(-1);
  if (last === undefined || last.length + word.length + 1 > WIDTH) lines.push(word);
  else lines[lines.length - 1] = `${last} ${word}`;
}
writeFileSync(
  TARGET,
  `/**
 * Which letters look like which others: the skeletons of Unicode Technical Standard 39, for letters and digits. Written by scripts/confusables.ts.
 * Data: Unicode 16.0.0, Copyright 1991-2024 Unicode, Inc., under the Unicode License V3 (https://www.unicode.org/license.txt).
 */

/** Words \`target=letter,letter,…\` in hex digits; a target of several letters has commas too. */
export const CONFUSABLES = \`
${lines.join('\n')}
\`;
`,
);

/** One target may have more letters than a line. */
function splitLong(word: string): string[] {
  const [target, letters] = word.split('=') as [string, string];
  const parts: string[] = [];
  for (const letter of letters.split(',')) {
    const last = parts.at(-1);
    if (last === undefined || last.length + letter.length + 1 > WIDTH)
      parts.push(`${target}=${letter}`);
    else parts[parts.length - 1] = `${last},${letter}`;
  }
  return parts;
}
