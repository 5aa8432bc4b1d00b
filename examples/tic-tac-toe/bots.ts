/** Two bots that search deep enough that neither wins. The game needs no bot code. */
import { makeBot, playBots } from '@kifu/bots';
import { drawText, unwrap } from '@kifu/core';
import { ticTacToe } from './index.ts';

const bots = [1, 2].map(seed => unwrap(makeBot(ticTacToe, 'mcts', { seed, nodes: 2000 })));
const steps = [...unwrap(playBots(ticTacToe, {}, bots))];
const { state, outcome } = steps.at(-1)!.stepped;
console.log(drawText(ticTacToe.scene(state), 'board').join('\n'));
console.log(`${outcome?.result}: ${outcome?.reason}`);
