/** A seat of a match on a server, played by an engine of this terminal: the person here watches. */
import type { Writable } from 'node:stream';
import type { RemoteMatch } from '@kifu/client';
import type { EnginePlayer } from '@kifu/engines';
import { SeatDriver } from '@kifu/record/match';
import { tellOnline } from '../online/online-session.ts';
import { createPrompter } from '../play/prompter.ts';
import { isOver, type Session, tellFault } from '../play/session.ts';
import { EXIT } from '../run-command.ts';

/** Plays the seat until the match is over or closed, or the user quits; returns the exit code. An engine that fails resigns. */
export async function driveSeat(
  session: Session,
  live: RemoteMatch,
  player: EnginePlayer,
  output: Writable,
): Promise<number> {
  const prompter = createPrompter(session.io, output);
  session.screen = prompter.screen;
  const stopTelling = tellOnline(session, live);
  const ended = Promise.withResolvers<number>();
  const driver = new SeatDriver({
    ...{ match: live, seat: live.seat!, player, timer: session.io },
    onFailure(fault, isFinal) {
      tellFault(session, fault);
      if (isFinal)
        void live.submit(live.seat!, { type: 'leave', of: live.seat!, how: 'resignation' });
    },
  });
  const offs = [
    live.on('node', () => isOver(session) && ended.resolve(EXIT.good)),
    live.on('down', ({ isOver: isClosed }) => isClosed && ended.resolve(EXIT.fault)),
  ];
  if (isOver(session)) ended.resolve(EXIT.good);
  driver.wake();
  try {
    return await Promise.race([ended.promise, prompter.stopped]);
  } finally {
    for (const off of offs) off();
    await driver.stop();
    stopTelling();
    prompter.close();
    session.screen = output;
  }
}
