/** Reconnects to the other peer: the side that opened the connection opens it again when it is lost. */

import { wallTimer } from '@kifu/client/timer';
import type { Timer } from '@kifu/record/match';
import type { Matches } from './matches.ts';
import type { PeerMatch } from './peer-match.ts';
import type { Transport } from './transport.ts';

const FIRST_MS = 250;
const MOST_MS = 10_000;

/** Reconnects whenever there is no connection, for ever, less and less often; returns how to stop. */
export function keepConnected(
  matches: Pick<Matches, 'resume'>,
  match: Pick<PeerMatch, 'id' | 'connection' | 'on'>,
  reach: () => Promise<Transport>,
  timer: Timer = wallTimer,
): () => void {
  let waitMs = FIRST_MS;
  let isStopped = false;
  let isReaching = false;
  let callOff = (): void => {};
  const plan = (ms: number): void => {
    callOff();
    if (!isStopped) callOff = timer.after(ms, () => void tryIt());
  };
  const tryIt = async (): Promise<void> => {
    if (isStopped || isReaching || match.connection.isConnected) return;
    isReaching = true;
    waitMs = Math.min(MOST_MS, waitMs * 2);
    try {
      const wire = await reach();
      if (isStopped) wire.close();
      else
        await matches.resume(
          match.id,
          noticing(wire, () => plan(waitMs)),
        );
    } catch {
      plan(waitMs);
    }
    isReaching = false;
  };
  const offs = [
    // the other side responds: if it is lost from now on, it is dialed again soon
    match.on('welcome', () => {
      waitMs = FIRST_MS;
    }),
    match.on('down', ({ isOver }) => (isOver ? stop() : plan(waitMs))),
  ];
  function stop(): void {
    isStopped = true;
    callOff();
    for (const off of offs) off();
  }
  plan(0);
  return stop;
}

/** The transport, and what to do when either side closes it. */
const noticing = (wire: Transport, done: () => void): Transport => ({
  ...wire,
  listen: ears =>
    wire.listen({
      ...ears,
      closed() {
        ears.closed();
        done();
      },
    }),
  close() {
    wire.close();
    done();
  },
});
