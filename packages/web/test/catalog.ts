/**
 * The catalog of texts of a language, and whether a text of a page is from it. Functions of the catalog become patterns: each is called
 * with marks in place of its arguments, and whatever stands where a mark was has to be from the catalog, too, or exempt.
 */
import type { Language } from '@kifu/texts';
import { loadGuides, loadTexts } from '@kifu/texts';

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
/** For texts of the command line, which take names, counts and flags. */
const FEW: Trial = {
  values: [MARK, 'none', 1, 2, null, 0, '', true, [MARK, MARK]],
  tried: [0, 9, 9, 6, 4, 3],
};
const MANY: Trial = { values: ARGUMENTS, tried: TRIED };

/** What texts are called with, and with how many of them, by the number of parameters. */
interface Trial {
  readonly values: readonly unknown[];
  readonly tried: readonly number[];
}
/** What a call shows of its arguments: numbers as the language writes them, and what a text finds in a mark that is none. */
const GIVEN = /NaN|undefined|\d[\d.,\u00a0\u202f]*/g;
/** Where several texts are joined to a line. */
const JOINTS = /\s*(?:[,;:·–—()“”„«»「」、：；（）/|×+]|\s-\s|\n|\.\s|。)\s*/u;
/** How deep texts stand in texts. */
const DEPTH = 6;

/** A text with marks: what stands before, between and behind them. */
type TextPattern = readonly string[];

/** Tells whether a text of a page is from the catalog. */
export type IsKnown = (text: string) => boolean;
/** Whole words that are in no language. */
type Exempt = Pick<RegExp, 'test'>;

/** Reads the catalog of a language, but for what is exempt. */
export const catalogOf = async (language: Language, exempt: readonly Exempt[]): Promise<IsKnown> =>
  catalogFrom([...textsIn(await sectionsOf(language)), ...datesOf(language)], exempt);

/** The catalog of the command line of a language. */
export async function cliCatalogOf(
  language: Language,
  exempt: readonly Exempt[],
): Promise<IsKnown> {
  const { cli } = await import(`../../texts/src/${language}/cli.ts`);
  const { match, games, verdicts, faults } = await loadTexts(language);
  return catalogFrom([...textsIn([cli, match, games, verdicts, faults], FEW)], exempt);
}

function catalogFrom(lines: readonly string[], exempt: readonly Exempt[]): IsKnown {
  const texts = new Set<string>();
  const patterns = new Map<string, TextPattern>();
  // lines are taken apart at their joints, and so are those of pages
  for (const text of new Set(lines.flatMap(line => [line, ...line.split(JOINTS)]))) {
    const parts = fold(text.replaceAll(GIVEN, MARK)).split(MARK);
    if (parts.length === 1) texts.add(parts[0]!);
    // a text of nothing but arguments is for its arguments to explain, unless it joins them
    else if (/\p{L}/u.test(parts.join('')) || parts.slice(1, -1).includes(' '))
      patterns.set(parts.join(MARK), parts);
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
      all.some(pattern => givenIn(text, pattern)?.every(part => isKnown(part.trim(), depth - 1)));
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

/**
 * What stands in a text where a pattern has marks, each as short as can be; null where the pattern does not fit. A regular expression
 * would try all ways to part a line that does not fit, and a line without spaces has many.
 */
function givenIn(text: string, pattern: TextPattern): string[] | null {
  const first = pattern[0]!;
  const last = pattern.at(-1)!;
  const end = text.length - last.length;
  if (first.length > end || !text.startsWith(first) || !text.endsWith(last)) return null;
  const given: string[] = [];
  let from = first.length;
  for (const part of pattern.slice(1, -1)) {
    const at = text.indexOf(part, from);
    if (at === -1 || at + part.length > end) return null;
    given.push(text.slice(from, at));
    from = at + part.length;
  }
  return [...given, text.slice(from, end)];
}

/** All texts of a language that pages show; those of the viewer are loaded apart from the others. */
const sectionsOf = async (language: Language): Promise<readonly unknown[]> => [
  await loadTexts(language),
  await guidesOf(language),
  ...(await Promise.all(
    ['board', 'viewer-engine', 'viewer-panels'].map(
      name => import(`../../texts/src/${language}/${name}.ts`),
    ),
  )),
];

/** Texts of the guides, with marks where numbers are filled in. */
const guidesOf = async (language: Language): Promise<unknown> => {
  const { games, page } = await loadGuides(language);
  const filled = JSON.stringify(games).replace(/\{\w+\}/g, MARK);
  return [JSON.parse(filled), page];
};

/** Makes a text the same at the start of a line and within it, as a sentence and as a label. */
const fold = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.。]$/, '')
    .toLowerCase();

/** Every text of a part of the catalog; those of functions with marks and numbers in them. */
function* textsIn(part: unknown, trial: Trial = MANY): Generator<string> {
  if (typeof part === 'string') yield part;
  else if (typeof part === 'function')
    yield* resultsOf(part as (...given: unknown[]) => unknown, trial);
  else if (typeof part === 'object' && part !== null) {
    for (const value of Object.values(part)) yield* textsIn(value, trial);
    // the reason of a result follows it in the same line
    if ('by' in part && 'label' in part) yield `${MARK} ${part.by}`;
  }
}

function* resultsOf(
  text: (...given: unknown[]) => unknown,
  { values: all, tried }: Trial,
): Generator<string> {
  const lists: readonly (readonly unknown[])[] = Array.from(
    { length: Math.min(text.length, MOST_PARAMETERS) },
    () => all.slice(0, tried[Math.min(text.length, MOST_PARAMETERS)]),
  );
  const given = lists.reduce<unknown[][]>(
    (rows, list) => rows.flatMap(row => list.map(value => [...row, value])),
    [[]],
  );
  for (const values of given)
    try {
      yield* textsIn(text(...values), { values: all, tried });
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
