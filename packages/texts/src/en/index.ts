/** English, the source of all other languages. */
import { faults } from './faults.ts';
import { games } from './games/index.ts';
import { match } from './match.ts';

export const english = {
  /** Tag of the language (BCP 47). */
  language: 'en' as string,
  faults,
  games,
  match,
};

export type Texts = typeof english;
