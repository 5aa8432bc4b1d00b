/** The toy games of `core` as kits, so that commands are tried with chance, time, secrets and three seats. */
import { fail, type Game, type Json, type Kit, ok } from '@kifu/core';
import type { Games } from '@kifu/record/file';
import { lane } from '../../core/test/toys/lane.ts';
import { nim } from '../../core/test/toys/nim.ts';
import { race } from '../../core/test/toys/race.ts';
import { tricks } from '../../core/test/toys/tricks.ts';

/** Moves are written as `m2`, positions have no notation, and the board is one empty row. */
const toyKit = (game: Game): Kit => ({
  game,
  title: `Toy ${game.name}`,
  seatNames: [],
  texts: { title: `Toy ${game.name}`, seats: [], reasons: {}, refusals: {} },
  notations: [
    {
      name: 'm',
      format: (_state, move) => `m${move}`,
      parse: (_state, text) =>
        /^m\d$/.test(text) ? ok(Number(text[1])) : fail('malformed', 'a move is m and a digit'),
    },
  ],
  positions: [],
  scene: () => ({
    areas: [
      { id: 'row', columns: 3, rows: 1, look: 'plain', columnLabels: [], rowLabels: [] },
      { id: 'tray', columns: 2, rows: 1, look: 'lines', columnLabels: [], rowLabels: [] },
    ],
    pieces: [],
    marks: [],
    tweens: [],
  }),
  describe: { move: (_state, move) => `move ${move}`, position: () => 'a toy' },
  formats: [],
  bots: {},
});

const KITS = new Map(
  [nim, race, lane, tricks].map(game => {
    const kit = toyKit(game as unknown as Game<unknown, Json>);
    return [kit.game.name, kit];
  }),
);

/** A registry of toys, one version each. */
export const toys: Games = {
  names: () => [...KITS.keys()],
  load: async name => {
    const kit = KITS.get(name);
    return kit === undefined ? fail('unknown-game', `there is no toy ${name}`) : ok(kit);
  },
};
