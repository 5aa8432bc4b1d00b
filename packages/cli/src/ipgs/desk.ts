/** What a player has before them: offers and games, after all that was heard has been taken in. */
import { bytesToHex, ok, type Result } from '@kifu/core';
import {
  challengeName,
  type GameRecord,
  type News,
  type PeerGameState,
  type PeerGames,
  type PeerOffer,
  readGames,
  readOffers,
  syncTree,
  type Trees,
} from '@kifu/ipgs';
import { commitToLink, makeChain } from '@kifu/record/chance';
import { keepArchived } from './keep-archived.ts';
import { type PeerFolder, pick, shortId } from './peer-folder.ts';

/** Everything that can be acted on. */
export interface Desk extends PeerGames {
  readonly trees: Trees;
  readonly offers: readonly PeerOffer[];
  /** What has changed since the last look. */
  readonly news: readonly News[];
}

/** Looks at all trees, and brings the own one up to date with them. */
export async function openDesk(folder: PeerFolder): Promise<Result<Desk>> {
  const trees = await folder.trees();
  if (!trees.ok) return trees;
  const now = folder.now();
  const { games, bad } = await readGames(folder.reading, trees.value, now);
  const synced = await syncTree(folder.reading, trees.value, games, now);
  if (synced.change.changes.length > 0) {
    const published = await folder.publish(synced.change);
    if (!published.ok) return published;
  }
  await countFlags(folder, synced.news);
  for (const game of games)
    if (synced.news.some(({ game: name, what }) => name === game.name && what === 'archived'))
      await keepArchived(folder, game);
  const { mine, others } = trees.value;
  const offers = [
    ...(await readOffers(folder.reading, mine, true, now)),
    ...(await Promise.all(others.map(tree => readOffers(folder.reading, tree, false, now)))).flat(),
  ];
  const taken = new Set(
    games.flatMap(({ record }) => (record.confirm ? [challengeName(record)] : [])),
  );
  return ok({
    ...{ trees: trees.value, games, bad, news: synced.news },
    offers: offers.filter(({ name }) => !taken.has(name)),
  });
}

/** Counts what was done wrong, each thing once: by game and name. */
async function countFlags(folder: PeerFolder, news: readonly News[]): Promise<void> {
  let { flags } = folder.state;
  for (const { flag } of news) {
    if (flag === undefined) continue;
    const before = flags[flag.against] ?? {};
    flags = { ...flags, [flag.against]: { ...before, [flag.name]: (before[flag.name] ?? 0) + 1 } };
  }
  if (flags !== folder.state.flags) await folder.save({ flags });
}

/** What people type to mean a game: the last letters of its acceptance, or of the offer where there is none. */
export const idOfGame = ({ accept, offer }: GameRecord): string =>
  shortId((accept ?? offer).commit.cid);

/** The game that somebody means: by its id, or by the opponent where there is but one. */
export const pickGame = (desk: Desk, typed: string): Result<PeerGameState> =>
  pick(
    desk.games,
    typed,
    ({ name, record: { offer, accept, ...record }, role }) => [
      idOfGame({ offer, accept, ...record }),
      name,
      ...(role === 'challenger' ? [] : [offer.file.name]),
      ...(role === 'contender' ? [] : [accept?.file.name ?? '']),
    ],
    'game',
  );

/** The offer that somebody means. */
export const pickOffer = (offers: readonly PeerOffer[], typed: string): Result<PeerOffer> =>
  pick(
    offers,
    typed,
    ({ name, record: { offer } }) => [shortId(offer.commit.cid), name, offer.file.name],
    'challenge',
  );

/** Links that a chain of chance has: more than any match takes. */
const CHAIN_LENGTH = 4096;

/** The own chain of chance in a match, in the order in which links are shown. */
export async function chainOf(
  folder: PeerFolder,
  nonce: string,
  seat: number,
): Promise<readonly string[]> {
  const secret = await folder.chainSecret(`${nonce}/${seat}`);
  return makeChain(nonce, seat, secret, CHAIN_LENGTH).map(bytesToHex);
}

/** What the own chain is committed to by. */
export async function commitmentOf(
  folder: PeerFolder,
  nonce: string,
  seat: number,
): Promise<string> {
  const [first] = await chainOf(folder, nonce, seat);
  return bytesToHex(commitToLink(nonce, seat, Buffer.from(first!, 'hex')));
}
