/** A match on a server as a session at the terminal: for those who play and those who look on. */
import type { RemoteMatch } from '@kifu/client';
import { type Game, type Kit, ok, type Result } from '@kifu/core';
import { kifuToJson } from '@kifu/record/json';
import { isFlippedFor } from '../board.ts';
import type { Context } from '../io.ts';
import { createRecordFiles } from '../play/record-files.ts';
import { canDraw } from '../play/screen-play.ts';
import {
  createSession,
  follow,
  keepFile,
  kifuOf,
  type LookOptions,
  type Session,
  tell,
  tellFault,
  tellStart,
} from '../play/session.ts';
import type { CommandReport } from '../run-command.ts';
import { oneLine } from '../text.ts';

/** The session of a connection. */
export const onlineSession = (
  context: Context,
  kit: Kit,
  live: RemoteMatch,
  options: LookOptions & { readonly save?: string | false | undefined },
): Session =>
  createSession(context, kit, options, {
    ...{ isDrawn: canDraw(context, kit), match: live, host: null, isFlipped: false },
    files: createRecordFiles(kit, undefined, options.save || null),
  });

/** Tells what happens on the server: the match, what others say, and trouble. Gives back how to stop. */
export function tellOnline(session: Session, live: RemoteMatch): () => void {
  const { names, isDrawn, kit } = session;
  let isDown = !live.connection.isConnected;
  let away = '';
  /** Why a match stands still, or that it does no more. */
  const tellVacations = (): void => {
    const vacations = live.invite?.vacations ?? [];
    const before = away;
    away = vacations.map(({ seat }) => names(seat)).join(' and ');
    if (away === before) return;
    const until = new Date(Math.max(0, ...vacations.map(({ until }) => until)));
    tell(
      session,
      away === ''
        ? '  nobody is on vacation any more'
        : `  ${away}: on vacation, until ${until.toISOString().slice(0, 10)} at the latest`,
    );
  };
  const begin = (): void => {
    const table = live.replay?.table ?? null;
    if (table !== null) {
      const isFlipped = isFlippedFor(kit, kit.scene(table.state), live.seat);
      session.style = { ...session.style, isFlipped };
    }
    if (!isDrawn) tellStart(session);
  };
  if (live.replay !== null) begin();
  tellVacations();
  const offs = [
    live.on('node', ({ replay }) => replay.n === 0 && begin()),
    live.on('chat', ({ seat, name, text }) =>
      tell(
        session,
        `  ${oneLine(name)}${seat === null ? '' : ` (${names(seat)})`}: ${oneLine(text)}`,
      ),
    ),
    live.on('rematch', ({ by, invite, seat }) => {
      if (invite !== undefined && seat !== undefined) return; // they go there at once
      if (invite !== undefined) tell(session, `  they play again: ${oneLine(invite)}`);
      else if (live.seat !== null && by.includes(live.seat))
        tell(session, '  you would play again: waiting for the others …');
      else tell(session, `  ${by.map(names).join(' and ')} would play again: rematch agrees`);
    }),
    live.on('invite', tellVacations),
    live.on('elsewhere', () => tell(session, '  you made this move on another device')),
    live.on('fault', fault => tellFault(session, fault)),
    live.on('down', ({ isOver, reason }) => {
      isDown = true;
      tell(
        session,
        isOver
          ? `  the match is closed${reason === '' ? '' : `: ${oneLine(reason)}`}`
          : '  the connection is lost, trying again …',
      );
    }),
    live.on('welcome', () => {
      tellVacations();
      if (isDown) tell(session, '  connected again');
      isDown = false;
    }),
  ];
  follow(session);
  return () => {
    session.leave();
    for (const off of offs) off();
  };
}

/** What the command says at its end: the record, which is saved where that was asked for. */
export async function reportOn(session: Session, exitCode: number): Promise<Result<CommandReport>> {
  const { match, kit } = session;
  if (match.replay === null) return ok({ json: {}, text: '', exitCode });
  const saved = await keepFile(session);
  if (!saved.ok) return saved;
  const kifu = kifuToJson(kit.game as Game, kifuOf(session));
  return ok({ json: { kifu }, text: '', exitCode });
}
