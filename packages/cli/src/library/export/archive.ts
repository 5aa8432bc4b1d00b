/** Matches of the library that have ended, written into an archive. */

import { type Cid, type Fault, formatCid, ok, type Result } from '@kifu/core';
import { openSource, writeAs } from '@kifu/record/file';
import { isPlainPack } from '@kifu/record/pack';
import type { MatchSummary, Query } from '@kifu/record/store';
import type { ToArchive } from '@kifu/stores/archive/folder';
import { faultText } from '../../fault-text.ts';
import { type Context, put } from '../../io.ts';
import { startProgress } from '../../progress.ts';
import { faultFromError } from '../../publish/publish-faults.ts';
import { type CommandReport, EXIT } from '../../run-command.ts';
import { createTurns } from '../../turns.ts';
import { findAll } from '../find.ts';
import { formatId } from '../ids.ts';
import type { Library } from '../open.ts';
import { prepareSource } from '../prepare.ts';
import type { PageOptions } from '../query.ts';
import { loadKept } from '../records.ts';

/** How matches go into an archive. */
export interface ArchiveOptions extends Partial<PageOptions> {
  readonly tag?: string;
  /** Whether the library forgets them then. */
  readonly move?: boolean;
}

/** Adds what a query finds to the archive in a folder. Each match is verified on its way. */
export async function exportArchive(
  { io }: Context,
  library: Library,
  query: Query,
  folder: string,
  options: ArchiveOptions,
): Promise<Result<CommandReport>> {
  const { addToArchive } = await import('@kifu/stores/archive/folder');
  const t = io.texts.reports.library.export;
  const progress = startProgress(io, { isLogged: true });
  const seen: Cid[] = [];
  const tally = { open: 0, bad: 0 };
  const refused = async ({ match }: MatchSummary, fault: Fault): Promise<void> => {
    tally.bad++;
    await put(io.stderr, `kifu: ${formatId(match)}: ${faultText(io, fault)}\n`);
  };
  const othersTurn = createTurns(io);
  let stoppedBy: number | null = null;
  const stopListening = io.onStop(exitCode => {
    stoppedBy = exitCode;
  });
  async function* matches(): AsyncGenerator<ToArchive> {
    for await (const page of findAll(library, query, { ...options, sort: 'newest' })) {
      if (!page.ok) throw new UnreadableQuery(page);
      for (const listing of page.value.listings) {
        await othersTurn();
        if (stoppedBy !== null) throw new StoppedError();
        const ready = await toArchive(io.games, library, listing);
        if (!ready.ok) await refused(listing, ready.fault);
        else if (ready.value === null) tally.open++;
        else {
          seen.push(listing.match);
          yield ready.value;
        }
      }
    }
  }
  try {
    const tell = (done: number): void => progress.tellOften(t.archiving(done, folder));
    const { file, known, other } = await addToArchive(folder, matches(), { tell });
    progress.clear();
    // matches that are now in the archive unchanged can be deleted
    const kept = new Set(other.map(formatCid));
    const moved = options.move ? seen.filter(match => !kept.has(formatCid(match))) : [];
    for (const match of moved) await library.forget(match);
    const added = file?.matches ?? 0;
    const lines = [
      t.added(added, folder),
      ...(known === 0 ? [] : [t.known(known)]),
      ...(other.length === 0 ? [] : [t.different(other.length, other.map(formatId).slice(0, 10))]),
      ...(tally.open === 0 ? [] : [t.open(tally.open)]),
      ...(options.move ? [t.removed(moved.length)] : []),
    ];
    return ok({
      text: lines.join('\n'),
      json: { file: file?.name ?? null, added, known, other: other.map(formatCid), ...tally },
      exitCode: tally.bad === 0 ? EXIT.good : EXIT.fault,
    });
  } catch (cause) {
    progress.clear();
    if (cause instanceof StoppedError)
      return ok({ text: t.stopped, json: { added: 0 }, exitCode: stoppedBy! });
    return cause instanceof UnreadableQuery ? cause.fault : faultFromError(cause, folder);
  } finally {
    stopListening();
  }
}

/** The user pressed Ctrl-C. */
class StoppedError extends Error {}

/** The library refused the query. */
class UnreadableQuery extends Error {
  readonly fault;
  constructor(fault: Result<never> & { readonly ok: false }) {
    super();
    this.fault = fault;
  }
}

/** A match of the library in the form of archives; null if it is in progress. */
async function toArchive(
  games: Context['io']['games'],
  library: Library,
  kept: MatchSummary,
): Promise<Result<ToArchive | null>> {
  const source = await loadKept(library, kept.match, formatId(kept.match));
  if (!source.ok) return source;
  const labels = { source: kept.source, visibility: 'public' as const };
  // a short pack was unpacked just now, and need not be made again; with remarks, the pack is another
  const { pack: stored } = source.value;
  const isPacked = stored === null || (isPlainPack(stored) && source.value.remarks === null);
  const prepared = await prepareSource(games, source.value, { labels, isPacked });
  if (!prepared.ok) return prepared;
  const { remarks } = prepared.value;
  const pack = prepared.value.pack ?? stored;
  if (pack === null) return ok(null);
  // names as the library has them: the user may have merged some
  const listing = { ...prepared.value.listing, players: kept.players };
  // archives have no plain packs, which programs of before cannot read
  if (remarks === null && !isPlainPack(pack)) return ok({ listing, pack });
  const opened = await openSource(games, source.value);
  const whole = opened.ok ? await writeAs(opened.value, 'pack') : opened;
  return whole.ok ? ok({ listing, pack: whole.value.output as Uint8Array }) : whole;
}
