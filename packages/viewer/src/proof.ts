/** The proof of a random draw, for pages where a match is being played. */
export { drawAfter } from './engine/draw.ts';
export { drawProof } from './parts/proof.ts';
