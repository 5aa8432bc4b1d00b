/** A practice match, in which the board moves all seats: for pages that only want a board of a game. */
import {
  describeOutcome,
  type Game,
  gameTexts,
  type Json,
  type Kit,
  ok,
  type Result,
  start,
  step,
} from '@kifu/core';
import { gamesNow } from '../engine/games.ts';
import { type KitTexts, namesIn } from '../engine/kit-texts.ts';
import type { BoardMove } from './board.ts';
import type { BoardPosition } from './position.ts';

/** A practice match. */
export interface PracticeMatch {
  play(made: BoardMove): void;
  /** Shows the position again, after a change of language. */
  show(): void;
}

/** Seeds have 31 bits. */
const freshSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;

/** Starts a match with default options, and shows each position. */
export async function startPractice(
  name: string,
  texts: () => KitTexts,
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
    const language = texts();
    const own = gameTexts(kit, language);
    const label =
      outcome === null
        ? kit.describe.position(state, own)
        : describeOutcome(outcome, namesIn(kit, language), language.match, own);
    show({ kit, scene, state, seat, from: 0, legal, isDrawn, label });
  };
  tell(false);
  return ok({
    show: () => tell(false),
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
