/** Archived games: listed, verified, exported. */

import {
  encodeBase64,
  formatCid,
  type JsonObject,
  ok,
  parseCid,
  type Result,
  unwrap,
} from '@kifu/core';
import {
  type CheckedHistory,
  checkHistory,
  collectBlocks,
  formatTimestamp,
  parseGameFile,
  type Reading,
  readArchived,
  readHistory,
} from '@kifu/ipgs';
import type { CheckedInput, RequestOutput } from '@kifu/peer/api';
import { writeCar } from '@kifu/record/car';
import { formatKifu } from '@kifu/record/json';
import { faultText } from '../fault-text.ts';
import { oneLine, tableLines } from '../text.ts';
import { archiveOf } from './namespace.ts';
import { type PeerFolder, pick, shortId } from './peer-folder.ts';

/** All archived games of the known trees, each once. */
async function allArchived(folder: PeerFolder): Promise<Result<string[]>> {
  const trees = await folder.trees();
  if (!trees.ok) return trees;
  const games = new Set<string>();
  for (const tree of [trees.value.mine, ...trees.value.others])
    for (const cid of await archiveOf(folder, tree)) games.add(cid);
  return ok([...games]);
}

type Report = RequestOutput<'archive.verify'>;
type Listed = RequestOutput<'archive.list'>;

/** Lists archived games. */
export async function listArchive(folder: PeerFolder): Promise<Result<Listed>> {
  const t = folder.io.texts.reports.peers.archive;
  const games = await allArchived(folder);
  if (!games.ok) return games;
  const rows: string[][] = [];
  const data: Listed['json']['games'] = [];
  for (const cid of games.value) {
    const checked = await checkHistory(folder.reading, cid);
    if (!checked.ok) {
      rows.push([shortId(cid), t.broken, '', '', faultText(folder.io, checked.fault)]);
      data.push({ cid, fault: checked.fault as unknown as JsonObject });
      continue;
    }
    const { game } = checked.value;
    const ended = formatTimestamp(game.endedAt);
    const players = game.names.map((name, seat) => `${oneLine(name)} (${game.sides[seat]})`);
    rows.push([shortId(cid), game.game, game.result, ended, players.join(' – ')]);
    data.push({
      ...{ cid, game: game.game, result: game.result, ended },
      ...{ players: [...game.names], sides: [...game.sides], winner: game.winner },
    });
  }
  return ok({
    json: { games: data },
    text: tableLines(rows).join('\n') || t.none,
  });
}

/** Verifies archived games: signatures, and their records. */
export async function verifyArchive(
  folder: PeerFolder,
  { archived: typed }: CheckedInput<'archive.verify'>,
): Promise<Result<Report>> {
  const t = folder.io.texts.reports.peers.archive;
  const games = await allArchived(folder);
  if (!games.ok) return games;
  const wanted = typed === undefined ? games : await pickList(folder, games.value, typed);
  if (!wanted.ok) return wanted;
  const lines: string[] = [];
  const data: JsonObject[] = [];
  let isGood = true;
  for (const cid of wanted.value) {
    const checked = await checkHistory(folder.reading, cid);
    isGood &&= checked.ok;
    lines.push(
      ...(checked.ok
        ? describe(folder, checked.value)
        : [`${shortId(cid)}: ${t.broken}: ${faultText(folder.io, checked.fault)}`]),
    );
    data.push(
      checked.ok ? dataOf(checked.value) : { cid, fault: checked.fault as unknown as JsonObject },
    );
  }
  return ok({
    json: { games: data },
    text: lines.join('\n') || t.none,
    ...(isGood ? {} : { exitCode: 1 }),
  });
}

/** Finds the game that the user names by its content ID or a player. */
async function pickList(
  { reading }: PeerFolder,
  games: readonly string[],
  typed: string,
): Promise<Result<string[]>> {
  const named: { cid: string; names: readonly string[] }[] = [];
  for (const cid of games) {
    const history = await readHistory(reading, cid);
    const file = history.ok ? parseGameFile(history.value.file) : history;
    named.push({ cid, names: file.ok ? file.value.names : [] });
  }
  const found = pick(named, typed, ({ cid, names }) => [cid, ...names], 'archived game', {
    describe: ({ cid, names }) => `${shortId(cid)} ${names.join(' – ')}`,
  });
  return found.ok ? ok([found.value.cid]) : found;
}

