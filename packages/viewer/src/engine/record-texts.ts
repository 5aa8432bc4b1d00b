/** Texts with which the engine describes records: English at hand, other languages loaded. */
import type { Language } from '@kifu/texts';
import { verdicts } from '@kifu/texts/en/verdicts';
import { viewerEngine } from '@kifu/texts/en/viewer-engine';
import { loadLanguage, type RecordTexts } from '../language.ts';
import { ENGLISH_KITS } from './kit-texts.ts';

export { namesIn, textsOf } from './kit-texts.ts';

/** English. */
export const ENGLISH: RecordTexts = { ...ENGLISH_KITS, verdicts, viewerEngine };

/** Loads the texts of a language; English where they cannot be loaded. */
export const loadRecordTexts = async (language: Language): Promise<RecordTexts> =>
  (await loadLanguage(language)) ?? ENGLISH;
