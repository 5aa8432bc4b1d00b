/** Positions of a lesson as boards show them: for the learner's seat, or for all seats where a position is only tried. */
import { type Kit, type Mark, type Scene, type Seat, touchOf } from '@kifu/core';
import type { BoardPosition } from '@kifu/viewer/board';

/** What is shown: the state, the seat that moves, and the side it is seen from. */
interface Shown {
  readonly state: unknown;
  readonly seat: Seat | null;
  readonly from: Seat;
  readonly before?: { readonly scene: Scene; readonly move: never } | undefined;
}

export function boardOf(kit: Kit, { state, seat, from, before }: Shown): BoardPosition {
  const { game } = kit;
  const { secrets } = game;
  const isHidden = secrets !== undefined && game.outcome(state) === null;
  const scene =
    isHidden && kit.sceneOfView !== undefined
      ? kit.sceneOfView(secrets.view(state, from), from)
      : kit.scene(state, before);
  return {
    ...{ kit, scene, state, seat, from },
    legal: seat === null ? [] : [...game.legal(state, seat)],
    label: kit.describe.position(state),
  };
}

/** The same position with the cells of a move marked; unchanged where it cannot be read. */
export function pointOut(position: BoardPosition, text: string): BoardPosition {
  const { kit, scene, state, seat } = position;
  const move = kit.notations[0]!.parse(state, text);
  if (seat === null || !move.ok) return position;
  const { path } = touchOf(kit, { scene, seat, state }, move.value);
  const marks = path.flatMap((place, i): Mark[] =>
    typeof place === 'string'
      ? []
      : [{ ...place[0], kind: i === 0 && path.length > 1 ? 'from' : 'choice' }],
  );
  return { ...position, scene: { ...scene, marks: [...scene.marks, ...marks] } };
}
