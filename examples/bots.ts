/** Two bots play chess. All their randomness comes from their seeds, so that the match is the same in every run. */
import { makeBot, playBots } from '@kifu/bots';
import { type Outcome, unwrap } from '@kifu/core';
import { chess, formatSan, type State } from '@kifu/games/chess';

const white = unwrap(makeBot(chess, 'mcts', { seed: 1, nodes: 300 }));
const black = unwrap(makeBot(chess, 'random', { seed: 2 }));

const moves: string[] = [];
let before: State | undefined;
let outcome: Outcome | null = null;
for (const { move, stepped } of unwrap(playBots(chess, {}, [white, black]))) {
  if (before !== undefined && move !== null) moves.push(formatSan(before, move));
  ({ state: before, outcome } = stepped); // the first step is the setup, without a move
}
console.log(moves.join(' '));
console.log(`${moves.length} moves: ${outcome?.reason}, seat ${outcome?.winners} wins`);
