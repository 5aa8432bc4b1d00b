/** Archived games: listed, verified, written as files of other kinds. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  fail,
  formatCid,
  formatFault,
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
import { writeCar } from '@kifu/record/car';
import { formatKifu } from '@kifu/record/json';
import type { Io } from '../io.ts';
import type { CommandReport } from '../run-command.ts';
import { type Force, saveBytes, saveOutput } from '../save.ts';
import { counted, oneLine, printable, tableLines } from '../text.ts';
import { archiveOf } from './namespace.ts';
import { type PeerFolder, type PeerOptions, pick, shortId, withPeer } from './peer-folder.ts';

/** All archived games that the known trees have, each once. */
async function allArchived(folder: PeerFolder): Promise<Result<string[]>> {
  const trees = await folder.trees();
  if (!trees.ok) return trees;
  const games = new Set<string>();
  for (const tree of [trees.value.mine, ...trees.value.others])
    for (const cid of await archiveOf(folder, tree)) games.add(cid);
  return ok([...games]);
}

/** Lists archived games. */
export const listArchive = (io: Io, options: PeerOptions): Promise<Result<CommandReport>> =>
  withPeer(io, options, async folder => {
    const games = await allArchived(folder);
    if (!games.ok) return games;
    const rows: string[][] = [];
    const data: JsonObject[] = [];
    for (const cid of games.value) {
      const checked = await checkHistory(folder.reading, cid);
      if (!checked.ok) {
        rows.push([shortId(cid), 'broken', '', '', printable(formatFault(checked.fault))]);
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
      text: tableLines(rows).join('\n') || 'nothing is archived',
    });
  });

/** Verifies archived games: signatures, and the record behind each. */
export const verifyArchive = (
  io: Io,
  typed: string | undefined,
  options: PeerOptions,
): Promise<Result<CommandReport>> =>
  withPeer(io, options, async folder => {
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
          ? describe(checked.value)
          : [printable(`${shortId(cid)}: broken: ${formatFault(checked.fault)}`)]),
      );
      data.push(
        checked.ok ? dataOf(checked.value) : { cid, fault: checked.fault as unknown as JsonObject },
      );
    }
    return ok({
      json: { games: data },
      text: lines.join('\n') || 'nothing is archived',
      ...(isGood ? {} : { exitCode: 1 }),
    });
  });

/** The game that the user means: by its content id, or by who played it. */
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

/** Who vouches for what, and what cannot be known. */
function describe({ cid, game, players, signatures, record }: CheckedHistory): string[] {
  const word = signatures.every(signature => signature !== null) ? 'verified' : 'signed by one';
  const commits = record === null ? null : record.count;
  return [
    `${shortId(cid)}: ${word}, ${game.game}, ${game.result}`,
    ...players.map(({ name, fingerprint }, seat) => {
      const signature = signatures[seat];
      const when = signature ? `signed ${formatTimestamp(signature.createdAt)}` : 'has not signed';
      return `  ${['first ', 'second'][seat]}  ${oneLine(name)}, ${fingerprint}, ${when}`;
    }),
    commits === null
      ? '  record  not here: the file is what both signed, how it came about cannot be checked'
      : `  record  ${counted(commits, 'commit', 'commits')}, every signature and every move checked, gives this file`,
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
export type ArchiveForm = 'sgf' | 'json' | 'car' | 'folder';

/** Writes an archived game: as SGF, as a native record, as a CAR of its blocks, or as a folder that gpg and sha256sum can check. */
export const exportArchive = (
  io: Io,
  typed: string,
  output: string,
  options: PeerOptions & Force & { readonly as?: ArchiveForm },
): Promise<Result<CommandReport>> =>
  withPeer(io, options, async folder => {
    const games = await allArchived(folder);
    const found = games.ok ? await pickList(folder, games.value, typed) : games;
    if (!found.ok) return found;
    const checked = await checkHistory(folder.reading, found.value[0]!);
    if (!checked.ok) return checked;
    const form = options.as ?? formOf(output);
    const saved = await WRITERS[form](folder, checked.value, output, options);
    return saved.ok ? ok({ json: { file: output, form }, text: `${output}: ${form}` }) : saved;
  });

function formOf(output: string): ArchiveForm {
  const ending = /\.([a-z]+)$/.exec(output)?.[1];
  return ending === 'sgf' || ending === 'json' || ending === 'car' ? ending : 'folder';
}

type HistoryWriter = (
  folder: PeerFolder,
  checked: CheckedHistory,
  output: string,
  options: Force,
) => Promise<Result<string>>;

const WRITERS: { readonly [form in ArchiveForm]: HistoryWriter } = {
  async sgf({ reading }, { cid }, output, options) {
    const history = await readHistory(reading, cid);
    return history.ok ? saveOutput(output, history.value.file, options) : history;
  },
  async json({ reading }, { cid, game }, output, options) {
    const kifu = await readArchived(reading, cid);
    if (!kifu.ok) return kifu;
    const peer = await reading.findGame(game.game);
    if (!peer.ok) return peer;
    return saveOutput(output, formatKifu(peer.value.game, kifu.value), options);
  },
  async car({ reading }, checked, output, options) {
    const all = await blocksOf(reading, checked);
    if (!all.ok) return all;
    const { cid } = checked;
    return saveOutput(output, writeCar([unwrap(parseCid(cid))], all.value.blocks), options);
  },
  folder: writeFolder,
};

const LIMITS = { maxBlocks: 1 << 16, maxBytes: 1 << 26 };

/** All blocks of an archived game: its file, the record behind it, and the rules, which files and offers name as text. */
const blocksOf = (reading: Reading, { cid, game: { head, rules } }: CheckedHistory) =>
  collectBlocks(reading, [cid, ...(head === null ? [] : [head, rules])], LIMITS);

/** A folder for `docs/ipgs-check.sh`: the file, the signatures, the keys, and every block under its content id. */
async function writeFolder(
  { reading }: PeerFolder,
  checked: CheckedHistory,
  output: string,
): Promise<Result<string>> {
  const { cid, game, players } = checked;
  const history = await readHistory(reading, cid);
  if (!history.ok) return history;
  const all = await blocksOf(reading, checked);
  if (!all.ok) return all;
  try {
    await mkdir(join(output, 'blocks'), { recursive: true });
  } catch {
    return fail('unwritable', `${output} cannot be made`);
  }
  const { file, signatures } = history.value;
  const files: [string, Uint8Array | string][] = [
    ['game.sgf', file],
    ...signatures.flatMap((text, i): [string, string][] =>
      text === null ? [] : [[`signature-${i + 1}.asc`, text]],
    ),
    ...players.map(({ bytes }, i): [string, Uint8Array] => [`player-${i + 1}.asc`, bytes]),
    ['head', `${game.head ?? ''}\n`],
    ...all.value.blocks.map(({ cid: id, bytes }): [string, Uint8Array] => [
      join('blocks', formatCid(id)),
      bytes,
    ]),
  ];
  for (const [name, content] of files) {
    const saved = await saveBytes(join(output, name), content, true);
    if (!saved.ok) return saved;
  }
  return ok(output);
}
