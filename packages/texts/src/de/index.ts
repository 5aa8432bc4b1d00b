/** German. */
import type { Texts } from '../en/index.ts';
import { match } from './match.ts';

export const german: Texts = { match };
