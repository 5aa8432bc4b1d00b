/** What the viewer and the board need of Japanese: everything but the texts of the site. Loaded when a page wants it. */
import { board } from '@kifu/texts/ja/board';
import { faults } from '@kifu/texts/ja/faults';
import { games } from '@kifu/texts/ja/games/index';
import { match } from '@kifu/texts/ja/match';
import { verdicts } from '@kifu/texts/ja/verdicts';
import { viewer } from '@kifu/texts/ja/viewer';
import { viewerEngine } from '@kifu/texts/ja/viewer-engine';
import { viewerPanels } from '@kifu/texts/ja/viewer-panels';
import type { LoadedTexts } from '../language.ts';

export const japanese: LoadedTexts = {
  language: 'ja',
  ...{ board, faults, games, match, verdicts, viewer, viewerEngine, viewerPanels },
};
