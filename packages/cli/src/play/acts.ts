/** What changes a session: acts, other matches on the table, files. */
import { type Act, fail, type Json, ok, type Result, type Seat } from '@kifu/core';
import { doAct, entriesOf, type Match, toKifu } from '../match.ts';
import { saveKifu } from '../save.ts';
import { counted } from '../words.ts';
import { type Session, tellNews } from './session.ts';

/** Puts another match, or another point of it, on the table. */
export function change(session: Session, match: Match): void {
  session.match = match;
  session.asked = [];
}

/** Does an act at the present time and tells of it; the seat is null after the end, when nobody can. */
export function doNow(
  session: Session,
  seat: Seat | null,
  make: (seat: Seat) => Act,
): Result<'changed'> {
  if (seat === null) return fail('game-over', 'the match has ended');
  const done = doAct(session.match, { seat, act: make(seat), ms: elapsedMs(session) });
  if (!done.ok) return done;
  session.match = done.value;
  tellNews(session);
  return ok('changed');
}

/** Plays a move. */
export const playMove = (session: Session, seat: Seat, move: Json): Result<'changed'> =>
  doNow(session, seat, () => ({
    type: 'move',
    move: session.kit.game.moves.json.encode(move),
  }));

/** Writes the record and says so; a file is only replaced where this match came from it or went to it. */
export async function saveTo(session: Session, path: string): Promise<Result<string>> {
  const mayReplace = session.files.includes(path);
  const saved = await saveKifu(path, toKifu(session.match), { mayReplace });
  if (!saved.ok) return saved;
  session.files = [...session.files.filter(file => file !== path), path];
  const count = entriesOf(session.match).length;
  return ok(`saved ${counted(count, 'entry', 'entries')} to ${path}`);
}

/** Milliseconds since the match began; null where nobody knows when that was. */
function elapsedMs({ io, match }: Session): number | null {
  const { startedAt } = match.header;
  const elapsed = startedAt === null ? Number.NaN : Math.round(io.now() - Date.parse(startedAt));
  // a clock that was set back must not make a record that runs backwards
  return Number.isNaN(elapsed) ? null : Math.max(entriesOf(match).at(-1)?.ms ?? 0, elapsed);
}
