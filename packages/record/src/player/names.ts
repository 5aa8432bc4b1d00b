/** Names as they are one player's: neither the same letters, nor letters that look the same, are another player's at a time. */
import { CONFUSABLES } from './confusables.ts';
import type { Player } from './player.ts';

/** What a player is found by, each one player's at a time: all keys that ever were theirs, and the name. */
export const handlesOf = ({ keys, name }: Player): readonly string[] => [
  ...keys.map(({ key }) => key),
  nameHandle(name),
];

/** The handles of a player who keeps the name: without looks that another player has since before looks were compared. */
export async function storedHandles(
  player: Player,
  ownerOf: (handle: string) => Promise<string | null>,
): Promise<readonly string[]> {
  const handles = [...handlesOf(player)];
  for (const look of looksOf(player.name))
    if (((await ownerOf(look)) ?? player.id) === player.id) handles.push(look);
  return handles;
}

/** A name as it is found: after an `@`, which no key has, without capitals, marks on letters and compatibility forms (Unicode NFKD). */
export const nameHandle = (name: string): string =>
  `@${name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFKC')}`;

/**
 * How a name looks, after a `~`: letters and digits alone, each as the letter it looks like (the skeletons of UTS 39). Two, as capitals may
 * look like something else than small letters: `I` like `l`, `i` not.
 */
export function looksOf(name: string): readonly string[] {
  const letters = name.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '');
  if (letters === '') return []; // of signs alone, which the other handle compares
  const looks = [letters, skeleton(letters)].map(text => `~${skeleton(text.toLowerCase())}`);
  return [...new Set(looks)];
}

let table: ReadonlyMap<string, string> | null = null;

function skeleton(text: string): string {
  table ??= readTable();
  return [...text].map(letter => table!.get(letter) ?? letter).join('');
}

function readTable(): ReadonlyMap<string, string> {
  const lettersOf = (codes: string): string[] =>
    codes === '' ? [] : codes.split(',').map(hex => String.fromCodePoint(Number.parseInt(hex, 16)));
  return new Map(
    CONFUSABLES.trim()
      .split(/\s+/)
      .flatMap(word => {
        const [target, sources] = word.split('=') as [string, string];
        return lettersOf(sources).map(letter => [letter, lettersOf(target).join('')] as const);
      }),
  );
}

/** Scripts in daily use (UTS 31, table 5), each alone in a word; rare ones are not distinguished. */
const SCRIPTS = (
  'Latin Cyrillic Greek Armenian Hebrew Arabic Thaana Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam ' +
  'Sinhala Thai Lao Tibetan Myanmar Georgian Ethiopic Khmer Han Hiragana Katakana Bopomofo Hangul'
).split(' ');
/** Scripts that are written together: Japanese, Chinese with phonetics, Korean, each with Latin letters ("highly restrictive" in UTS 39). */
const TOGETHER = ['Han Hiragana Katakana', 'Han Bopomofo', 'Han Hangul'].map(scripts => [
  'Latin',
  ...scripts.split(' '),
]);

const anyOf = (scripts: readonly string[]): string =>
  scripts.map(script => `\\p{scx=${script}}`).join('');
const ONE_SCRIPT = [...SCRIPTS.map(script => [script]), ...TOGETHER].map(
  scripts => new RegExp(`^[${anyOf(scripts)}\\p{scx=Common}\\p{scx=Inherited}]*$`, 'u'),
);
const RARE = new RegExp(`^[^${anyOf(SCRIPTS)}]*$`, 'u');

/** Whether each word of a name is in one script: look-alike letters of another one are not in it. */
export const hasPlainWords = (name: string): boolean =>
  name
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .every(word => RARE.test(word) || ONE_SCRIPT.some(script => script.test(word)));
