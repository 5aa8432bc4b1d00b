/** From which side each seat looks at the board: its own pieces are near, and no board lies on its side. */
import { type Kit, type Scene, type Seat, start, type Turn, unwrap } from '@kifu/core';
import { layout } from '@kifu/core/svg';
import { describe, expect, test } from 'vitest';
import { SETUPS } from '../test/random-scenes.ts';
import { loadKit } from './index.ts';

/** How far down the pieces of a seat lie on average, as a share of the board; null where it has none there. */
function depthOf(scene: Scene, seat: Seat, turn: Turn): number | null {
  const laid = layout(scene, { turn });
  const [board] = laid.areas;
  const own = scene.pieces.filter(
    ({ owner, area }) => owner === seat && area === scene.areas[0]!.id,
  );
  if (own.length === 0) return null;
  const middle = own.reduce((sum, piece) => sum + laid.place(piece).y, 0) / own.length;
  return (middle - board!.y) / board!.height;
}

describe.each(SETUPS)('%s %j', async (name, setup) => {
  const kit: Kit = unwrap(await loadKit(name));
  const { state } = unwrap(start(kit.game, setup));
  const scene = kit.scene(state);
  const seats = kit.game.seated(state);
  const { side } = kit;

  test.skipIf(side === undefined)('each seat sits in front of its own pieces', () => {
    const turns = seats.map(seat => side!(seat, scene));
    expect(new Set(turns).size).toBe(seats.length);
    for (const [i, seat] of seats.entries()) {
      const own = depthOf(scene, seat, turns[i]!);
      for (const other of seats) {
        const far = depthOf(scene, other, turns[i]!);
        if (own !== null && far !== null) expect(own + 1e-9).toBeGreaterThanOrEqual(far);
      }
    }
  });

  test('a board that is wider than high stays so', () => {
    const { width, height } = layout(scene).areas[0]!;
    for (const seat of seats) {
      const turned = layout(scene, { turn: side?.(seat, scene) ?? 0 }).areas[0]!;
      expect([turned.width, turned.height]).toEqual([width, height]);
    }
  });
});
