/** A match with other players over the network, played at this terminal until it is over or the user quits. */
import type { Writable } from 'node:stream';
import type { RemoteMatch } from '@kifu/client';
import { playByLines } from '../play/line-play.ts';
import { createPrompter, type Prompter } from '../play/prompter.ts';
import { playOnScreen } from '../play/screen-play.ts';
import { type Session, tell } from '../play/session.ts';
import { EXIT } from '../run-command.ts';
import { tellOnline } from './online-session.ts';

/** Waits for the others, and plays. */
export async function playLive(
  session: Session,
  live: RemoteMatch,
  output: Writable,
): Promise<number> {
  const { io } = session;
  const prompter = createPrompter(io, output);
  session.screen = prompter.screen;
  const stopTelling = tellOnline(session, live);
  try {
    const halted = await waitForStart(session, live, prompter);
    if (halted !== null) return halted;
    if (!session.isDrawn) return await playByLines(session, prompter, { maxMoves: Infinity });
    prompter.close();
    session.screen = output;
    return await playOnScreen(session);
  } finally {
    prompter.close();
    session.screen = output;
    stopTelling();
  }
}

/** Returns the exit code if the match did not start; null once it has. */
async function waitForStart(
  session: Session,
  live: RemoteMatch,
  { stopped, ended }: Prompter,
): Promise<number | null> {
  if (live.stopped !== null) return EXIT.fault;
  if (hasBegun(live)) return null;
  tell(session, session.colors.dim(session.t.waiting));
  const begun = Promise.withResolvers<number | null>();
  const offs = [
    live.on('node', () => hasBegun(live) && begun.resolve(null)),
    live.on('down', ({ isOver }) => isOver && begun.resolve(EXIT.fault)),
  ];
  // at the end of its input a program has left
  const left = ended.then(() => EXIT.good);
  const halted = await Promise.race([begun.promise, stopped, left]);
  for (const off of offs) off();
  return halted;
}

/** Returns whether all players have agreed to the header and the first random draw is done. */
const hasBegun = ({ replay }: RemoteMatch): boolean => {
  if (replay === null) return false;
  const { table, blind } = replay;
  return table === null ? blind?.links !== null : !table.talk.isOpening && table.drawn >= 0;
};
