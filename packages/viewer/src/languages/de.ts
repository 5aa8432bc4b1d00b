/** What the viewer and the board need of German: everything but the texts of the site. Loaded when a page wants it. */
import { board } from '@kifu/texts/de/board';
import { faults } from '@kifu/texts/de/faults';
import { games } from '@kifu/texts/de/games/index';
import { match } from '@kifu/texts/de/match';
import { verdicts } from '@kifu/texts/de/verdicts';
import { viewer } from '@kifu/texts/de/viewer';
import { viewerEngine } from '@kifu/texts/de/viewer-engine';
import { viewerPanels } from '@kifu/texts/de/viewer-panels';
import type { LoadedTexts } from '../language.ts';

export const german: LoadedTexts = {
  language: 'de',
  ...{ board, faults, games, match, verdicts, viewer, viewerEngine, viewerPanels },
};
