import { start, step, unwrap } from '@kifu/core';
import { chess, formatFen, parseSan } from '@kifu/games/chess';

const { game } = chess;
let { state, outcome } = unwrap(start(game, {}));

for (const san of ['f3', 'e5', 'g4', 'Qh4']) {
  const [seat = 0] = game.active(state);
  const move = unwrap(parseSan(state, san)); // an illegal move is a value that names the rule, not an exception
  ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat, move })));
}

console.log(formatFen(state));
console.log(outcome);
