/** A match that a board plays by itself, all seats at it: for pages that only want a board of a game. */
import {
  describeOutcome,
  type Game,
  type Json,
  type Kit,
  ok,
  type Result,
  seatNamesOf,
  start,
  step,
} from '@kifu/core';
import { gamesNow } from '../engine/games.ts';
import type { BoardMove } from './board.ts';
import type { BoardPosition } from './position.ts';

/** Such a match. */
export interface PracticeMatch {
  play(made: BoardMove): void;
}

/** Seeds have 31 bits. */
const freshSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;

/** Begins a game with its usual options, and shows each position. */
export async function startPractice(
  name: string,
  show: (position: BoardPosition) => void,
): Promise<Result<PracticeMatch>> {
  const loaded = await (await gamesNow()).loadKit(name);
  if (!loaded.ok) return loaded;
  const kit = loaded.value as Kit;
  const { game } = kit;
  const begun = start(game as Game, game.chance === undefined ? {} : { seed: freshSeed() });
  if (!begun.ok) return begun;
  let { state } = begun.value;
  let scene = kit.scene(state);
  const tell = (isDrawn: boolean) => {
    const outcome = game.outcome(state);
    const seat = outcome === null ? (game.active(state)[0] ?? null) : null;
    const legal = seat === null ? [] : [...game.legal(state, seat)];
    const label =
      outcome === null ? kit.describe.position(state) : describeOutcome(outcome, seatNamesOf(kit));
    show({ kit, scene, state, seat, from: 0, legal, isDrawn, label });
  };
  tell(false);
  return ok({
    play({ seat, move }) {
      const stepped = step(game, state, { do: 'move', seat, move });
      if (!stepped.ok) return;
      const { parts } = stepped.value;
      scene = sceneAfter(kit, scene, stepped.value.state, move);
      state = stepped.value.state;
      tell(parts.some(({ by }) => by === 'draw'));
    },
  });
}

const sceneAfter = (kit: Kit, scene: BoardPosition['scene'], state: unknown, move: Json) =>
  kit.scene(state, { scene, move });
