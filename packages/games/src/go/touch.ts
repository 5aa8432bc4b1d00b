/** How moves are made on the board: by the point; passing, agreeing and playing on are words. */
import type { Touch } from '@kifu/core';
import type { Move } from './move-codec.ts';
import { cellOf } from './scene.ts';

const WORDS: { readonly [type: string]: string } = {
  pass: 'Pass',
  agree: 'Agree',
  resume: 'Play on',
};

/** The point of a move, or its word. */
export const touch = ({ at, type }: Move): Touch => ({
  path: [at === null ? (WORDS[type] ?? type) : [cellOf(at)]],
});
