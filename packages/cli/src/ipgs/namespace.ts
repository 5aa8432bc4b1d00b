/** Public data of players: shown, exported, imported, checked. */

import {
  cidOf,
  decodeBase64,
  encodeBase64,
  fail,
  formatCid,
  hashesTo,
  type JsonObject,
  ok,
  parseCid,
  type Result,
  unwrap,
} from '@kifu/core';
import {
  acceptTree,
  checkEvidence,
  checkHistory,
  collectBlocks,
  compareTrees,
  findTree,
  formatTimestamp,
  type KeyFile,
  learnTree,
  type Namespace,
  parseGameFile,
  putBlocks,
  readArchive,
  readArchivePlayers,
  readEvidence,
  readHistory,
  readNamespace,
  readPlayerData,
} from '@kifu/ipgs';
import type { CheckedInput, RequestOutput } from '@kifu/peer/api';
import { readCar, writeCar } from '@kifu/record/car';
import { faultText } from '../fault-text.ts';
import { oneLine, printable, tableLines } from '../text.ts';
import { publishRatings } from './assess.ts';
import { newsLines } from './news.ts';
import { type PeerFolder, shortId } from './peer-folder.ts';
import { openPeerSession } from './peer-session.ts';
import { takePrivate } from './private.ts';

type Report = RequestOutput<'namespace.show'>;

/** Limits of imported files. */
const LIMITS = { maxBlocks: 1 << 18, maxBytes: 1 << 28 };

/** Shows the player's own tree, or that of a published root. */
export async function showNamespace(
  folder: PeerFolder,
  { root, since }: CheckedInput<'namespace.show'>,
): Promise<Result<Report>> {
  const wanted = root ?? folder.state.root;
  if (wanted === null) return fail('not-found', 'no identity; create one with kifu id new');
  const tree = await findTree(folder.reading, wanted);
  if (!tree.ok) return tree;
  if (since !== undefined) return showChanges(folder, since, tree.value);
  const read = await readNamespace(folder.reading, tree.value);
  if (!read.ok) return read;
  const { identity, lastUpdated, challenges, currentGames, finishedGames, players } = read.value;
  const archived = await archiveOf(folder, read.value);
  const { rows: labels, ...t } = folder.io.texts.reports.peers.namespace;
  const updated = lastUpdated === null ? t.never : formatTimestamp(lastUpdated);
  const rows: [string, string][] = [
    [labels.root, wanted],
    [labels.player, oneLine(identity.name)],
    [labels.fingerprint, identity.fingerprint],
    [labels.updated, updated],
    [labels.challenges, `${challenges.size}`],
    [labels.currentGames, `${currentGames.size}`],
    [labels.finishedGames, `${finishedGames.size}`],
    [labels.archivedGames, `${archived.length}`],
    [labels.players, `${players.size}`],
    [labels.roots, `${root === undefined ? folder.state.roots.length : 0}`],
  ];
  const json: JsonObject = {
    ...{ root: wanted, tree: tree.value, player: identity.name, hash: identity.hash, updated },
    ...{ fingerprint: identity.fingerprint, challenges: [...challenges.keys()] },
    ...{ currentGames: [...currentGames.keys()], finishedGames: [...finishedGames.keys()] },
    ...{ archived, players: [...players.keys()], roots: folder.state.roots },
  };
  return ok({ json, text: tableLines(rows).join('\n') });
}

/** What has changed since an earlier root. */
async function showChanges(
  folder: PeerFolder,
  since: string,
  tree: string,
): Promise<Result<Report>> {
  const before = await findTree(folder.reading, since);
  if (!before.ok) return before;
  const found = await compareTrees(folder.reading, before.value, tree);
  if (!found.ok) return found;
  const changes = found.value.map(({ path, before: old, after }) => ({
    path: path.join('/'),
    before: old?.cid ?? null,
    after: after?.cid ?? null,
  }));
  const word = (change: (typeof changes)[number]) =>
    change.before === null ? '+' : change.after === null ? '-' : '*';
  const lines = changes.map(change => printable(`${word(change)} ${change.path}`));
  return ok({
    json: { changes },
    text: lines.join('\n') || folder.io.texts.reports.peers.namespace.noChanges,
  });
}

