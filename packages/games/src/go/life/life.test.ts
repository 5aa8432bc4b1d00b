/** Life and death: known shapes, what is not proved, and what is proved played against any answer. */
import { rngFrom } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { positionOf } from '../../../test/go-tools.ts';
import { coordinates } from '../notation.ts';
import { takeTurn } from '../play.ts';
import { PASS, type State } from '../state.ts';
import { closedFights, type Fight } from './fight.ts';
import { lifeProver } from './index.ts';
import { type Claim, createFightProver, type FightProver } from './prove.ts';

const NODES = 20_000;

/** White lives in the lower left corner of a board of nine lines. */
const corner = (...rows: readonly string[]): string[] => [
  ...Array.from({ length: 9 - rows.length }, () => '.........'),
  ...rows.map(row => row.padEnd(9, '.')),
];
const THREE = corner('BBBBB', 'WWWWB', '...WB', 'WWWWB', 'BBBBB');

const proved = (rows: readonly string[], turn: number, nodes = NODES) => {
  const state = positionOf(rows, 'Chinese', { turn });
  const line = lifeProver.prove(state, nodes);
  if (line === null) return null;
  return [line.aim, ...line.moves.map(move => coordinates.format(state, move))].join(' ');
};

test.each<[shape: string, rows: readonly string[], black: string, white: string]>([
  ['three in a row', THREE, 'kill B3', 'live B3'],
  [
    'a pyramid of four',
    corner('BBBBBB', 'BWWWWB', 'BW.WWB', 'W...WB', 'WWWWWB', 'BBBBBB'),
    'kill C3',
    'live C3',
  ],
])('%s: one move takes it or saves it', (_shape, rows, black, white) => {
  expect(proved(rows, 0)).toMatch(new RegExp(`^${black}`));
  expect(proved(rows, 1)).toBe(white);
});

test.each<[shape: string, rows: readonly string[]]>([
  ['two in a row is dead', corner('BBBB', 'WWWB', '..WB', 'WWWB', 'BBBB')],
  ['four in a row is alive', corner('BBBBBB', 'WWWWWB', '....WB', 'WWWWWB', 'BBBBBB')],
  ['two eyes are alive', corner('BBBBBB', 'WWWWWB', '.W.W.B', 'WWWWWB', 'BBBBBB')],
  ['who can leave is not closed in', corner('BBB.B', 'WWWWB', '...WB', 'WWWWB', 'BBBBB')],
  // the stones around it have a single liberty outside
  [
    'who may be freed is not proved',
    [
      ...Array.from({ length: 4 }, () => 'WWWWWWWWW'),
      ...['BBBBBWWWW', 'WWWWBWWWW', '...WBWWWW', 'WWWWBWWWW', 'BBBBB.WWW'],
    ],
  ],
])('nothing is proved: %s', (_shape, rows) => {
  expect([proved(rows, 0), proved(rows, 1)]).toEqual([null, null]);
});

test('what needs more positions than allowed is not proved', () => {
  expect(proved(THREE, 0, 3)).toBeNull();
});

describe('what is proved happens, whatever the other side does', () => {
  const reached = (state: State, { cells }: Fight): State[] =>
    [...cells, PASS].flatMap(cell => {
      const isFree = cell === PASS || !isStone(state, cell);
      return (isFree && takeTurn(state, cell)) || [];
    });
  const isStone = (state: State, cell: number) => takeTurn(state, cell) === null;

  /** Plays a claim by the prover against random moves; returns whether the stones are taken. */
  function play(prover: FightProver, fight: Fight, claim: Claim, seed: number): boolean {
    const luck = rngFrom(seed);
    const claimant = claim === 'live' ? fight.defender : 1 - fight.defender;
    let state = prover.first;
    for (let n = 0; n < 60 && state.passes < 2 && !prover.isTaken(state); n++) {
      const next = reached(state, fight);
      const chosen =
        state.turn === claimant
          ? next.find(one => prover.proves(claim, one))
          : next[luck(next.length)];
      if (chosen === undefined) throw new Error('the proof has no next move');
      state = chosen;
    }
    return prover.isTaken(state);
  }

  test.each<[Claim, number]>([
    ['kill', 0],
    ['live', 1],
  ])('%s', (claim, turn) => {
    const state = positionOf(THREE, 'Chinese', { turn });
    const [fight] = closedFights(state);
    const prover = createFightProver(state, fight!, NODES);
    expect(prover.proves(claim, prover.first)).toBe(true);
    for (let seed = 1; seed <= 50; seed++)
      expect(play(prover, fight!, claim, seed), `${seed}`).toBe(claim === 'kill');
  });
});
