/** Languages of a viewer: English is part of its scripts, others are loaded when a page wants them. */
import type { Language } from '@kifu/texts';
import type { BoardTexts } from '@kifu/texts/en/board';
import type { FaultTexts } from '@kifu/texts/en/faults';
import type { GamesTexts } from '@kifu/texts/en/games/index';
import type { MatchTexts } from '@kifu/texts/en/match';
import type { VerdictTexts } from '@kifu/texts/en/verdicts';
import type { ViewerTexts } from '@kifu/texts/en/viewer';
import type { ViewerEngineTexts } from '@kifu/texts/en/viewer-engine';
import type { ViewerPanelTexts } from '@kifu/texts/en/viewer-panels';
import type { GameTexts } from '@kifu/texts/games';

/** The texts of a language that the viewer and the board use. */
export interface LoadedTexts {
  readonly language: Language;
  readonly board: BoardTexts;
  readonly faults: FaultTexts;
  readonly games: GamesTexts;
  readonly match: MatchTexts;
  readonly verdicts: VerdictTexts;
  readonly viewer: ViewerTexts;
  readonly viewerEngine: ViewerEngineTexts;
  readonly viewerPanels: ViewerPanelTexts;
}

/** Texts with which records are described. English needs no games here: kits have their own English texts. */
export interface RecordTexts {
  readonly language: string;
  readonly games: { readonly [game: string]: GameTexts };
  readonly match: MatchTexts;
  readonly verdicts: VerdictTexts;
  readonly viewerEngine: ViewerEngineTexts;
}

const LOADERS: { readonly [language in Exclude<Language, 'en'>]: () => Promise<LoadedTexts> } = {
  de: async () => (await import('./languages/de.ts')).german,
  ja: async () => (await import('./languages/ja.ts')).japanese,
};

/** Loads the texts of a language; null for English, and where they cannot be loaded. */
export const loadLanguage = (language: Language): Promise<LoadedTexts | null> =>
  language === 'en' ? Promise.resolve(null) : LOADERS[language]().catch(() => null);
