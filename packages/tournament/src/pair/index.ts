/** Pairings of the next round: a function of all that happened before. */
import type { Round, Tournament } from '../tournament.ts';
import { pairArena } from './arena.ts';
import { pairKnockOut } from './knock-out.ts';
import { pairRoundRobin } from './round-robin.ts';
import { pairSwiss } from './swiss.ts';

const SYSTEM = {
  swiss: pairSwiss,
  'round-robin': pairRoundRobin,
  'knock-out': pairKnockOut,
  arena: pairArena,
} as const;

/** The next round of a tournament that can have one. */
export const pairRound = (tournament: Tournament): Round =>
  SYSTEM[tournament.terms.system](tournament);
