/** German. */
import type { Texts } from '../en/index.ts';
import { match } from './match.ts';
import { verdicts } from './verdicts.ts';

export const german: Texts = { match, verdicts };
