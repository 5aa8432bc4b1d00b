/** Japanese. */
import type { Texts } from '../en/index.ts';
import { games } from './games/index.ts';
import { match } from './match.ts';
import { site } from './site.ts';

export const japanese: Texts = { language: 'ja', match, games, site };
