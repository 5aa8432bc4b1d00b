/** The canonical form of a state. The README has its fields. */
import type { Json, StateCodec } from '@kifu/core';
import { restore } from './restore.ts';
import type { State } from './state.ts';
import { position, text } from './state-text.ts';

/** Canonical JSON; there is no aside. */
export const states: StateCodec<State> = {
  canon: state => JSON.parse(text(state)) as Json,
  aside: () => null,
  restore,
  position,
  text,
};
