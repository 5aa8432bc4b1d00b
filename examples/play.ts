/** Plays a short match of chess by the rules: each step gives a state, a hash, and in the end the outcome. */
import { formatFault, hashState, start, step, unwrap } from '@kifu/core';
import { chess, formatFen, formatSan, parseSan } from '@kifu/games/chess';

const { game } = chess;
let { state, outcome } = unwrap(start(game, {}));

for (const text of ['e4', 'e5', 'Qh5', 'Ke6', 'Nc6', 'Bc4', 'Nf6', 'Qxf7']) {
  const [seat = 0] = game.active(state);
  const move = parseSan(state, text);
  if (!move.ok) {
    console.log(`      ${formatFault(move.fault)}`); // a refusal is a value, and the match goes on
    continue;
  }
  const san = formatSan(state, move.value);
  ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat, move: move.value })));
  console.log(san.padEnd(5), hashState(game, state));
}

console.log(formatFen(state));
console.log(outcome);
