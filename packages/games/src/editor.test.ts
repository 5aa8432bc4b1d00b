/** Positions that are set up piece by piece: every position that a match reaches can be set up so, and what is no position is refused. */
import { type Kit, type PlacedPiece, type Scene, start, step, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { gameNames, loadKit } from './index.ts';

const MOVES = 60;

/** A seeded choice, so that a failure comes again. */
const pick = (seed: number, of: number): number => ((seed * 2654435761) >>> 8) % of;

const standing = ({ editor }: Kit, { pieces }: Scene): PlacedPiece[] =>
  pieces
    .filter(({ look }) => editor!.pieces.some(piece => piece.look === look))
    .map(({ look, column, row }) => ({ look, column, row }));

const text = (pieces: readonly PlacedPiece[]): string[] =>
  pieces.map(({ look, column, row }) => `${look} ${column} ${row}`).toSorted();

const kits = (await Promise.all(gameNames().map(name => loadKit(name))))
  .map(kit => unwrap(kit) as Kit)
  .filter(({ editor }) => editor !== undefined);

test('chess, checkers and go can be set up', () => {
  expect(kits.map(({ game }) => game.name)).toEqual(
    expect.arrayContaining(['chess', 'checkers', 'go']),
  );
});

describe.each(kits.map(kit => [kit.game.name, kit] as const))('%s', (_name, kit) => {
  const { game, editor } = kit;

  test.each([1, 2, 3])('every position of match %i can be set up', seed => {
    let { state } = unwrap(start(game, {}));
    for (let n = 0; n < MOVES && game.outcome(state) === null; n++) {
      const pieces = standing(kit, kit.scene(state));
      const [seat] = game.active(state);
      const again = unwrap(editor!.arrange(pieces, seat!, state));
      expect(text(standing(kit, kit.scene(again)))).toEqual(text(pieces));
      expect(game.active(again)).toEqual([seat]);
      const legal = [...game.legal(state, seat!)];
      const move = legal[pick(seed * 1000 + n, legal.length)]!;
      state = unwrap(step(game, state, { do: 'move', seat: seat!, move })).state;
    }
  });

  test('pieces look as they do in scenes', () => {
    const { state } = unwrap(start(game, {}));
    for (const { look, glyph, owner } of editor!.pieces)
      for (const piece of kit.scene(state).pieces)
        if (piece.look === look) expect([piece.glyph, piece.owner]).toEqual([glyph, owner]);
  });
});

test.each<[string, readonly PlacedPiece[]]>([
  ['chess', []],
  ['chess', [{ look: 'white-king', column: 4, row: 7 }]],
  ['checkers', [{ look: 'black-checker', column: 0, row: 0 }]],
])('%s refuses what is no position', (name, pieces) => {
  const kit = kits.find(({ game }) => game.name === name)!;
  const { state } = unwrap(start(kit.game, {}));
  expect(kit.editor!.arrange(pieces, 0, state)).toMatchObject({ ok: false });
});