/** Describes who vouches for what, and what cannot be known. */
function describe(
  { io }: PeerFolder,
  { cid, game, players, signatures, record }: CheckedHistory,
): string[] {
  const t = io.texts.reports.peers.archive;
  const word = signatures.every(signature => signature !== null) ? t.verified : t.signedByOne;
  const commits = record === null ? null : record.count;
  return [
    `${shortId(cid)}: ${word}, ${game.game}, ${game.result}`,
    ...players.map(({ name, fingerprint }, seat) => {
      const signature = signatures[seat];
      const when = signature ? t.signed(formatTimestamp(signature.createdAt)) : t.notSigned;
      return `  ${seat === 0 ? t.rows.first : t.rows.second}  ${oneLine(name)}, ${fingerprint}, ${when}`;
    }),
    `  ${t.rows.record}  ${commits === null ? t.noRecord : t.record(commits)}`,
  ];
}

const dataOf = ({ cid, game, players, signatures, record }: CheckedHistory): JsonObject => ({
  ...{ cid, game: game.game, result: game.result, name: game.name },
  players: players.map(({ name, fingerprint, hash }, seat) => ({
    ...{ name, fingerprint, hash },
    signed: signatures[seat] ? formatTimestamp(signatures[seat].createdAt) : null,
  })),
  commits: record?.count ?? null,
});

/** What an archived game can be written as. */
type ArchiveForm = CheckedInput<'archive.export'>['form'];

/** An archived game as files: SGF, a native record, a CAR of its blocks, or a folder that gpg and sha256sum can check. */
export async function exportArchive(
  folder: PeerFolder,
  { archived, form }: CheckedInput<'archive.export'>,
): Promise<Result<RequestOutput<'archive.export'>>> {
  const games = await allArchived(folder);
  const found = games.ok ? await pickList(folder, games.value, archived) : games;
  if (!found.ok) return found;
  const checked = await checkHistory(folder.reading, found.value[0]!);
  if (!checked.ok) return checked;
  const files = await WRITERS[form](folder.reading, checked.value);
  return files.ok
    ? ok({ files: files.value.map(([name, bytes]) => ({ name, bytes: encodeBase64(bytes) })) })
    : files;
}

/** Files by name; a single one is named by the command. */
type Files = readonly (readonly [name: string, bytes: Uint8Array])[];
type HistoryWriter = (reading: Reading, checked: CheckedHistory) => Promise<Result<Files>>;

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const WRITERS: { readonly [form in ArchiveForm]: HistoryWriter } = {
  async sgf(reading, { cid }) {
    const history = await readHistory(reading, cid);
    return history.ok ? ok([['', history.value.file]]) : history;
  },
  async json(reading, { cid, game }) {
    const kifu = await readArchived(reading, cid);
    if (!kifu.ok) return kifu;
    const peer = await reading.findGame(game.game);
    if (!peer.ok) return peer;
    return ok([['', utf8(formatKifu(peer.value.game, kifu.value))]]);
  },
  async car(reading, checked) {
    const all = await blocksOf(reading, checked);
    return all.ok ? ok([['', writeCar([unwrap(parseCid(checked.cid))], all.value.blocks)]]) : all;
  },
  folder: folderFiles,
};

const LIMITS = { maxBlocks: 1 << 16, maxBytes: 1 << 26 };

/** All blocks of an archived game: its file, the record behind it, and the rules, which files and offers name as text. */
const blocksOf = (reading: Reading, { cid, game: { head, rules } }: CheckedHistory) =>
  collectBlocks(reading, [cid, ...(head === null ? [] : [head, rules])], LIMITS);

/** A folder for `docs/ipgs-check.sh`: the file, the signatures, the keys, and every block under its content id. */
async function folderFiles(reading: Reading, checked: CheckedHistory): Promise<Result<Files>> {
  const { cid, game, players } = checked;
  const history = await readHistory(reading, cid);
  if (!history.ok) return history;
  const all = await blocksOf(reading, checked);
  if (!all.ok) return all;
  const { file, signatures } = history.value;
  return ok([
    ['game.sgf', file],
    ...signatures.flatMap(
      (text, i): Files => (text === null ? [] : [[`signature-${i + 1}.asc`, utf8(text)]]),
    ),
    ...players.map(({ bytes }, i) => [`player-${i + 1}.asc`, bytes] as const),
    ['head', utf8(`${game.head ?? ''}\n`)],
    ...all.value.blocks.map(({ cid: id, bytes }) => [`blocks/${formatCid(id)}`, bytes] as const),
  ]);
}
