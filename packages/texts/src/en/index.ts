/** English, the source of all other languages. */
import { games } from './games/index.ts';
import { match } from './match.ts';
import { site } from './site.ts';

export const english = {
  /** Tag of the language (BCP 47). */
  language: 'en' as string,
  match,
  games,
  site,
};

export type Texts = typeof english;
