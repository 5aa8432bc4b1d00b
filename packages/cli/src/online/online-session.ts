/** A match on a server as a session at the terminal, for players and spectators. */
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
    files: createRecordFiles(kit, undefined, options.save || null, context.io.texts.session),
  });

/** Prints what happens on the server: events, chat, faults. Returns a function that stops it. */
export function tellOnline(session: Session, live: RemoteMatch): () => void {
  const { names, isDrawn, kit, t } = session;
  let isDown = !live.connection.isConnected;
  let away: readonly string[] = [];
  /** Prints who is on vacation, which pauses the match. */
  const tellVacations = (): void => {
    const vacations = live.invite?.vacations ?? [];
    const before = away;
    away = vacations.map(({ seat }) => names(seat));
    if (away.join() === before.join()) return;
    const until = new Date(Math.max(0, ...vacations.map(({ until }) => until)));
    tell(
      session,
      away.length === 0
        ? `  ${t.vacationOver}`
        : `  ${t.onVacation(away, until.toISOString().slice(0, 10))}`,
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
      if (invite !== undefined) tell(session, `  ${t.rematchAt(oneLine(invite))}`);
      else if (live.seat !== null && by.includes(live.seat))
        tell(session, `  ${t.rematchRequested}`);
      else tell(session, `  ${t.rematchOffered(by.map(names))}`);
    }),
    live.on('invite', tellVacations),
    live.on('elsewhere', () => tell(session, `  ${t.otherDevice}`)),
    live.on('fault', fault => tellFault(session, fault)),
    live.on('down', ({ isOver, reason }) => {
      isDown = true;
      tell(session, isOver ? `  ${t.closed(oneLine(reason))}` : `  ${t.connectionLost}`);
    }),
    live.on('welcome', () => {
      tellVacations();
      if (isDown) tell(session, `  ${t.reconnected}`);
      isDown = false;
    }),
  ];
  follow(session);
  return () => {
    session.leave();
    for (const off of offs) off();
  };
}

/** Returns the report of the command with the record, which is saved on request. */
export async function reportOn(session: Session, exitCode: number): Promise<Result<CommandReport>> {
  const { match, kit } = session;
  if (match.replay === null) return ok({ json: {}, text: '', exitCode });
  const saved = await keepFile(session);
  if (!saved.ok) return saved;
  const kifu = kifuToJson(kit.game as Game, kifuOf(session));
  return ok({ json: { kifu }, text: '', exitCode });
}
