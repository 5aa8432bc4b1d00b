/** The player database: an author's assessment of all players, from archives and from what others publish. IPGS §13. */
import { ok, type Result } from '@kifu/core';
import { periodOf } from '@kifu/core/glicko2';
import { type Namespace, readArchive, readArchivePlayers } from '../namespace/read.ts';
import { joinChanges, type NamespaceChange, setFile, setObject } from '../namespace/write.ts';
import type { KeyFile } from '../pgp/key-file.ts';
import type { Signer } from '../pgp/secret-key.ts';
import {
  type DatedRating,
  makePlayerData,
  type PlayerData,
  published,
  readPlayerData,
} from '../player-data.ts';
import { type Assessment, assessPlayers, type Opinion } from '../ratings/assess.ts';
import { type KnownGame, rankedGames, readKnownGame } from '../ratings/known-games.ts';
import { type Reading, readKeyAt } from '../read-record.ts';
import { formatTimestamp, SECOND } from '../timestamp.ts';
import type { Trees } from './trees.ts';

/** Results of checking history objects, by content ID; null for an invalid one. Stored, so that they are not checked again. */
export type KnownGames = Map<string, KnownGame | null>;

/** A player whom the author knows of. */
export interface KnownPlayer {
  readonly file: KeyFile;
  /** Rated by game: a chess player need not play go. */
  readonly assessment: Assessment;
  readonly games: readonly KnownGame[];
  /** What the author last published of the player; null where nothing. */
  readonly data: PlayerData | null;
  readonly dataCid: string | null;
  readonly flags: { readonly [name: string]: number };
  readonly nodes: readonly string[];
}

/** Goes through the archives of all trees; what is known already is not checked again. */
export async function learnGames(
  reading: Reading,
  { mine, others }: Trees,
  known: KnownGames,
): Promise<void> {
  for (const tree of [mine, ...others]) {
    const players = await readArchivePlayers(reading, tree.cid);
    for (const player of players.ok ? players.value : []) {
      const games = await readArchive(reading, tree.cid, player);
      for (const cid of games.ok ? games.value : []) {
        if (known.has(cid)) continue;
        const game = await readKnownGame(reading, cid);
        if (game.ok) known.set(cid, game.value);
        // what is missing may come; what is wrong stays wrong
        else if (game.fault.code !== 'not-found') known.set(cid, null);
      }
    }
  }
}

/** What the person behind the peer has set or counted, by fingerprint. */
export interface OwnJudgment {
  readonly trust: ReadonlyMap<string, number>;
  readonly flags: ReadonlyMap<string, { readonly [name: string]: number }>;
}

/** Assesses all players that the trees mention, in one game. */
export async function knowPlayers(
  reading: Reading,
  trees: Trees,
  known: KnownGames,
  judgment: OwnJudgment,
  game: string,
  now: bigint,
): Promise<ReadonlyMap<string, KnownPlayer>> {
  const files = new Map<string, KeyFile>();
  for (const { identity } of [trees.mine, ...trees.others])
    files.set(identity.fingerprint, identity);
  const games = [...known.values()].filter((each): each is KnownGame => each !== null);
  for (const { players } of games)
    for (const hash of players) {
      const file = await readKeyAt(reading, hash);
      if (file.ok && !files.has(file.value.fingerprint))
        files.set(file.value.fingerprint, file.value);
    }
  const opinions: Opinion[] = [];
  for (const tree of newestOfEach(trees.others))
    opinions.push(...(await opinionsOf(reading, tree, files)));
  const own = await ownData(reading, trees.mine);
  const author = trees.mine.identity.fingerprint;
  const assessed = assessPlayers({
    author,
    games: rankedGames(games.filter(each => each.game === game)),
    opinions,
    flags: judgment.flags,
    overrides: judgment.trust,
    period: periodOf(Number(now / SECOND)),
    now,
  });
  const nodes = new Map(trees.others.map(tree => [tree.identity.fingerprint, tree.nodes.nodes]));
  return new Map(
    [...files].flatMap(([fingerprint, file]): [string, KnownPlayer][] => {
      const assessment = assessed.get(fingerprint) ?? NOTHING;
      const played = onceEach(
        games.filter(({ fingerprints }) => fingerprints.includes(fingerprint)),
      );
      const data = own.get(fingerprint) ?? null;
      const flags = judgment.flags.get(fingerprint) ?? {};
      return [
        [
          fingerprint,
          {
            ...{
              file,
              assessment,
              games: played,
              data: data?.data ?? null,
              dataCid: data?.cid ?? null,
            },
            ...{ flags, nodes: nodes.get(fingerprint) ?? [] },
          },
        ],
      ];
    }),
  );
}

