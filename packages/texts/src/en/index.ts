/** English, the source of all other languages. */
import { games } from './games/index.ts';
import { match } from './match.ts';

export const english = {
  /** Tag of the language (BCP 47). */
  language: 'en' as string,
  match,
  games,
};

export type Texts = typeof english;
