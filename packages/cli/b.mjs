import { makeBot, playBots } from '@kifu/bots';
import { unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';

const kit = unwrap(await loadKit('chess'));
for (const nodes of [1000, 2000])
  for (let seed = 1; seed <= 40; seed++) {
    const t = performance.now();
    const bots = [0, 1].map(s => unwrap(makeBot(kit, 'mcts', { seed: seed + s, nodes })));
    let n = -1,
      last;
    for (const s of unwrap(playBots(kit, {}, bots, { steps: 80 }))) {
      n++;
      last = s;
    }
    if (last.stepped.outcome)
      console.log(nodes, seed, n, last.stepped.outcome.reason, `${(performance.now() - t) | 0}ms`);
  }
