/** How chess is drawn: the six men on squares. */
import type { Art } from '@kifu/core';
import { drawMan, MEN_SETS } from '../art/men.ts';

/** The pictures of chess. */
export const art: Art = { drawing: drawMan, sets: MEN_SETS };
