/** Matches against bots or at one screen, as lists show them: those to continue, and those that have ended, which the library takes. */
import { formatCid, type Kit, parseCid } from '@kifu/core';
import { svg } from '@kifu/core/svg';
import { gamesNow } from '@kifu/viewer/games';
import { idle } from '../site/idle.ts';
import { addFile, addMatches, listMatches, matchesOf } from '../site/library/local-library.ts';
import { localPicture, storePicture } from '../site/library/local-pictures.ts';
import { checkFile } from '../site/verify/verify.ts';
import type { RecordFindings } from '../site/verify/verify-worker.ts';
import { nodesOf, replayStored, summaryOf } from './local-host.ts';
import { localNodes } from './local-nodes.ts';
import {
  type MatchSummary,
  type StoredMatch,
  storedIds,
  storedMatch,
  storeMatch,
} from './local-store.ts';
import { carOf } from './record-file.ts';

/** A match that has not ended. */
export interface LocalGame extends Pick<StoredMatch, 'game' | 'roles'>, MatchSummary {
  readonly id: string;
}

/** All that can be continued; the one that was played last comes first. */
export async function findLocalGames(): Promise<readonly LocalGame[]> {
  const games = await Promise.all(
    storedIds().map(async id => {
      const summary = await summarize(id);
      const stored = storedMatch(id);
      if (summary === null || stored === null || summary.isEnded) return null;
      const { game, roles } = stored;
      return { id, game, roles, ...summary };
    }),
  );
  return games.filter(game => game !== null).sort((a, b) => b.playedAt - a.playedAt);
}

/** Where a match stands, as the address of a picture, which is drawn once for each head, in idle time; null where it cannot be replayed. */
export async function drawLocalGame(id: string): Promise<string | null> {
  const stored = storedMatch(id);
  if (stored === null) return null;
  const cid = stored.match === undefined ? null : parseCid(stored.match);
  const head = cid?.ok ? await (await localNodes()).heads.get(cid.value) : null;
  const key = head === null ? null : formatCid(head);
  const known = await localPicture(id).catch(() => undefined);
  if (known !== undefined && known.head === key) return known.picture;
  await idle();
  const picture = await draw(stored);
  // it is drawn again where the browser stores nothing
  if (key !== null && picture !== null) await storePicture(id, key, picture).catch(() => {});
  return picture;
}

async function draw(stored: StoredMatch): Promise<string | null> {
  const kit = await (await gamesNow()).loadKit(stored.game);
  const replay = kit.ok ? await replayStored(kit.value as Kit, stored) : null;
  if (!kit.ok || replay === null || replay.fault !== null || replay.table === null) return null;
  const { scene, art } = kit.value as Kit;
  return `data:image/svg+xml,${encodeURIComponent(svg(scene(replay.table.state), art))}`;
}

let archiving: Promise<void> = Promise.resolve();

/** Adds every match that has ended to the library of the browser, once. */
export function archiveEnded(): Promise<void> {
  archiving = archiving.catch(() => {}).then(archiveAll);
  return archiving;
}

/** The address of a match that has ended, in the library of the browser; null where that does not have it. */
export async function archivedAddress(id: string): Promise<string | null> {
  await archiveEnded();
  const archived = storedMatch(id)?.archived;
  const found = (await listMatches()).find(({ match }) => match === archived);
  return found === undefined ? null : `/file?local=${found.file}&number=${found.number}`;
}

async function archiveAll(): Promise<void> {
  for (const id of storedIds()) {
    const summary = await summarize(id);
    const stored = storedMatch(id);
    if (summary?.isEnded && stored !== null && stored.archived === undefined)
      await archive(id, stored);
  }
}

async function archive(id: string, stored: StoredMatch): Promise<void> {
  const name = `${stored.game}.car`;
  const nodes = await nodesOf(stored);
  if (nodes === null) return;
  const bytes = carOf(nodes);
  const found: RecordFindings[] = [];
  await checkFile(name, bytes, record => found.push(record));
  const match = found[0]?.listed?.match;
  if (match === undefined) return; // it stays where it is
  const file = await addFile({ name, bytes });
  await addMatches(file, matchesOf(file, null, found));
  storeMatch(id, { ...stored, archived: match });
}

/** Reads the summary of a match; one that was stored without a summary is replayed once. */
async function summarize(id: string): Promise<MatchSummary | null> {
  const stored = storedMatch(id);
  if (stored === null) return null;
  if (stored.summary !== undefined) return stored.summary;
  const kit = await (await gamesNow()).loadKit(stored.game);
  if (!kit.ok) return null;
  const replay = await replayStored(kit.value as Kit, stored);
  if (replay === null || replay.fault !== null) return null;
  const startedAt = Date.parse(replay.header?.startedAt ?? '') || stored.beganAt;
  const summary = summaryOf(replay, startedAt + (replay.table?.ms ?? 0));
  storeMatch(id, { ...stored, summary });
  return summary;
}
