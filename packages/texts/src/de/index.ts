/** German. */
import type { Texts } from '../en/index.ts';
import { games } from './games/index.ts';
import { match } from './match.ts';

export const german: Texts = { language: 'de', match, games };
