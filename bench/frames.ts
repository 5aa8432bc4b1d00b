/** Frames that are made once and written by us, against `ws`, which is given a text or bytes that were encoded once: ADR 0035. Two servers of nothing but sockets. */
import { type Figure, figuresOf, takeTurns } from './measure.ts';
import { rateOf, run, WS_PEER } from './server.ts';

const ROUNDS = 5;
const JOB = { matches: 64, spectators: 400, forMs: 3000 };

export async function* bench(): AsyncGenerator<Figure> {
  for (const [figure, how] of [
    ['fan-out', 'broadcast'],
    ['messages', 'echo'],
  ] as const) {
    await using ours = await run(WS_PEER, [how, 'frames']);
    await using ws = await run(WS_PEER, [how]);
    await using bytes = await run(WS_PEER, [how, 'bytes']);
    const { frames, ...peers } = await takeTurns(figure, ROUNDS, {
      frames: () => rateOf(ours, { ...JOB, do: how }),
      ws: () => rateOf(ws, { ...JOB, do: how }),
      'ws-bytes': () => rateOf(bytes, { ...JOB, do: how }),
    });
    yield* figuresOf(figure, 'deliveries per CPU second', frames, peers);
  }
}
