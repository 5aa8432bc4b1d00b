/** Challenges and games of a player, after received data is processed. */
import { bytesToHex, fail, ok, type Result } from '@kifu/core';
import {
  challengeName,
  type EndedGame,
  type FlagName,
  type GameRecord,
  headsBeside,
  isEnded,
  type Namespace,
  type NamespaceChange,
  type PeerGameState,
  type PeerGames,
  type PeerOffer,
  type PeerUpdate,
  type Phase,
  readGames,
  readOffers,
  type Signer,
  syncTree,
  type Trees,
} from '@kifu/ipgs';
import { commitToLink, makeChain } from '@kifu/record/chance';
import { noteDue, publishDue } from './assess.ts';
import { joinDevices } from './devices.ts';
import { saveArchived } from './keep-archived.ts';
import { type PeerFolder, pick, shortId } from './peer-folder.ts';
import { settleGames } from './settle.ts';

/** A game as its player sees it. */
export type PlayedGame = Pick<PeerGameState, 'name' | 'record' | 'seat' | 'role'>;

/** Everything that can be acted on. */
export interface PeerSession extends PeerGames {
  readonly trees: Trees;
  readonly offers: readonly PeerOffer[];
  /** What has changed since the last look. */
  readonly news: readonly PeerUpdate[];
  /** What waits for the passphrase: player data of archived games, this device in the list of devices. */
  readonly waiting: readonly ('player-data' | 'devices')[];
}

/** Reads all trees, or one game in them, and updates the player's own tree. */
export async function openPeerSession(
  folder: PeerFolder,
  only?: string,
): Promise<Result<PeerSession>> {
  const before = await folder.trees(only);
  const { root } = folder.state;
  const joining = before.ok ? await joinDevices(folder, before.value) : before;
  if (!before.ok || !joining.ok) return joining as Result<PeerSession>;
  const trees = folder.state.root === root ? before : await folder.trees(only);
  if (!trees.ok) return trees;
  const now = folder.now();
  // a game in progress is not among those that have ended
  const ended = only === undefined ? await folder.ended(trees.value.mine) : new Map();
  const { games, bad } = await readGames(folder.reading, trees.value, now, ended);
  const isJoined = joining.value === 'joined';
  const synced = await syncTree(folder.reading, trees.value, games, now, isJoined);
  // before evidence is listed, which is what tells that it was counted
  const news = await countFlags(folder, synced.news, games);
  // before the tree drops them
  await rememberEnded(folder, trees.value.mine, games);
  if (only === undefined) await folder.nameGames(namesById(games));
  const isArchived = (name: string) =>
    news.some(({ game, what }) => game === name && what === 'archived');
  if (games.some(({ name }) => isArchived(name))) await noteDue(folder);
  if (synced.change.changes.length > 0) {
    const published = await folder.publish(synced.change);
    if (!published.ok) return published;
  }
  await noteBeside(folder, games, only);
  for (const game of games) if (isArchived(game.name)) await saveArchived(folder, game);
  const waiting: PeerSession['waiting'] = [
    ...((await publishDue(folder)) ? (['player-data'] as const) : []),
    ...(joining.value === 'locked' ? (['devices'] as const) : []),
  ];
  // including what was just published, above all the device list
  const present = synced.change.changes.length === 0 ? trees : await folder.trees(only);
  if (!present.ok) return present;
  const { mine, others } = present.value;
  const offers = [
    ...(await readOffers(folder.reading, mine, true, now)),
    ...(
      await Promise.all(
        others.map(tree => {
          const isMine = tree.identity.fingerprint === mine.identity.fingerprint;
          return readOffers(folder.reading, tree, isMine, now);
        }),
      )
    ).flat(),
  ];
  const taken = new Set(
    games.flatMap(({ record }) => (record.confirm ? [challengeName(record)] : [])),
  );
  return ok({
    ...{ trees: present.value, games, bad, news, waiting },
    offers: offers.filter(({ name }) => !taken.has(name)),
  });
}

