/**
 * The catalog of texts of a language, and whether a text of a page is from it. Functions of the catalog become patterns: each is called
 * with marks in place of its arguments, and whatever stands where a mark was has to be from the catalog, too, or exempt.
 */
import type { Language } from '@kifu/texts';
import { loadTexts } from '@kifu/texts';

/** Stands for a string that is given to a text. */
const MARK = '\u{F0000}';
/** What texts are called with, for each parameter: names, counts, sides and turns, hours of more than a day, lists, nothing, kinds, and pieces. */
const ARGUMENTS: readonly unknown[] = [
  ...[MARK, 1, 5, null, [MARK, MARK], 0, 2, 3, '', 48, [1, 5], [MARK], [], true],
  ...[[MARK, MARK, MARK], 'City', 'Road', 'pawn'],
  ...['pawn', 'knight', 'bishop', 'rook', 'queen'].map(key => [[MARK, key, [MARK, MARK]]]),
];
/** With how many of them, by the number of parameters. */
const TRIED = [0, ARGUMENTS.length, ARGUMENTS.length, 13, 9, 5];
const MOST_PARAMETERS = TRIED.length - 1;
/** What a call shows of its arguments: numbers as the language writes them, and what a text finds in a mark that is none. */
const GIVEN = /NaN|undefined|\d[\d.,\u00a0\u202f]*/g;
/** Where several texts are joined to a line. */
const JOINTS = /\s*(?:[,;:·–—()“”„«»「」、：；（）/|×+]|\s-\s|\n|\.\s|。)\s*/u;
/** How deep texts stand in texts. */
const DEPTH = 6;

/** A text with marks: what stands around them, and all of it. */
interface TextPattern {
  readonly parts: readonly string[];
  readonly whole: RegExp;
}

/** Tells whether a text of a page is from the catalog. */
export type IsKnown = (text: string) => boolean;

/** Reads the catalog of a language; `exempt` are patterns of whole words that are in no language. */
export async function catalogOf(language: Language, exempt: readonly RegExp[]): Promise<IsKnown> {
  const texts = new Set<string>();
  const patterns = new Map<string, TextPattern>();
  const lines = [...textsIn(await sectionsOf(language)), ...datesOf(language)];
  // lines are taken apart at their joints, and so are those of pages
  for (const text of new Set(lines.flatMap(line => [line, ...line.split(JOINTS)]))) {
    const parts = fold(text.replaceAll(GIVEN, MARK)).split(MARK);
    if (parts.length === 1) texts.add(parts[0]!);
    // a text of nothing but arguments is for its arguments to explain, unless it joins them
    else if (/\p{L}/u.test(parts.join('')) || parts.slice(1, -1).includes(' '))
      patterns.set(parts.join(MARK), {
        parts,
        whole: new RegExp(`^${parts.map(RegExp.escape).join('(.*?)')}$`, 'su'),
      });
  }
  const all = [...patterns.values()];
  const known = new Map<string, boolean>();
  const isKnown = (text: string, depth: number): boolean => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (depth === 0) return false;
    const result =
      !/\p{L}/u.test(text) ||
      texts.has(text) ||
      exempt.some(pattern => pattern.test(text)) ||
      isJoined(text, depth) ||
      all.some(({ parts, whole }) => {
        if (!parts.every(part => text.includes(part))) return false;
        const [, ...given] = whole.exec(text) ?? [];
        return given.length > 0 && given.every(part => isKnown(part.trim(), depth - 1));
      });
    known.set(text, result);
    return result;
  };
  /** Whether a line is made of known texts. */
  const isJoined = (text: string, depth: number): boolean => {
    const parts = text
      .split(JOINTS)
      .map(part => part.replace(/\.$/, ''))
      .filter(part => part !== '');
    return parts.length > 1 && parts.every(part => isKnown(part, depth - 1));
  };
  // the last part of a long line may be cut off
  return text => isKnown(fold(text.replace(/; [^;]*…$/, '')), DEPTH);
}

/** All texts of a language that pages show; those of the viewer are loaded apart from the others. */
const sectionsOf = async (language: Language): Promise<readonly unknown[]> => [
  await loadTexts(language),
  ...(await Promise.all(
    ['board', 'viewer-engine', 'viewer-panels'].map(
      name => import(`../../texts/src/${language}/${name}.ts`),
    ),
  )),
];

/** Makes a text the same at the start of a line and within it, as a sentence and as a label. */
const fold = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.。]$/, '')
    .toLowerCase();

/** Every text of a part of the catalog; those of functions with marks and numbers in them. */
function* textsIn(part: unknown): Generator<string> {
  if (typeof part === 'string') yield part;
  else if (typeof part === 'function') yield* resultsOf(part as (...given: unknown[]) => unknown);
  else if (typeof part === 'object' && part !== null) {
    for (const value of Object.values(part)) yield* textsIn(value);
    // the reason of a result follows it in the same line
    if ('by' in part && 'label' in part) yield `${MARK} ${part.by}`;
  }
}

function* resultsOf(text: (...given: unknown[]) => unknown): Generator<string> {
  const lists: readonly (readonly unknown[])[] = Array.from(
    { length: Math.min(text.length, MOST_PARAMETERS) },
    () => ARGUMENTS.slice(0, TRIED[Math.min(text.length, MOST_PARAMETERS)]),
  );
  const given = lists.reduce<unknown[][]>(
    (rows, list) => rows.flatMap(row => list.map(value => [...row, value])),
    [[]],
  );
  for (const values of given)
    try {
      yield* textsIn(text(...values));
    } catch {
      // it takes arguments of other types
    }
}

/** Months and days of a language, as dates are written with them. */
function* datesOf(language: Language): Generator<string> {
  for (let month = 0; month < 12; month++)
    for (const style of ['short', 'long'] as const) {
      const date = new Date(2026, month, 12);
      yield date.toLocaleDateString(language, { month: style });
      yield date.toLocaleDateString(language, { day: 'numeric', month: style });
      yield date.toLocaleDateString(language, { day: 'numeric', month: style, year: 'numeric' });
    }
  for (let day = 1; day <= 7; day++)
    for (const weekday of ['short', 'long'] as const)
      yield new Date(2026, 0, day).toLocaleDateString(language, { weekday });
}
