/** Life and death: the one move that decides a closed fight, proved together with the failure of all others. */
import type { ProvedLine, Prover } from '@kifu/core';
import { EMPTY, lay } from '../board.ts';
import { pointOf } from '../grid.ts';
import { type Move, playAt } from '../move-codec.ts';
import { takeTurn } from '../play.ts';
import { cellOf } from '../scene.ts';
import { PASS, type State } from '../state.ts';
import { closedFights, type Fight, libertiesOf } from './fight.ts';
import { type Claim, createFightProver, type FightProver } from './prove.ts';

/** Moves of one's own in a line at most. */
const MOST_OWN = 4;
/** With fewer liberties there is nothing to think about. */
const LEAST_LIBERTIES = 2;

/** Proves that one move takes a chain, or saves it, and that all others fail. */
export const lifeProver: Prover<State, Move> = {
  name: 'Kifu tsumego',
  version: '1',
  prove(state, nodes) {
    if (state.passes === 2 || state.left > 0) return null;
    for (const fight of closedFights(state)) {
      if (libertiesOf(state, fight.target) < LEAST_LIBERTIES) continue;
      const line = lineOf(state, fight, nodes);
      if (line !== null) return line;
    }
    return null;
  },
};

function lineOf(state: State, fight: Fight, nodes: number): ProvedLine<Move> | null {
  const { grid } = state.match;
  const claim = state.turn === fight.defender ? 'live' : 'kill';
  const prover = createFightProver(state, fight, nodes);
  const cells: number[] = [];
  let sole = soleMove(prover, fight, claim, prover.first);
  for (let own = 1; sole !== null; own++) {
    cells.push(sole.cell);
    const answer = own < MOST_OWN ? hardestAnswer(prover, fight, claim, sole.next) : null;
    if (answer === null) break;
    cells.push(answer.cell);
    sole = answer.sole;
  }
  if (cells.length === 0) return null;
  return {
    aim: claim,
    cells: fight.target.map(cell => cellOf(pointOf(grid, cell))),
    moves: cells.map(cell => playAt(...pointOf(grid, cell))),
  };
}

interface Placed {
  readonly cell: number;
  readonly next: State;
}

/** The only stone that proves a claim, where every other move and a move elsewhere refute it. */
function soleMove(prover: FightProver, fight: Fight, claim: Claim, state: State): Placed | null {
  const counter = claim === 'kill' ? 'live' : 'kill';
  const away = takeTurn(state, PASS);
  if (away === null || !prover.proves(counter, away)) return null;
  let sole: Placed | null = null;
  for (const placed of placedIn(fight, state)) {
    if (prover.proves(counter, placed.next)) continue;
    if (sole !== null || !prover.proves(claim, placed.next)) return null;
    sole = placed;
  }
  return sole;
}

/** The first answer after which one move alone is right again; null where there is none. */
function hardestAnswer(prover: FightProver, fight: Fight, claim: Claim, state: State) {
  for (const { cell, next } of placedIn(fight, state)) {
    if (prover.isTaken(next)) continue;
    const sole = soleMove(prover, fight, claim, next);
    if (sole !== null) return { cell, sole };
  }
  return null;
}

/** The stones that may be placed in a fight. */
function* placedIn({ cells }: Fight, state: State): Generator<Placed> {
  for (const cell of cells) {
    if (lay(state.match.grid, state.stones)[cell] !== EMPTY) continue;
    const next = takeTurn(state, cell);
    if (next !== null) yield { cell, next };
  }
}
