/** English, the source of all other languages. */
import { match } from './match.ts';

export const english = { match };

export type Texts = typeof english;
