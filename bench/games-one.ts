/** The figures of one module, as JSON lines: what `games.ts` starts for each game. */
import type { Figure } from './measure.ts';

const MODULES: {
  readonly [name: string]: () => Promise<{
    figures(): Iterable<Figure> | Promise<Iterable<Figure>>;
  }>;
} = {
  'step-checkers': () => import('./step-checkers.ts'),
  'step-backgammon': () => import('./step-backgammon.ts'),
  'step-ludo': () => import('./step-ludo.ts'),
  'step-dominos': () => import('./step-dominos.ts'),
  'step-go': () => import('./step-go.ts'),
  'step-mage-duel': () => import('./step-mage-duel.ts'),
  'go-replay': () => import('./go-replay.ts'),
  step: () => import('./step.ts'),
};

const { figures } = await MODULES[process.argv[2]!]!();
for (const figure of await figures()) console.log(JSON.stringify(figure));
