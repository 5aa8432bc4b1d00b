/** From which side each seat looks at the board, found by where its pieces stand at the start. */
import type { Scene, Seat } from '@kifu/core';
import { layout, type Turn } from '@kifu/core/svg';

const TURNS: readonly Turn[] = [0, 90, 180, 270];

/** How far from the middle pieces must stand, as a share of the board, to have a side at all. */
const ASIDE = 0.1;

/** The turn that puts each seat in front: its pieces near the bottom. Where that says nothing, the second of two sits opposite. */
export function turnsOf(scene: Scene, seats: readonly Seat[]): Turn[] {
  const found = seats.map(seat => turnFor(scene, seat));
  if (found.every(turn => turn !== null)) return found;
  return seats.map((_, i) => (seats.length === 2 && i === 1 ? 180 : 0));
}

function turnFor(scene: Scene, seat: Seat): Turn | null {
  const depths = TURNS.map(turn => depthOf(scene, seat, turn));
  const deepest = Math.max(...depths);
  return deepest < 0.5 + ASIDE ? null : TURNS[depths.indexOf(deepest)]!;
}

/** How far down the pieces of a seat stand on average, from 0 at the top to 1. */
function depthOf(scene: Scene, seat: Seat, turn: Turn): number {
  const laid = layout(scene, { turn, coordinates: false });
  const [board] = scene.areas;
  const box = laid.areas.find(({ area }) => area === board);
  const own = scene.pieces.filter(({ owner, area }) => owner === seat && area === board?.id);
  if (box === undefined || own.length === 0) return 0;
  const sum = own.reduce((total, piece) => total + laid.place(piece).y, 0);
  return (sum / own.length - box.y) / box.height;
}
