/** Mage Duel: whole matches move by move through `start` and `step`, against a plain engine of objects and arrays. */
import { luckFrom, start, step, unwrap } from '@kifu/core';
import { type Move, mageDuel, STANDARD } from '@kifu/games/mage-duel';
import { type Figure, measure } from './measure.ts';
import { actNaive, newNaiveGame } from './naive/mage-duel.ts';

const { game } = mageDuel;
const MATCHES = 100;
/** Seconds between two moves at most: all are made in time. */
const PACE = 40;

interface Act {
  readonly seat: number;
  readonly move: Move;
  readonly at: number;
}
interface Match {
  readonly seed: number;
  readonly acts: readonly Act[];
  readonly totals: readonly number[];
}

/** The figures of this bench. */
export function* figures(): Generator<Figure> {
  const matches = Array.from({ length: MATCHES }, (_, i) => makeMatch(i + 1));
  for (const match of matches)
    for (const totals of [playOurs(match), playNaive(match)])
      if (`${totals}` !== `${match.totals}`) throw new Error(`seed ${match.seed}: ${totals}`);
  const all = (play: (match: Match) => unknown) => () => {
    for (const match of matches) play(match);
    return matches.reduce((sum, { acts }) => sum + acts.length, 0);
  };
  yield* measure({
    bench: 'games',
    figure: 'step-mage-duel',
    unit: 'moves/s',
    ours: all(playOurs),
    peers: { naive: all(playNaive) },
  });
}

/** A match of luck: mostly the tile at hand, now and then a joker, a skip where nothing fits. */
function makeMatch(seed: number): Match {
  const luck = luckFrom(seed);
  const acts: Act[] = [];
  let { state, outcome } = unwrap(start(game, { seed }));
  for (let at = 0; outcome === null; at += luck(PACE)) {
    const [seat = 0] = game.active(state);
    const legal = [...game.legal(state, seat)];
    const op = luck(10) === 0 ? 'joker' : 'place';
    const wanted = legal.filter(move => move.op === op);
    const choices = wanted.length > 0 ? wanted : legal;
    const move = choices[luck(choices.length)]!;
    acts.push({ seat, move, at });
    ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat, move, at })));
  }
  return { seed, acts, totals: outcome.points! };
}

function playOurs({ seed, acts }: Match): readonly number[] {
  let { state, outcome } = unwrap(start(game, { seed }));
  for (const { seat, move, at } of acts)
    ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat, move, at })));
  return outcome!.points!;
}

function playNaive({ seed, acts }: Match): readonly number[] {
  const match = newNaiveGame(seed, STANDARD);
  for (const { seat, move, at } of acts) {
    const wrong = actNaive(match, { by: seat, t: at, ...move });
    if (wrong !== null) throw new Error(wrong);
  }
  return match.totals!;
}