/** The history objects in the archive of a tree, each once. */
export async function archiveOf(folder: PeerFolder, { cid }: Namespace): Promise<string[]> {
  const players = await readArchivePlayers(folder.reading, cid);
  const games = new Set<string>();
  for (const player of players.ok ? players.value : []) {
    const list = await readArchive(folder.reading, cid, player);
    for (const game of list.ok ? list.value : []) games.add(game);
  }
  return [...games];
}

/** Exports the player's tree to a CAR, with the records of archived games and updated player data. */
export async function exportNamespace(
  folder: PeerFolder,
): Promise<Result<RequestOutput<'namespace.export'>>> {
  const desk = await openPeerSession(folder);
  if (!desk.ok) return desk;
  const rated = await publishRatings(folder);
  if (!rated.ok) return rated;
  const root = folder.state.root!;
  const trees = await folder.trees();
  if (!trees.ok) return trees;
  const { mine } = trees.value;
  const signed = [...mine.finishedGames.values(), ...(await archiveOf(folder, mine))];
  const heads = await headsOf(folder, signed);
  // payloads name rules as text, not by a link
  const { offers, games } = desk.value;
  const rules = [...offers, ...games].map(({ record }) => record.offer.payload.rules);
  const wanted = [...new Set([root, ...heads, ...rules])];
  const all = await collectBlocks(folder.reading, wanted, LIMITS);
  if (!all.ok) return all;
  const car = writeCar([unwrap(parseCid(root))], all.value.blocks);
  return ok({ root, blocks: all.value.blocks.length, bytes: encodeBase64(car) });
}

/** The last commits of games that were signed: their files name them as text. */
async function headsOf({ reading }: PeerFolder, games: readonly string[]): Promise<string[]> {
  const heads: string[] = [];
  for (const cid of games) {
    const history = await readHistory(reading, cid);
    const file = history.ok ? parseGameFile(history.value.file) : history;
    if (file.ok && file.value.head !== null) heads.push(file.value.head);
  }
  return heads;
}

/** Imports the tree of another player and processes it. */
export async function importNamespace(
  folder: PeerFolder,
  { bytes: given, name: file, node }: CheckedInput<'namespace.import'>,
): Promise<Result<Report>> {
  const bytes = decodeBase64(given);
  if (!bytes.ok) return bytes;
  const car = readCar(bytes.value, { ...LIMITS, maxBlockBytes: 1 << 20 });
  if (!car.ok) return car;
  const { roots, blocks } = car.value;
  const [root] = roots;
  if (root === undefined || roots.length > 1)
    return fail('malformed', `${file}: not public data of a player (several roots)`, {
      rule: 'namespace',
    });
  const wrong = blocks.find(block => !hashesTo(block.cid, block.bytes));
  if (wrong !== undefined)
    return fail('broken-chain', `${file}: a block does not match its content ID`, {
      at: { path: `/blocks/${formatCid(wrong.cid)}` },
    });
  await putBlocks(folder.reading.blocks, blocks);
  const learned = await learnTree(folder.reading, folder.state, formatCid(root), node ?? null);
  if (!learned.ok) return learned;
  await folder.save({ others: learned.value.state.others });
  const desk = await openPeerSession(folder);
  if (!desk.ok) return desk;
  const { identity } = learned.value.namespace;
  const t = folder.io.texts.reports.peers.namespace;
  const lines = [t.imported(oneLine(identity.name), blocks.length)];
  if (identity.fingerprint === desk.value.trees.mine.identity.fingerprint) {
    const taken = await takePrivate(folder, formatCid(root));
    if (!taken.ok) lines.push(t.privateStorage(faultText(folder.io, taken.fault)));
  }
  return ok({
    json: {
      player: identity.name,
      hash: identity.hash,
      blocks: blocks.length,
      news: desk.value.news.map(({ game, what }) => ({ game, what })),
    },
    text: [...lines, ...newsLines(folder, desk.value)].join('\n'),
  });
}