/** Names of the player's games in progress, by their short IDs. */
const namesById = (games: PeerGames['games']): ReadonlyMap<string, string> =>
  new Map(
    games
      .filter(({ record, role }) => role !== 'spectator' && !isEnded(record))
      .map(({ record, name }) => [idOfGame(record), name]),
  );

/** Phases in which the own tree lists the newest commit of a game, by either player. */
const LISTED: readonly Phase[] = ['confirmed', 'playing', 'scoring', 'proposed', 'disputed'];
/** Phases in which an acceptance waits here for an answer, or a finished game for a signature. */
const OPEN: readonly Phase[] = ['accepted', 'finished', 'unsigned'];

/**
 * Notes commits beside a record, from any tree, as long as the record is open: a tree lists one commit of a game, and without the others a
 * contradiction would be forgotten, and one of its sides would count. What the own tree lists is not noted any more.
 */
async function noteBeside(
  folder: PeerFolder,
  games: PeerGames['games'],
  only?: string,
): Promise<void> {
  const noted = await folder.noted(only);
  const note = async ({ name, record, merged, role }: PeerGameState): Promise<void> => {
    if (role === 'spectator') return;
    const beside = headsBeside(merged);
    const isOpen = [...LISTED, ...OPEN].includes(record.phase);
    const before = noted.get(name) ?? [];
    const after =
      isOpen && beside.length > 0
        ? [record.head.cid, ...beside]
        : isOpen && !(before.length === 1 && LISTED.includes(record.phase))
          ? before
          : [];
    if (before.join() !== after.join()) await folder.note(name, after);
  };
  await Promise.all(games.map(note));
}

/** Remembers the newest commits of games that have ended, where the player had a part in it; archived ones are in the tree. */
async function rememberEnded(
  folder: PeerFolder,
  mine: Namespace,
  games: PeerGames['games'],
): Promise<void> {
  const { currentGames, finishedGames } = mine;
  if (!games.some(({ record, role }) => role !== 'spectator' && isEnded(record))) return;
  const ended = await folder.ended(mine);
  const fresh = games.flatMap(({ name, record, merged, role }): [string, EndedGame][] => {
    const isOwn = currentGames.has(name) || finishedGames.has(name) || record.confirm !== null;
    if (role === 'spectator' || !isOwn || !isEnded(record) || record.phase === 'archived')
      return [];
    const heads = [record.head.cid, ...headsBeside(merged)];
    const isSame = ended.get(name)?.heads.join() === heads.join();
    return isSame ? [] : [[name, { phase: record.phase, heads, history: null }]];
  });
  if (fresh.length > 0) await folder.keepEnded(new Map([...ended, ...fresh]));
}

/** Counts what was done wrong, each thing once, and takes back what has turned out otherwise; returns what is new. */
async function countFlags(
  folder: PeerFolder,
  news: readonly PeerUpdate[],
  games: PeerGames['games'],
): Promise<PeerUpdate[]> {
  const { flagged } = folder.state;
  const disproved = new Set(games.flatMap(({ name, record }) => disprovedBy(name, record)));
  const good = flagged.filter(key => !disproved.has(key.slice(key.indexOf('/') + 1)));
  const keyOf = ({ flag, game }: PeerUpdate) => flag && `${flag.against}/${flag.name}/${game}`;
  const fresh = news.filter(each => !good.includes(keyOf(each) ?? ''));
  const keys = fresh.flatMap(each => keyOf(each) ?? []);
  if (keys.length > 0 || good.length < flagged.length)
    await folder.save({ flagged: [...good, ...keys] });
  return fresh;
}

/** Flags of lateness, with the game, that a record disproves: what was missing was made in time, or came after all. */
const disprovedBy = (game: string, { match, phase }: GameRecord): string[] => {
  const names: FlagName[] = match?.steps == null ? [] : ['no-first-move'];
  if (phase === 'archived') names.push('failed-to-sign-lost-game', 'failed-to-sign-won-game');
  return names.map(name => `${name}/${game}`);
};

