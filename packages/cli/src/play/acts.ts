/** What changes a session: acts, other matches on the table, files. */
import { resolve } from 'node:path';
import {
  type Act,
  type Fail,
  type Fault,
  fail,
  type Json,
  moveAct,
  type NewEntry,
  ok,
  type Result,
  type Seat,
  type Signed,
  unwrap,
} from '@kifu/core';
import { type Draft, end, keepRefusal, keyOf, link, type Refusals } from '@kifu/record';
import { within } from '../fault.ts';
import { secretOf } from '../keys.ts';
import { beginRecording } from '../library/recorder.ts';
import { signAct } from '../sign.ts';
import { counted } from '../text.ts';
import { saveKifu } from '../write-record.ts';
import {
  draftAct,
  headerIn,
  type LocalMatch,
  present,
  toKifu,
  withAct,
  withEnding,
} from './local-match.ts';
import { type Session, tellFault, tellNews } from './session.ts';

/** Puts another match, or another point of it, on the table. */
export function change(session: Session, match: LocalMatch): void {
  session.match = match;
  session.asked = [];
}

/** What is said after the end. */
export const ENDED = fail('game-over', 'the match has ended');

/** Does an act at the present time, signed where the seat has a key, and tells of it. */
export async function doNow(session: Session, seat: Seat, act: Act): Promise<Result<'changed'>> {
  const drafted = draftAct(session.match, await entryNow(session, seat, act));
  if (!drafted.ok) return drafted;
  await append(session, drafted.value); // nobody is told of what could still be lost
  tellNews(session);
  const { live } = session;
  if (live !== null) session.live = { ...live, state: present(session.match).state };
  return ok('changed');
}

/** An act at the present time; the tick only where the match runs by the clock. */
async function entryNow(session: Session, seat: Seat, act: Act): Promise<NewEntry> {
  const at = session.live?.tick ?? null;
  return { seat, act, at, ms: elapsedMs(session), signed: await signFor(session, seat, act) };
}

/** Keeps a move that was refused, with its fault, unless its seat has had too many of them in the last second. */
export async function keepRefused(
  session: Session,
  seat: Seat,
  move: Json,
  fault: Fault,
  refusals: Refusals,
): Promise<Refusals> {
  const entry = await entryNow(session, seat, moveAct(session.kit.game, move));
  const { table } = present(session.match).chain;
  const kept = keepRefusal(table, refusals, entry, fault, entry.ms ?? session.io.now());
  const drafted = kept.keep === null ? null : draftAct(session.match, kept.keep);
  if (drafted?.ok) await append(session, drafted.value);
  return kept.refusals;
}

/** Plays a move. */
export const playMove = (session: Session, seat: Seat, move: Json): Promise<Result<'changed'>> =>
  doNow(session, seat, moveAct(session.kit.game, move));

/** The signature of whoever has a key here, if that is the one on the seat. */
async function signFor({ match, signer }: Session, seat: Seat, act: Act): Promise<Signed | null> {
  if (signer === null || keyOf(headerIn(match), seat) !== signer.key) return null;
  return signAct(present(match).chain, secretOf(signer), seat, act);
}

/** Appends an act that was tried, in the library first, and the ending where the match has ended by it. */
async function append(session: Session, drafted: Draft): Promise<void> {
  const kept = (await session.recorder?.append(drafted)) ?? null;
  if (kept?.ok === false) stopKeeping(session, kept);
  const appended = kept?.ok ? kept.value : unwrap(link(drafted));
  session.match = withAct(session.match, drafted, appended);
  if (appended.chain.table.outcome !== null) await endMatch(session, drafted.node.ms);
}

/** Ends the record of a match that is over. */
export async function endMatch(session: Session, ms: number | null): Promise<void> {
  const { chain, outcome } = present(session.match);
  if (outcome === null || chain.isEnded) return;
  const how = { outcome, ms };
  const kept = (await session.recorder?.end(how)) ?? null;
  if (kept?.ok === false) stopKeeping(session, kept);
  const ended = kept?.ok ? kept : end(chain, how);
  if (ended.ok) session.match = withEnding(session.match, ended.value);
}

/** Writes the record; a file is only replaced where this match came from it or went to it. */
export async function saveTo(session: Session, path: string): Promise<Result<string>> {
  const isSame = (file: string) => resolve(file) === resolve(path);
  const { match, files } = session;
  const kifu = toKifu(match);
  const saved = await saveKifu(match.kit, path, kifu, { mayReplace: files.some(isSame) });
  if (!saved.ok) return saved;
  session.files = [...files.filter(file => !isSame(file)), path];
  return ok(`saved ${counted(kifu.entries.length, 'entry', 'entries')} to ${path}`);
}

/** Brings the file of `--save` up to date, if there is one. Trying once for each act is enough. */
export async function keep(session: Session): Promise<Result<string | null>> {
  const { autosave, kept, match } = session;
  const { last } = present(match).chain;
  if (autosave === null || kept === last) return ok(null);
  session.kept = last;
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

/** Takes something back, in the library too. */
export async function goBack(session: Session, match: LocalMatch): Promise<void> {
  const back = await session.recorder?.takeBack(match);
  if (back?.ok === false) stopKeeping(session, back);
  change(session, match);
}

/** Lists the match with all that it can be found by, if it is kept. */
export async function endKeeping(session: Session): Promise<void> {
  const listed = await session.recorder?.list(session.match);
  if (listed?.ok === false) stopKeeping(session, listed);
}

/** The match goes on without the library. */
export function stopKeeping(session: Session, why: Fail): void {
  session.recorder = null;
  tellFault(session, within('the match is not kept in the library', why).fault);
}

/** Milliseconds since the match began; null where nobody knows when that was. */
function elapsedMs({ io, match }: Session): number | null {
  const { startedAt } = headerIn(match);
  const elapsed = startedAt === null ? Number.NaN : Math.round(io.now() - Date.parse(startedAt));
  // a clock that was set back must not make a record that runs backwards
  return Number.isNaN(elapsed) ? null : Math.max(present(match).chain.table.ms, elapsed);
}