/** Lists evidence of misconduct in all trees, verified again. */
export async function listEvidence(folder: PeerFolder): Promise<Result<Report>> {
  const trees = await folder.trees();
  if (!trees.ok) return trees;
  const found = new Map<string, JsonObject>();
  for (const tree of [trees.value.mine, ...trees.value.others])
    for (const [offer, commits] of await readEvidence(folder.reading, tree.cid)) {
      const checked = await checkEvidence(folder.reading, commits);
      const said = checked.ok
        ? { kind: checked.value.kind, against: checked.value.proof[0]!.file }
        : { kind: faultText(folder.io, checked.fault), against: null };
      found.set(`${offer}/${commits.join('/')}`, {
        ...{ offer, kind: said.kind, ok: checked.ok, keptBy: tree.identity.name, commits },
        against: said.against === null ? null : { ...nameAndKey(said.against) },
      });
    }
  const t = folder.io.texts.reports.peers.namespace.evidence;
  const kinds: { readonly [kind: string]: string } = t.kinds;
  const rows = [...found.values()].map(({ offer, kind, against, keptBy }) => [
    ...[shortId(`${offer}`), kinds[`${kind}`] ?? printable(`${kind}`)],
    against === null ? '' : t.by(oneLine((against as { name: string }).name)),
    t.publishedBy(oneLine(`${keptBy}`)),
  ]);
  const text = tableLines(rows).join('\n') || t.none;
  return ok({ json: { evidence: [...found.values()] }, text });
}

const nameAndKey = ({ name, fingerprint }: KeyFile) => ({ name, fingerprint });

/** Checks everything in the own tree: keys, lists, sizes, signatures, records. */
export async function checkNamespace(folder: PeerFolder): Promise<Result<Report>> {
  const trees = await folder.trees();
  if (!trees.ok) return trees;
  const { mine } = trees.value;
  const t = folder.io.texts.reports.peers.namespace;
  const problems: string[] = [];
  const refused = acceptTree(mine, folder.node);
  if (refused !== null) problems.push(faultText(folder.io, refused.fault));
  const all = await collectBlocks(folder.reading, [folder.state.root!], LIMITS);
  if (!all.ok) return all;
  for (const cid of all.value.missing) problems.push(`not-found: ${cid}`);
  const spoiled = all.value.blocks.filter(
    ({ cid, bytes }) => formatCid(cidOf(cid.codec, bytes)) !== formatCid(cid),
  );
  problems.push(...spoiled.map(({ cid }) => `broken-chain: ${formatCid(cid)}`));
  const games = await archiveOf(folder, mine);
  for (const game of games) {
    const checked = await checkHistory(folder.reading, game);
    if (!checked.ok) problems.push(`${game}: ${faultText(folder.io, checked.fault)}`);
  }
  for (const cid of mine.players.values()) {
    const data = await readPlayerData(folder.reading, cid);
    if (!data.ok) problems.push(`${cid}: ${faultText(folder.io, data.fault)}`);
  }
  for (const [offer, commits] of await readEvidence(folder.reading, mine.cid)) {
    const proved = await checkEvidence(folder.reading, commits);
    if (!proved.ok) problems.push(t.evidence.problem(offer, faultText(folder.io, proved.fault)));
  }
  const desk = await openPeerSession(folder);
  if (!desk.ok) return desk;
  problems.push(
    ...desk.value.bad.map(({ name, fault }) => `${name}: ${faultText(folder.io, fault)}`),
  );
  const told = t.checked(all.value.blocks.length, games.length, problems.length === 0);
  return ok({
    json: { blocks: all.value.blocks.length, archived: games.length, troubles: problems },
    text: [...problems.map(printable), told].join('\n'),
    ...(problems.length === 0 ? {} : { exitCode: 1 }),
  });
}