/** Each game once, though it may have been signed and archived more than once. */
function onceEach(games: readonly KnownGame[]): KnownGame[] {
  const byGame = Map.groupBy(games, ({ offer, fingerprints, cid }) =>
    offer === '' ? cid : [offer, ...fingerprints.toSorted()].join(),
  );
  return [...byGame.values()].map(some => some.reduce((a, b) => (b.cid < a.cid ? b : a)));
}

const NEWCOMER = { R: 1500, RD: 350 };
const NOTHING: Assessment = {
  ...{ estimated: NEWCOMER, trust: 0, byOthers: new Map(), claimed: null, final: NEWCOMER },
};

/** One tree of each player: of several nodes the one that was updated last. */
function newestOfEach(trees: readonly Namespace[]): Namespace[] {
  const byPlayer = Map.groupBy(trees, ({ identity }) => identity.fingerprint);
  return [...byPlayer.values()].map(some =>
    some.reduce((a, b) => ((b.lastUpdated ?? 0n) > (a.lastUpdated ?? 0n) ? b : a)),
  );
}

/** A tree's data about others: its author's final ratings, with the author's own claim. */
async function opinionsOf(
  reading: Reading,
  tree: Namespace,
  files: Map<string, KeyFile>,
): Promise<Opinion[]> {
  const opinions: Opinion[] = [];
  for (const cid of tree.players.values()) {
    const read = await readPlayerData(reading, cid);
    if (!read.ok || read.value.author.fingerprint !== tree.identity.fingerprint) continue;
    const { data } = read.value;
    const about = await readKeyAt(reading, data.player);
    if (!about.ok) continue;
    const { fingerprint } = about.value;
    if (!files.has(fingerprint)) files.set(fingerprint, about.value);
    const rating: DatedRating = { ...data.final, at: data.at };
    opinions.push({ by: tree.identity.fingerprint, about: fingerprint, rating });
  }
  return opinions;
}

/** What the author has published, by whom it is about. */
async function ownData(
  reading: Reading,
  { players }: Namespace,
): Promise<Map<string, { readonly cid: string; readonly data: PlayerData }>> {
  const found = new Map<string, { cid: string; data: PlayerData }>();
  for (const cid of players.values()) {
    const read = await readPlayerData(reading, cid);
    const about = read.ok ? await readKeyAt(reading, read.value.data.player) : read;
    if (read.ok && about.ok) found.set(about.value.fingerprint, { cid, data: read.value.data });
  }
  return found;
}

/**
 * Publishes the author's assessments; only those that have changed get a new version, which names the one before. The key is
 * asked for when there is something to sign.
 */
export async function publishPlayers(
  unlockKey: () => Promise<Result<Signer>>,
  mine: Namespace,
  players: ReadonlyMap<string, KnownPlayer>,
  at: bigint,
): Promise<Result<NamespaceChange>> {
  const changes: NamespaceChange[] = [];
  const hashOf = (fingerprint: string): string =>
    players.get(fingerprint)?.file.hash ?? fingerprint;
  for (const { file, assessment, games, data, dataCid, flags, nodes } of players.values()) {
    const isMe = file.fingerprint === mine.identity.fingerprint;
    const said: Omit<PlayerData, 'author' | 'at' | 'previous'> = {
      player: data?.player ?? file.hash,
      name: file.name,
      currentGames: isMe ? [...mine.currentGames.values()] : [],
      history: games.map(({ cid }) => cid).sort(),
      estimated: published(assessment.estimated),
      trust: Math.round(1e4 * assessment.trust) / 1e4,
      claimed: assessment.claimed,
      byOthers: Object.fromEntries(
        [...assessment.byOthers].map(([by, rating]) => [hashOf(by), rating]),
      ),
      final: published(assessment.final),
      flags,
      nodes: isMe ? mine.nodes.nodes : nodes,
    };
    if (data !== null && isSameData(data, said)) continue;
    const signer = await unlockKey();
    if (!signer.ok) return signer;
    const block = await makePlayerData(signer.value, { ...said, at, previous: dataCid });
    if (!block.ok) return block;
    changes.push(setObject(['players', said.player], block.value));
  }
  if (changes.length === 0) return ok({ changes: [], blocks: [] });
  return ok(
    joinChanges([...changes, setFile(['players', 'last-updated'], `${formatTimestamp(at)}\n`)]),
  );
}

/** Whether nothing has changed. */
function isSameData(
  { author: _, at: __, previous: ___, ...before }: PlayerData,
  now: Omit<PlayerData, 'author' | 'at' | 'previous'>,
): boolean {
  const text = (data: object) =>
    JSON.stringify(Object.entries(data).sort(), (_key, value) =>
      typeof value === 'bigint' ? `${value}` : value,
    );
  return text(before) === text(now);
}
