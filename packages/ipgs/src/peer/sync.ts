/** What a peer changes in its own tree after a refresh: heads moved, games archived, expired offers removed. */
import type { SignedCommit } from '../commit.ts';
import { encodeHistory } from '../history.ts';
import type { FlagName, GameRecord } from '../life/game-record.ts';
import { standardFile } from '../life/result.ts';
import type { Namespace } from '../namespace/read.ts';
import {
  archiveGame,
  joinChanges,
  keepEvidence,
  type NamespaceChange,
  remove,
  setCommit,
  setDirectory,
} from '../namespace/write.ts';
import { newestNodeList } from '../node-list.ts';
import type { Reading } from '../read-record.ts';
import type { ChangedDirectory } from '../unixfs/directory.ts';
import { lookUp, type TreeChange } from '../unixfs/tree.ts';
import { type PeerGameState, readOffers } from './games.ts';
import type { Trees } from './trees.ts';

/** Something that a peer learned. */
export interface PeerUpdate {
  readonly game: string;
  /** The phase that a record has come to, or `evidence` of misconduct. */
  readonly what: GameRecord['phase'] | 'evidence';
  /** A flag to be counted against a player, by fingerprint. */
  readonly flag?: { readonly name: FlagName; readonly against: string };
}

/** Changes of the own tree, and what they are about. */
export interface Synced {
  readonly change: NamespaceChange;
  readonly news: readonly PeerUpdate[];
}

/** Phases in which a record is listed among the current games of both. */
const CURRENT: readonly GameRecord['phase'][] = [
  'confirmed',
  'playing',
  'scoring',
  'proposed',
  'finished',
  'disputed',
];

/** Works out what has to change. A device that has not joined the others yet preserves its own list of nodes. */
export async function syncTree(
  reading: Reading,
  trees: Trees,
  games: readonly PeerGameState[],
  now: bigint,
  isJoined = true,
): Promise<Synced> {
  const { mine } = trees;
  const changes: NamespaceChange[] = [];
  const news: PeerUpdate[] = [];
  for (const game of games) {
    if (game.role === 'spectator') continue;
    const { change, isNew } = listGame(trees, game);
    changes.push(...change);
    const flag = flagOf(game);
    if (isNew || flag !== undefined)
      news.push({ game: game.name, what: game.record.phase, ...(flag && { flag }) });
  }
  for (const { game, name, commits } of misconductIn(games)) {
    const [first] = commits;
    const against = first!.file.fingerprint;
    if (against === mine.identity.fingerprint) continue; // players store no evidence against themselves
    const kept = await lookUp(reading, mine.cid, evidencePath(game, first!));
    if (kept.ok && kept.value !== null) continue;
    changes.push(keepEvidence(game.record.offer.commit.cid, commits));
    news.push({ game: game.name, what: 'evidence', flag: { name, against } });
  }
  if (isJoined) changes.push(await takeOverNodes(reading, trees));
  const open = new Set((await readOffers(reading, mine, true, now)).map(({ name }) => name));
  const taken = new Set(
    games.flatMap(({ record }) => (record.confirm === null ? [] : [offerName(record)])),
  );
  for (const name of mine.challenges.keys())
    if (!open.has(name) || taken.has(name)) changes.push(remove(['challenges', name]));
  return { change: joinChanges(changes), news };
}

/** What a player has done wrong in a game, and the commits that prove it. */
interface FoundMisconduct {
  readonly game: PeerGameState;
  readonly name: FlagName;
  readonly commits: readonly SignedCommit[];
}

const evidencePath = ({ record }: PeerGameState, { commit }: SignedCommit) => [
  ...['evidence', record.offer.commit.cid, commit.cid],
];

