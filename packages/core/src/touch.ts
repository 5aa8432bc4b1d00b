/** How moves are made on a board: the places that a hand touches one after the other. */
import type { GameTexts } from '@kifu/texts/games';
import type { Seat } from './game.ts';
import type { Json } from './json.ts';
import type { Kit } from './kit.ts';
import type { Cell, Scene } from './scene.ts';
import { step } from './step.ts';

/** A way to make a move. */
export interface Touch {
  /** What is touched, in order: where a piece stands and where it goes. */
  readonly path: readonly TouchPlace[];
  /** What tells it from other moves along the same places, to choose from. Moves without it are alike: any of them will do. */
  readonly choice?: TouchChoice;
}

/** Cells that mean the same, the first of which is where it is pointed out; or a word on a button, for what lies nowhere. */
export type TouchPlace = readonly [Cell, ...Cell[]] | string;

/** One of several moves along the same places. */
export interface TouchChoice {
  readonly label: string;
  /** A picture of the game that shows it. */
  readonly look?: string;
}

/** Where a move is made: what is drawn, for whom, and the state, which is null where hands are hidden. */
export interface TouchContext<State> {
  readonly scene: Scene;
  readonly seat: Seat;
  readonly state: State | null;
  /** Texts of the game in a language; English by default. */
  readonly texts?: GameTexts;
}

/**
 * How a move is made: as its game says; else by the marks that it would leave, from where to where. A move that leaves none is a word,
 * as it is written.
 */
export function touchOf<State, Move extends Json>(
  kit: Kit<State, Move>,
  { scene, seat, state, texts }: TouchContext<State>,
  move: Move,
): Touch {
  if (kit.touch !== undefined) return kit.touch(move, seat, scene, texts);
  if (state === null) return { path: [JSON.stringify(move)] };
  const label = kit.notations[0]?.format(state, move) ?? JSON.stringify(move);
  const stepped = step(kit.game, state, { do: 'move', seat, move });
  const after = stepped.ok ? kit.scene(stepped.value.state, { scene, move }).marks : [];
  const path = (['from', 'to'] as const).flatMap(kind =>
    after.filter(mark => mark.kind === kind).slice(0, 1),
  );
  const cells = path.map(({ kind: _, ...cell }): TouchPlace => [cell]);
  return cells.length === 0 ? { path: [label] } : { path: cells, choice: { label } };
}
