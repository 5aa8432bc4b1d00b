/** German. */
import type { Texts } from '../en/index.ts';
import { faults } from './faults.ts';
import { games } from './games/index.ts';
import { match } from './match.ts';

export const german: Texts = { language: 'de', faults, games, match };
