/** English, the source of all other languages. */
import { faults } from './faults.ts';
import { games } from './games/index.ts';
import { match } from './match.ts';
import { site } from './site.ts';
import { verdicts } from './verdicts.ts';
import { viewer } from './viewer.ts';

export const english = {
  /** Tag of the language (BCP 47). */
  language: 'en' as string,
  faults,
  games,
  match,
  site,
  verdicts,
  viewer,
};

export type Texts = typeof english;
