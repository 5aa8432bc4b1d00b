/** Assessment of all players: from archives, reports of others, counted flags, and trust set by hand. */
import { ok, type Result } from '@kifu/core';
import {
  type KnownGames,
  type KnownPlayer,
  knowPlayers,
  learnGames,
  publishPlayers,
  readKeyAt,
  type Trees,
} from '@kifu/ipgs';
import type { PeerFolder } from './peer-folder.ts';

/** Players by fingerprint, rated in one game. */
export type KnownPlayers = ReadonlyMap<string, KnownPlayer>;

/** Assesses all players in a game; null for the game with the most rated games. */
export async function assess(
  folder: PeerFolder,
  trees: Trees,
  game: string | null,
): Promise<KnownPlayers> {
  const known = await folder.knownGames();
  await learnGames(folder.reading, trees, known);
  await folder.keepKnown(known);
  const judgment = { trust: await trustSet(folder), flags: flagsCounted(folder) };
  const rated = game ?? usualGame(known);
  return knowPlayers(folder.reading, trees, known, judgment, rated, folder.now());
}

/** Trust that was set by hand, by fingerprint. */
async function trustSet(folder: PeerFolder): Promise<Map<string, number>> {
  const trust = new Map<string, number>();
  for (const [key, { value }] of Object.entries((await folder.private()).entries)) {
    const [, hash] = /^trust\/(.+)$/.exec(key) ?? [];
    const file = hash === undefined ? null : await readKeyAt(folder.reading, hash);
    if (file?.ok && typeof value === 'number') trust.set(file.value.fingerprint, value);
  }
  return trust;
}

/** How often each flag was counted against each player. */
function flagsCounted({ state: { flagged } }: PeerFolder) {
  const flags = new Map<string, { [name: string]: number }>();
  for (const [fingerprint, name] of flagged.map(key => key.split('/') as [string, string])) {
    const counts = flags.get(fingerprint) ?? {};
    counts[name] = (counts[name] ?? 0) + 1;
    flags.set(fingerprint, counts);
  }
  return flags;
}

/** Player data has ratings of one game: the one with the most rated games. */
function usualGame(known: KnownGames): string {
  const counts = new Map<string, number>();
  for (const game of known.values())
    if (game?.rated) counts.set(game.game, (counts.get(game.game) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'go';
}

/** Name of the note that player data must be published. */
const DUE = 'player-data-due';

/** Notes that player data is to be published as soon as the key is at hand; durable when this resolves. */
export const noteDue = (folder: PeerFolder): Promise<void> => folder.remember(DUE, 'yes');

/** Assesses all players and publishes changes. Returns false if it waits for the passphrase. */
export async function publishRatings(folder: PeerFolder): Promise<Result<boolean>> {
  const trees = await folder.trees();
  if (!trees.ok) return trees;
  const players = await assess(folder, trees.value, null);
  const change = await publishPlayers(folder.signer, trees.value.mine, players, folder.now());
  if (!change.ok) return change.fault.rule === 'passphrase' ? ok(false) : change;
  const published = change.value.changes.length > 0 ? await folder.publish(change.value) : ok(null);
  if (!published.ok) return published;
  await folder.remember(DUE, '');
  return ok(true);
}

/** Publishes player data that is due. Returns whether it still waits: the key is locked, or it could not be done. */
export async function publishDue(folder: PeerFolder): Promise<boolean> {
  if (!(await folder.recall(DUE))) return false;
  const signer = await folder.signer();
  const published = signer.ok ? await publishRatings(folder) : signer;
  return !(published.ok && published.value === true);
}
