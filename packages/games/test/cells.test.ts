/** Cells by name. */
import { formatCell, parseCell, start, unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { expect, test } from 'vitest';

test.each(gameNames())('%s: every cell of its board has a name that is read again', async game => {
  const kit = unwrap(await loadKit(game));
  const [least] = kit.game.seats;
  const seats = Array.from({ length: least }, (_, i) => i);
  const scene = kit.scene(
    unwrap(start(kit.game, { seats, seed: kit.game.chance === undefined ? null : 1, options: {} }))
      .state,
  );
  for (const area of scene.areas)
    for (let row = 0; row < area.rows; row++)
      for (let column = 0; column < area.columns; column++) {
        const cell = { area: area.id, column, row };
        expect(parseCell(scene, formatCell(scene, cell)), `${area.id} ${column} ${row}`).toEqual(
          cell,
        );
      }
});

test('chess: as on every board', async () => {
  const kit = unwrap(await loadKit('chess'));
  const scene = kit.scene(
    unwrap(start(kit.game, { seats: [0, 1], seed: null, options: {} })).state,
  );
  const board = scene.areas[0]!.id;
  expect(parseCell(scene, 'e4')).toEqual({ area: board, column: 4, row: 4 });
  expect(parseCell(scene, ' A8 ')).toEqual({ area: board, column: 0, row: 0 });
  expect(parseCell(scene, '5,5')).toEqual({ area: board, column: 4, row: 4 });
  for (const text of ['', 'z9', '0,1', '9,1', '1', 'nowhere:1,1', 'e', '4e', '1,1,1'])
    expect(parseCell(scene, text), text).toBeNull();
});