/** Players who signed two conflicting commits, who confirmed one offer twice, or whose steps the rules refuse. */
function misconductIn(games: readonly PeerGameState[]): FoundMisconduct[] {
  const found = games.flatMap(game => [
    ...game.merged.forks
      .filter(({ kind }) => kind === 'equivocation')
      .map(({ children }) => ({ game, name: 'equivocation' as const, commits: children })),
    ...game.merged.illegal.map(step => ({ game, name: 'illegal-move' as const, commits: [step] })),
  ]);
  const byOffer = Map.groupBy(
    games.filter(({ record }) => record.confirm !== null),
    ({ record }) => record.offer.commit.cid,
  );
  for (const [game, ...others] of byOffer.values()) {
    const commits = [game!, ...others].map(({ merged }) => merged.commits[2]!);
    if (others.length > 0) found.push({ game: game!, name: 'equivocation', commits });
  }
  return found;
}

/** The list of nodes that the player signed last counts; another node may have published it. */
async function takeOverNodes(reading: Reading, { mine, others }: Trees): Promise<NamespaceChange> {
  const own = others.filter(({ identity }) => identity.fingerprint === mine.identity.fingerprint);
  const newest = own.find(({ nodes }) => nodes === newestNodeList([mine, ...own].map(listOf)));
  const changes: TreeChange[] = [];
  for (const name of newest === undefined ? [] : ['my-nodes.txt', 'my-nodes.sig']) {
    const found = await lookUp(reading, newest!.cid, [name]);
    const here = await lookUp(reading, mine.cid, [name]);
    if (found.ok && found.value !== null && !(here.ok && here.value?.cid === found.value.cid))
      changes.push({ path: [name], entry: found.value });
  }
  return { changes, blocks: [] };
}

const listOf = ({ nodes }: Namespace) => nodes;

const offerName = ({ offer }: GameRecord): string =>
  `${offer.commit.key}|${offer.commit.timestamp}`;

/** Where the own tree lists a game from now on. */
function listGame(
  { mine }: Trees,
  { name, record, merged, role, seat, signatures, archived }: PeerGameState,
): { readonly change: readonly NamespaceChange[]; readonly isNew: boolean } {
  const current = mine.currentGames.get(name);
  const finished = mine.finishedGames.get(name);
  const drop = [
    ...(current === undefined ? [] : [remove(['current-games', name])]),
    ...(finished === undefined ? [] : [remove(['finished-games', name])]),
  ];
  const { phase } = record;
  if (phase === 'archived') {
    if (drop.length === 0 || archived !== null) return { change: drop, isNew: false };
    const history = historyOf(record, signatures);
    const players = [record.offer.commit.key, record.accept!.commit.key];
    return { change: [...drop, archiveGame(players, history)], isNew: true };
  }
  const hasSigned = seat !== null && signatures[seat as 0 | 1] !== null;
  if ((phase === 'finished' || phase === 'unsigned') && hasSigned) {
    const own = signatures.map((text, i) => (i === seat ? text : null));
    const history = historyOf(record, [own[0]!, own[1]!]);
    if (finished === history.entry.cid && current === undefined)
      return { change: [], isNew: false };
    return { change: [...drop, setDirectory(['finished-games', name], history)], isNew: true };
  }
  const isListed = CURRENT.includes(phase) || (phase === 'accepted' && role === 'contender');
  if (!isListed) return { change: drop, isNew: drop.length > 0 };
  const head = merged.commits.at(-1)!;
  if (current === head.commit.cid) return { change: [], isNew: false };
  return { change: [setCommit(['current-games', name], head)], isNew: true };
}

function historyOf(
  record: GameRecord,
  signatures: readonly [string | null, string | null],
): ChangedDirectory {
  const file = standardFile(record);
  if (!file.ok) throw new Error('a finished game lacks its file'); // it was just made
  return encodeHistory({ file: file.value, signatures });
}

function flagOf({ record, events }: PeerGameState): PeerUpdate['flag'] | undefined {
  const flag = events.find(event => event.flag !== undefined)?.flag;
  if (flag === undefined) return undefined;
  const { offer, accept, match } = record;
  const player = flag.against === match?.challengerSeat ? offer.file : accept!.file;
  return { name: flag.name, against: player.fingerprint };
}
