/** Small tasks with the rules of a game, one after the other. The guide "Using the engine" shows them piece by piece. */
// #region start
import { makeAnalyzer } from '@kifu/bots';
import { hashState, start, stateText, step, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';

const kit = unwrap(await loadKit('chess'));
const { game, notations, positions } = kit;
const first = unwrap(start(game, {})).state;
// #endregion
console.log(hashState(game, first));

// #region position
const [fen] = positions;
const mating = unwrap(fen!.parse('6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1'));
const canon = game.states.canon(mating);
const { state } = unwrap(start(game, { start: { canon } }));
// #endregion
console.log(fen!.format(state));

// #region legal
const [san] = notations;
const names = game
  .active(state)
  .flatMap(seat => [...game.legal(state, seat)].map(move => san!.format(state, move)));
// #endregion
console.log(names.join(' '));

// #region step
const move = unwrap(san!.parse(state, 'Ra8'));
const stepped = step(game, state, { do: 'move', seat: 0, move });
if (stepped.ok) {
  const { parts, outcome } = stepped.value;
  for (const { by, events } of parts) console.log(by, events);
  console.log(outcome);
}
// #endregion

// #region refused
const wrong = step(game, state, { do: 'move', seat: 1, move });
if (!wrong.ok) console.log(wrong.fault);
// #endregion

// #region keep
const kept = stateText(game, state); // what the hash is taken of
const aside = JSON.stringify(game.states.aside(state)); // what the rules remember besides
const again = unwrap(game.states.restore(JSON.parse(kept), JSON.parse(aside)));
console.log(hashState(game, again) === hashState(game, state));
// #endregion

// #region leave
const left = unwrap(step(game, state, { do: 'leave', of: 1, how: 'resignation' }));
console.log(left.outcome);
console.log(game.match?.claims?.(state, 0)); // draws that seat 0 may claim now
// #endregion

// #region analyze
const analyzer = makeAnalyzer(kit, { now: () => performance.now() });
const { lines } = await analyzer.analyze({ state }, { depth: 3, lines: 2 });
for (const { moves, chances } of lines)
  console.log(san!.format(state, moves[0]!), chances[0]!.toFixed(2));
await analyzer.close();
// #endregion
