/** How chess is drawn: the six men on squares. */
import type { Art } from '@kifu/core';
import { drawMan } from '../art/men.ts';

/** The pictures of chess. */
export const art: Art = { drawing: drawMan };
