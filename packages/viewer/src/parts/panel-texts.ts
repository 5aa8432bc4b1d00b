/** Texts of panels: English comes with the first panel that is loaded. */
import { viewerPanels as english, type ViewerPanelTexts } from '@kifu/texts/en/viewer-panels';
import type { PageTexts } from '../page-texts.ts';

/** Returns the texts of panels in the language of the page. */
export const panelTexts = ({ loaded }: PageTexts): ViewerPanelTexts =>
  loaded?.viewerPanels ?? english;
