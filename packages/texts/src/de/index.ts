/** German. */
import type { Texts } from '../en/index.ts';
import { match } from './match.ts';
import { site } from './site.ts';

export const german: Texts = { match, site };
