/** What changes a session: acts, other matches on the table, files. */
import { resolve } from 'node:path';
import {
  type Act,
  type Entry,
  type Fail,
  type Fault,
  fail,
  type Json,
  ok,
  type Result,
  type Seat,
  type Signed,
} from '@kifu/core';
import { keepRefusal, keyOf, type Refusals } from '@kifu/record';
import { within } from '../fault.ts';
import { secretOf } from '../keys.ts';
import { beginRecording } from '../library/recorder.ts';
import { doAct, type Match, present, toKifu } from '../match.ts';
import { signAct } from '../sign.ts';
import { counted } from '../words.ts';
import { saveKifu } from '../write-record.ts';
import { type Session, tellFault, tellNews } from './session.ts';

/** Puts another match, or another point of it, on the table. */
export function change(session: Session, match: Match): void {
  session.match = match;
  session.asked = [];
}

/** What is said after the end. */
export const ENDED = fail('game-over', 'the match has ended');

/** Does an act at the present time, signed where the seat has a key, and tells of it. */
export async function doNow(session: Session, seat: Seat, act: Act): Promise<Result<'changed'>> {
  const done = doAct(session.match, await doingNow(session, seat, act));
  if (!done.ok) return done;
  session.match = done.value;
  await keepPlayed(session); // nobody is told of what could still be lost
  tellNews(session);
  const { live } = session;
  if (live !== null) session.live = { ...live, state: present(done.value).state };
  return ok('changed');
}

/** An act at the present time; the tick only where the match runs by the clock. */
interface DoingNow {
  readonly seat: Seat;
  readonly act: Act;
  readonly at?: number;
  readonly ms: number | null;
  readonly signed?: Signed;
}

async function doingNow(session: Session, seat: Seat, act: Act): Promise<DoingNow> {
  const at = session.live === null ? {} : { at: session.live.tick };
  return { seat, act, ...at, ms: elapsedMs(session), ...(await signFor(session, seat, act)) };
}

/** Keeps a move that was refused, with its fault, unless its seat has had too many of them in the last second. */
export async function keepRefused(
  session: Session,
  seat: Seat,
  move: Json,
  fault: Fault,
  refusals: Refusals,
): Promise<Refusals> {
  const doing = await doingNow(session, seat, { type: 'move', move });
  const { table } = present(session.match).chain;
  const kept = keepRefusal(table, refusals, doing, fault, doing.ms ?? session.io.now());
  const done = kept.keep === null ? null : doAct(session.match, kept.keep);
  if (done?.ok) session.match = done.value;
  return kept.refusals;
}

/** Plays a move. */
export const playMove = (session: Session, seat: Seat, move: Json): Promise<Result<'changed'>> =>
  doNow(session, seat, { type: 'move', move: session.kit.game.moves.json.encode(move) });

/** The signature of whoever has a key here, if that is the one on the seat. */
async function signFor(
  { kit, match, signer }: Session,
  seat: Seat,
  act: Act,
): Promise<Pick<Entry, 'signed'>> {
  if (signer === null || keyOf(match.header, seat) !== signer.key) return {};
  const move = act.type === 'move' ? kit.game.moves.json.decode(act.move) : null;
  const own = act.type === 'move' && move?.ok ? { ...act, move: move.value as Json } : act;
  const signed = await signAct(present(match).chain, secretOf(signer), seat, own);
  return { signed: { ...signed, signature: Buffer.from(signed.signature).toString('hex') } };
}

/** Writes the record; a file is only replaced where this match came from it or went to it. */
export async function saveTo(session: Session, path: string): Promise<Result<string>> {
  const isSame = (file: string) => resolve(file) === resolve(path);
  const { match, files } = session;
  const saved = await saveKifu(match.kit, path, toKifu(match), { mayReplace: files.some(isSame) });
  if (!saved.ok) return saved;
  session.files = [...files.filter(file => !isSame(file)), path];
  return ok(`saved ${counted(match.entries.length, 'entry', 'entries')} to ${path}`);
}

/** Brings the file of `--save` up to date, if there is one. Trying once for each act is enough. */
export async function keep(session: Session): Promise<Result<string | null>> {
  const { autosave, kept, match } = session;
  if (autosave === null || kept === match.entries) return ok(null);
  session.kept = match.entries;
  return saveTo(session, autosave);
}

/** Begins to keep the match on the table in the library, if there is one; a new match may get another header by that. */
export async function startKeeping(session: Session): Promise<void> {
  session.recorder = null;
  if (session.library === null) return;
  const { library, match, isNew } = session;
  const begun = await beginRecording(library, match, { source: SOURCE, isNew });
  if (!begun.ok) return stopKeeping(session, begun);
  if (begun.value === null)
    return stopKeeping(session, fail('conflict', 'it has another course of this match'));
  session.match = begun.value.match;
  session.recorder = begun.value.recorder;
}

/** What the library calls the source of matches that were played here. */
export const SOURCE = 'play';

/** Brings the library up to date, if the match is kept there. */
export async function keepPlayed(session: Session): Promise<void> {
  const kept = await session.recorder?.keep(session.match);
  if (kept?.ok === false) stopKeeping(session, kept);
}

/** Lists the match with all that it can be found by, if it is kept. */
export async function endKeeping(session: Session): Promise<void> {
  await keepPlayed(session);
  const ended = await session.recorder?.end(session.match);
  if (ended?.ok === false) stopKeeping(session, ended);
}

/** The match goes on without the library. */
export function stopKeeping(session: Session, why: Fail): void {
  session.recorder = null;
  tellFault(session, within('the match is not kept in the library', why).fault);
}

/** Milliseconds since the match began; null where nobody knows when that was. */
function elapsedMs({ io, match }: Session): number | null {
  const { startedAt } = match.header;
  const elapsed = startedAt === null ? Number.NaN : Math.round(io.now() - Date.parse(startedAt));
  // a clock that was set back must not make a record that runs backwards
  return Number.isNaN(elapsed) ? null : Math.max(match.entries.at(-1)?.ms ?? 0, elapsed);
}
