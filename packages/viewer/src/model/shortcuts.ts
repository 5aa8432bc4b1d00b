/** Keyboard shortcuts in the order in which the viewer lists them. */
import { viewerPanels } from '@kifu/texts/en/viewer-panels';

type Shortcut = keyof typeof viewerPanels.keys;

/** All shortcuts: those of any replay first. */
export const SHORTCUTS = Object.keys(viewerPanels.keys) as readonly Shortcut[];
