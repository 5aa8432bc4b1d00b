/** English, the source of all other languages. */
import { faults } from './faults.ts';
import { match } from './match.ts';

export const english = { faults, match };

export type Texts = typeof english;
