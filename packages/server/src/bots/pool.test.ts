/** Bots in threads: what crashes, hangs or eats memory costs a move at most, and never the server. */

import { playerViewOf, start, unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { afterEach, describe, expect, test } from 'vitest';
import { type BotPool, type BotQuestion, createBotPool } from './pool.ts';

const MODULE = new URL('../../../games/src/index.ts', import.meta.url).href;

let pool: BotPool;
let failures = 0;
afterEach(() => pool.close());

function open(worker?: string, graceMs = 20_000): void {
  failures = 0;
  pool = createBotPool({
    ...{ module: MODULE, threads: 1, graceMs, onFailure: () => failures++ },
    ...(worker === undefined
      ? {}
      : { worker: new URL(`data:text/javascript,${encodeURIComponent(worker)}`) }),
  });
}

async function question(name: string, level = 1): Promise<BotQuestion> {
  const { game } = unwrap(await loadKit(name));
  const { state } = unwrap(start(game, game.chance === undefined ? {} : { seed: 7 }));
  const seat = game.active(state)[0]!;
  const { legal, view, state: shown } = playerViewOf(game, state, seat);
  return {
    ...{
      game: name,
      version: game.version,
      bot: name === 'kung-fu-chess' ? 'reactive' : 'mcts',
      level,
      seat,
      seed: 5,
      view,
    },
    legal: legal.map(move => game.moves.json.encode(move)),
    canon: shown === null ? null : game.states.canon(shown),
    aside: shown === null ? null : game.states.aside(shown),
  };
}

test('a bot of every game chooses a legal move', async () => {
  open();
  for (const name of gameNames()) {
    const asked = await question(name);
    const move = await pool.choose(asked, 'table');
    if (move === null)
      expect(name).toBe('kung-fu-chess'); // where one may wait
    else expect(asked.legal).toContainEqual(move);
  }
  expect(failures).toBe(0);
});

test('a table that has had little thought for it does not wait for one that had much', async () => {
  open(
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', ({ id }) => parentPort.postMessage({ id, move: 1 }));",
  );
  const asked = await question('chess');
  const order: string[] = [];
  const ask = async (table: string) => {
    await pool.choose(asked, table);
    order.push(table);
  };
  await Promise.all(['busy', 'busy', 'busy', 'calm', 'calm'].map(ask));
  expect(order.slice(0, 2)).toEqual(['busy', 'calm']);
  expect(order).toHaveLength(5);
});

describe('failures', () => {
  const LISTEN =
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => {";
  test.each([
    ['crashes', `${LISTEN} process.exit(3); });`],
    ['throws', `${LISTEN} throw new Error('no'); });`],
    ['cannot be started', 'not a program'],
    [
      'eats memory',
      `${LISTEN} const all = []; for (;;) all.push(new Array(1e5).fill(Math.random())); });`,
    ],
    ['never answers', `${LISTEN} for (;;); });`],
  ])('rejects for a bot that %s, and asks a new thread the next time', async (_name, code) => {
    open(code, 500);
    const asked = await question('chess');
    for (let i = 0; i < 2; i++) await expect(pool.choose(asked, 'table')).rejects.toThrow();
    expect(failures).toBe(2);
  });

  test('rejects where a state cannot be read, and counts the failure', async () => {
    open();
    const asked = { ...(await question('chess')), canon: { nonsense: true } };
    await expect(pool.choose(asked, 'table')).rejects.toThrow();
    expect(failures).toBe(1);
  });
});

describe('cancellation', () => {
  /** Answers 1, but thinks for ever where the seed is 0. */
  const WORKER =
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', ({ id, question }) => { if (question.seed === 0) for (;;); parentPort.postMessage({ id, move: 1 }); });";

  test('stops a bot that thinks, so that the thread is free for another', async () => {
    open(WORKER);
    const asked = await question('chess');
    const stop = new AbortController();
    const forever = pool.choose({ ...asked, seed: 0 }, 'a', stop.signal);
    const next = pool.choose(asked, 'b');
    stop.abort('taken back');
    await expect(forever).rejects.toBe('taken back');
    expect(await next).toBe(1);
    expect(failures).toBe(0);
  });

  test('drops a question that waits for a thread, and one that comes too late', async () => {
    open(WORKER);
    const asked = await question('chess');
    const [first, second] = [new AbortController(), new AbortController()];
    const forever = pool.choose({ ...asked, seed: 0 }, 'a', first.signal);
    const waiting = pool.choose({ ...asked, seed: 0 }, 'b', second.signal);
    second.abort('over');
    await expect(waiting).rejects.toBe('over');
    await expect(pool.choose(asked, 'b', second.signal)).rejects.toBe('over');
    first.abort('over');
    await expect(forever).rejects.toBe('over');
    expect(await pool.choose(asked, 'b')).toBe(1);
  });
});
