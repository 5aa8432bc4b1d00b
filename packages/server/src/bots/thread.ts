/** Thread in which bots think. It loads games from the module that it is given, and keeps nothing between questions. */
import { parentPort, workerData } from 'node:worker_threads';
import { budgetOf, makeBot } from '@kifu/bots';
import type { Json, Kit, Result } from '@kifu/core';
import type { BotQuestion } from './pool.ts';

const { module } = workerData as { readonly module: string };
const { loadKit } = (await import(module)) as {
  loadKit(name: string, version: number): Promise<Result<Kit>>;
};

parentPort!.on('message', async ({ id, question }: { id: number; question: BotQuestion }) => {
  try {
    parentPort!.postMessage({ id, move: await choose(question) });
  } catch (cause) {
    parentPort!.postMessage({ id, error: String(cause) });
  }
});

async function choose(question: BotQuestion): Promise<Json | null> {
  const loaded = await loadKit(question.game, question.version);
  if (!loaded.ok) throw new Error(loaded.fault.message);
  const kit = loaded.value;
  const { states, moves } = kit.game;
  const state =
    question.canon === null ? null : states.restore(question.canon, question.aside ?? undefined);
  if (state?.ok === false) throw new Error(state.fault.message);
  const { nodes, timeMs } = budgetOf(question.level);
  const bot = makeBot(kit, question.bot, {
    seed: question.seed,
    nodes,
    timeMs,
    now: () => performance.now(),
  });
  if (!bot.ok) throw new Error(bot.fault.message);
  const legal = question.legal.map(move => {
    const decoded = moves.json.decode(move);
    if (!decoded.ok) throw new Error(decoded.fault.message);
    return decoded.value;
  });
  const move = bot.value.choose({
    seat: question.seat,
    legal,
    state: state?.value ?? null,
    view: question.view,
  });
  return move === null ? null : moves.json.encode(move);
}
