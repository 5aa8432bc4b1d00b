/** Japanese. */
import type { Texts } from '../en/index.ts';
import { games } from './games/index.ts';
import { match } from './match.ts';

export const japanese: Texts = { language: 'ja', match, games };
