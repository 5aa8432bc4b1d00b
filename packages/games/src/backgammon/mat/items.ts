/** What stands in match files: rolls with their moves, words about the cube, and ends. */
import type { FaultLocation } from '@kifu/core';
import type { Side } from '../board.ts';

/** One thing that a side did; white has the left column. */
export type MatItem = { readonly side: Side; readonly at: FaultLocation } & Deed;

/** A roll and what was played, or a word. */
export type Deed =
  | { readonly is: 'roll'; readonly dice: number; readonly hops: readonly Hop[] }
  | { readonly is: 'cube'; readonly act: CubeAct; readonly to: number | null }
  | { readonly is: 'win'; readonly points: number }
  | { readonly is: 'resign' };

/** What may be done with the doubling cube. */
export type CubeAct = 'doubles' | 'beavers' | 'raccoons' | 'takes' | 'drops';

/** A checker's way from one place to another, perhaps by several dice; places as the mover counts them, −1 for off. */
export interface Hop {
  readonly from: number;
  readonly to: number;
  readonly hits: boolean;
}

/** A game as it stands in a file. */
export interface MatGame {
  readonly tags: readonly (readonly [name: string, value: string])[];
  /** Points to which the match is played; 0 where it is none. */
  readonly length: number;
  readonly number: number;
  readonly names: readonly [string, string];
  readonly scores: readonly [number, number];
  readonly items: readonly MatItem[];
  /** Lines that say something else, with how many items stood before them. */
  readonly remarks: readonly { readonly before: number; readonly text: string }[];
  readonly at: FaultLocation;
}

/** Whether the acts that pass a cube on name its new value. */
export const namesValue = (act: CubeAct): boolean => act !== 'takes' && act !== 'drops';
