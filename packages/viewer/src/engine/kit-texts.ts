/** Texts of games and of any match in a language: English at hand. */
import { gameTexts, type Kit, type SeatNames, seatNamesOf } from '@kifu/core';
import { match } from '@kifu/texts/en/match';
import type { GameTexts } from '@kifu/texts/games';
import type { RecordTexts } from '../language.ts';

/** Texts with which a game describes positions and outcomes. */
export type KitTexts = Pick<RecordTexts, 'language' | 'games' | 'match'>;

/** English: kits have their own texts. */
export const ENGLISH_KITS: KitTexts = { language: 'en', games: {}, match };

type TextsOfKit = Pick<Kit, 'game' | 'translations' | 'texts'>;

/** Returns the texts of a game in that language. */
export const textsOf = (kit: TextsOfKit, texts: KitTexts): GameTexts => gameTexts(kit, texts);

/** Returns the names of seats in that language. */
export const namesIn = (kit: TextsOfKit, texts: KitTexts): SeatNames =>
  seatNamesOf(kit, gameTexts(kit, texts), texts.match);
