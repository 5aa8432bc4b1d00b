/** German. */
import type { Texts } from '../en/index.ts';
import { board } from './board.ts';
import { faults } from './faults.ts';
import { games } from './games/index.ts';
import { match } from './match.ts';
import { site } from './site.ts';
import { verdicts } from './verdicts.ts';
import { viewer } from './viewer.ts';
import { viewerEngine } from './viewer-engine.ts';
import { viewerPanels } from './viewer-panels.ts';

export const german: Texts = { language: 'de', board, faults, games, match, site, verdicts, viewer, viewerEngine, viewerPanels };
