/** Fetches another player's tree from the nodes that have it: as much of it as a refresh will read. */
import type { Result } from '@kifu/core';
import {
  acceptTree,
  checkEvidence,
  checkHistory,
  findTree,
  type Keeping,
  type Namespace,
  parseGameFile,
  putBlocks,
  type Reading,
  readArchive,
  readArchivePlayers,
  readBlock,
  readEvidence,
  readGames,
  readHistory,
  readNamespace,
  readOffers,
} from '@kifu/ipgs';
import type { Block } from '@kifu/record/node';

/** Fetches a tree that a node publishes, once: its lists, its offers, the player's own games in it, and its evidence. */
export async function fetchTree(
  reading: Reading,
  mine: Namespace | null,
  root: string,
  node: string,
  now: bigint,
): Promise<Result<Namespace>> {
  const tree = await findTree(reading, root);
  if (!tree.ok) return tree;
  const read = await readNamespace(reading, tree.value);
  if (!read.ok) return read;
  const refused = acceptTree(read.value, node);
  if (refused !== null) return refused;
  await readOffers(reading, read.value, false, now);
  // what others can prove is known here too, and still is when they are gone
  for (const commits of (await readEvidence(reading, read.value.cid)).values())
    await checkEvidence(reading, commits);
  if (mine !== null) await readGames(reading, { mine, others: [read.value] }, now);
  return read;
}

/** The commits of a record with all that they link, page by page; nothing where the record cannot be had. */
export type FetchRecord = (head: string) => AsyncIterable<readonly Block[]>;

/** How many archived games are fetched at a time; the rest when the tree is read again. */
const MAX_GAMES = 1000;
const MAX_RULES_BYTES = 64 * 1024;

/**
 * Gets the archived games of a friend with the records behind them, so that they can be had here too. Each is checked; one that is not good
 * is not requested again before the tree changes. Returns how many are new.
 */
export async function fetchArchive(
  reading: Keeping,
  { cid }: Namespace,
  isKept: (game: string) => Promise<boolean>,
  recordOf: FetchRecord,
): Promise<number> {
  const players = await readArchivePlayers(reading, cid);
  const games = new Set<string>();
  for (const player of players.ok ? players.value : []) {
    const list = await readArchive(reading, cid, player);
    for (const game of list.ok ? list.value : [])
      if (games.size < MAX_GAMES && !games.has(game) && !(await isKept(game))) games.add(game);
  }
  let fresh = 0;
  for (const game of games) {
    const history = await readHistory(reading, game);
    const file = history.ok ? parseGameFile(history.value.file) : history;
    if (!file.ok || file.value.head === null) continue;
    // payloads name rules as text, not by a link
    await readBlock(reading, file.value.rules, MAX_RULES_BYTES);
    for await (const blocks of recordOf(file.value.head)) await putBlocks(reading.blocks, blocks);
    if ((await checkHistory(reading, game)).ok) fresh++;
  }
  return fresh;
}
