/** All games through `step`: each against a plain engine of the same rules. */
import type { Figure } from './measure.ts';
import { figures as slowest } from './step.ts';
import { figures as backgammon } from './step-backgammon.ts';
import { figures as checkers } from './step-checkers.ts';
import { figures as ludo } from './step-ludo.ts';
import { figures as mageDuel } from './step-mage-duel.ts';

export async function* bench(): AsyncGenerator<Figure> {
  yield* checkers();
  yield* backgammon();
  yield* ludo();
  yield* mageDuel();
  yield* await slowest();
}
