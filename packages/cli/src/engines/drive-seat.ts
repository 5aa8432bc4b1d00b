/** A seat of a match with others, played by an engine of this terminal: the person here watches. */
import type { Writable } from 'node:stream';
import type { RemoteMatch } from '@kifu/client';
import type { Fault } from '@kifu/core';
import type { EnginePlayer } from '@kifu/engines';
import { answerOf, SeatDriver } from '@kifu/record/match';
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
  const seat = live.seat!;
  const prompter = createPrompter(session.io, output);
  session.screen = prompter.screen;
  const stopTelling = tellOnline(session, live);
  const ended = Promise.withResolvers<number>();
  const driver = new SeatDriver({
    ...{ match: live, seat, player, timer: session.io },
    onFailure(fault, isFinal) {
      tellFault(session, fault);
      if (isFinal) void resign(fault);
    },
  });
  /** Resigns for an engine that has failed finally; where that is refused, the seat has no player any more. */
  async function resign(why: Fault): Promise<void> {
    session.failures = [...session.failures, why];
    const done = await live.submit(seat, { type: 'leave', of: seat, how: 'resignation' });
    if (done.ok || isOver(session)) return;
    tellFault(session, done.fault);
    ended.resolve(EXIT.fault);
  }
  let answering: Promise<unknown> = Promise.resolve();
  /** Answers offers of the others as programs do everywhere. */
  const answer = (): void => {
    answering = answering.then(async () => {
      const table = live.replay?.table ?? null;
      const wanted = table === null ? null : answerOf(table, seat, session.kit.evaluate ?? null);
      if (wanted !== null) await live.submit(seat, wanted);
    });
  };
  const offs = [
    live.on('node', ({ entry }) => {
      if (isOver(session)) ended.resolve(EXIT.good);
      else if (entry !== null && entry.act.type !== 'move') answer();
    }),
    live.on('welcome', answer),
    live.on('down', ({ isOver: isClosed }) => isClosed && ended.resolve(EXIT.fault)),
  ];
  if (isOver(session)) ended.resolve(EXIT.good);
  driver.wake();
  answer();
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
