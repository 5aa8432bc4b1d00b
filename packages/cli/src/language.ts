/** The language of a command line, and its texts. */
import { LANGUAGES, type Language, loadTexts, pickLanguage, type Texts } from '@kifu/texts';
import type { CliTexts } from '@kifu/texts/en/cli';
import type { Io } from './io.ts';

const TEXTS: { readonly [language in Language]: () => Promise<CliTexts> } = {
  en: async () => (await import('@kifu/texts/en/cli')).cli,
  de: async () => (await import('@kifu/texts/de/cli')).cli,
  ja: async () => (await import('@kifu/texts/ja/cli')).cli,
};

/** The languages by their tags: `en, de, ja`. */
export const LANGUAGE_TAGS = Object.keys(LANGUAGES) as readonly Language[];

/** What a command says, and how matches are described. */
export interface Speech {
  readonly language: Language;
  readonly texts: CliTexts;
  /** Texts about matches, verdicts and faults; undefined for English, which libraries have themselves. */
  readonly common: Texts | undefined;
}

const OPTION = /^--lang(?:=(.*))?$/s;

/** The words of a command line without `--lang`, and the language that it names. */
export function takeLanguage(argv: readonly string[]): {
  readonly words: readonly string[];
  readonly named: string | null;
} {
  const at = argv.findIndex(word => OPTION.test(word));
  if (at < 0) return { words: argv, named: null };
  const [, value] = OPTION.exec(argv[at]!)!;
  const named = value ?? argv[at + 1] ?? null;
  return { words: argv.toSpliced(at, value === undefined ? 2 : 1), named };
}

/** The language that the user wants: by `--lang`, else by the environment. */
export function languageFor(named: string | null, env: Io['env']): Language {
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  return pickLanguage([named || env.KIFU_LANG || locale]);
}

/** The same with English texts: programs read JSON, which is the same in all languages. */
export const inEnglish = async (io: Io): Promise<Io> =>
  io.language === 'en'
    ? io
    : Object.create(io, Object.getOwnPropertyDescriptors(await loadSpeech('en')));

/** Loads the texts of a language, and no others. */
export async function loadSpeech(language: Language): Promise<Speech> {
  const [texts, common] = await Promise.all([
    TEXTS[language](),
    language === 'en' ? undefined : loadTexts(language),
  ]);
  return { language, texts, common };
}
