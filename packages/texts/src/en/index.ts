/** English, the source of all other languages. */
import { match } from './match.ts';
import { site } from './site.ts';

export const english = { match, site };

export type Texts = typeof english;
