/** Japanese. */
import type { Texts } from '../en/index.ts';
import { faults } from './faults.ts';
import { match } from './match.ts';

export const japanese: Texts = { faults, match };
