/** German. */
import type { Texts } from '../en/index.ts';
import { faults } from './faults.ts';
import { games } from './games/index.ts';
import { match } from './match.ts';
import { site } from './site.ts';
import { verdicts } from './verdicts.ts';
import { viewer } from './viewer.ts';

export const german: Texts = { language: 'de', faults, games, match, site, verdicts, viewer };