/** Updates the tree, takes the required steps of games, then runs work. */
export async function withPeerSession<T>(
  folder: PeerFolder,
  work: (desk: PeerSession) => Promise<Result<T>>,
): Promise<Result<T>> {
  const desk = await openPeerSession(folder);
  const settled = desk.ok ? await settleGames(folder, desk.value) : desk;
  if (!desk.ok || !settled.ok) return settled as Result<T>;
  const after = settled.value.length === 0 ? desk : await openPeerSession(folder);
  return after.ok ? work(afterSettling(desk.value, after.value, settled.value)) : after;
}

/** News, and the games that were settled, even if they are archived by now. */
function afterSettling(
  before: PeerSession,
  after: PeerSession,
  settled: readonly PeerGameState[],
): PeerSession {
  if (settled.length === 0) return after;
  const isArchived = (name: string) =>
    after.news.some(({ game, what }) => game === name && what === 'archived');
  const done = settled.map(({ record, ...game }) => ({
    ...game,
    record: isArchived(game.name) ? { ...record, phase: 'archived' as const } : record,
  }));
  const isOther = ({ name }: PeerGameState) => done.every(each => each.name !== name);
  return {
    ...after,
    games: [...after.games.filter(isOther), ...done],
    news: [
      ...before.news.filter(({ game }) => done.every(({ name }) => name !== game)),
      ...done.map(({ name, record }) => ({ game: name, what: record.phase })),
      ...after.news.filter(({ game }) => done.every(({ name }) => name !== game)),
    ],
  };
}

/** Signs a change and publishes the tree. */
export async function act<T extends { readonly change: NamespaceChange }>(
  folder: PeerFolder,
  make: (signer: Signer) => Promise<Result<T>>,
): Promise<Result<T>> {
  const signer = await folder.signer();
  const made = signer.ok ? await make(signer.value) : signer;
  if (!made.ok) return made;
  const published = await folder.publish(made.value.change);
  return published.ok ? made : published;
}

/** The short ID of a game: the last letters of its acceptance, or of the challenge if there is none. */
export const idOfGame = ({ accept, offer }: GameRecord): string =>
  shortId((accept ?? offer).commit.cid);

/** Finds the game that the user names by ID or opponent. Of several, the only one that fits the command is meant. */
export const pickGame = <Game extends PlayedGame>(
  games: readonly Game[],
  typed: string,
  fits: (game: PlayedGame) => boolean,
): Result<Game> => {
  const found = pick<Game>(
    games,
    typed,
    ({ name, record: { offer, accept, ...record }, role }: PlayedGame) => [
      idOfGame({ offer, accept, ...record }),
      name,
      ...(role === 'challenger' ? [] : [offer.file.name]),
      ...(role === 'contender' ? [] : [accept?.file.name ?? '']),
    ],
    'game',
    {
      fits,
      describe: ({ record }: PlayedGame) =>
        `${idOfGame(record)} ${record.game.name} ${record.phase}`,
    },
  );
  return found.ok || found.fault.rule === 'ambiguous'
    ? found
    : fail('not-found', `no game ${typed}; kifu archive list shows archived games`);
};

/** Finds the challenge that the user names by ID, name or creator. */
export const pickOffer = (offers: readonly PeerOffer[], typed: string): Result<PeerOffer> =>
  pick(
    offers,
    typed,
    ({ name, record: { offer } }) => [shortId(offer.commit.cid), name, offer.file.name],
    'challenge',
    { describe: ({ record }) => `${shortId(record.offer.commit.cid)} ${record.game.name}` },
  );

/** Length of a hash chain: more links than any match uses. */
const CHAIN_LENGTH = 4096;

/** The player's hash chain in a match, in the order of revealing. */
export async function chainOf(
  folder: PeerFolder,
  nonce: string,
  seat: number,
): Promise<readonly string[]> {
  const secret = await folder.chainSecret(`${nonce}/${seat}`);
  return makeChain(nonce, seat, secret, CHAIN_LENGTH).map(bytesToHex);
}

/** The commitment to the player's hash chain. */
export async function commitmentOf(
  folder: PeerFolder,
  nonce: string,
  seat: number,
): Promise<string> {
  const [first] = await chainOf(folder, nonce, seat);
  return bytesToHex(commitToLink(nonce, seat, Buffer.from(first!, 'hex')));
}
