/** English, the source of all other languages. */
import { match } from './match.ts';
import { verdicts } from './verdicts.ts';

export const english = { match, verdicts };

export type Texts = typeof english;
