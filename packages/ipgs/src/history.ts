/** History objects: the file of a finished game and the signatures of both players, as they are archived. IPGS §11. */
import { type Fail, fail, isSameBytes, type Kifu, ok, type Result, type Seat } from '@kifu/core';
import { type GameFile, MAX_FILE_BYTES, parseGameFile } from './game-file.ts';
import { fileBlock } from './ipld.ts';
import { toKifu } from './kifu.ts';
import type { GameRecord } from './life/game-record.ts';
import { standardFile } from './life/result.ts';
import type { KeyFile } from './pgp/key-file.ts';
import { checkSignature, type GoodSignature } from './pgp/signature.ts';
import {
  playCommits,
  type Reading,
  readBlock,
  readCommits,
  readKeyAt,
  readRecord,
} from './read-record.ts';
import { type ChangedDirectory, type DirectorySource, listDirectory } from './unixfs/directory.ts';
import { encodeDirectory, entryOf, leafOf } from './unixfs/entry.ts';

/** A finished game with the signatures that are there, by seat; with both it can be archived. */
export interface HistoryObject {
  readonly file: Uint8Array;
  readonly signatures: readonly [string | null, string | null];
}

/** A history object that was checked. */
export interface CheckedHistory {
  readonly cid: string;
  readonly game: GameFile;
  readonly players: readonly [KeyFile, KeyFile];
  /** Null where a player has not signed. */
  readonly signatures: readonly [GoodSignature | null, GoodSignature | null];
  /** The record behind it, replayed and found to give this very file; null if it is not available. */
  readonly record: GameRecord | null;
}

const FILE = 'game.sgf';
const SIGNATURES = ['signature-1.asc', 'signature-2.asc'] as const;
/** Larger signatures are none. */
const MAX_SIGNATURE_BYTES = 16 * 1024;

const wrong = (message: string): Fail => fail('malformed', message, { rule: 'history' });

/** The object as a directory. */
export function encodeHistory({ file, signatures }: HistoryObject): ChangedDirectory {
  const files = [
    { name: FILE, block: fileBlock(file) },
    ...signatures.flatMap((signature, seat) =>
      signature === null
        ? []
        : [{ name: SIGNATURES[seat]!, block: fileBlock(new TextEncoder().encode(signature)) }],
    ),
  ];
  const links = files.map(({ name, block }) => ({ name, ...leafOf(block) }));
  const directory = encodeDirectory(links);
  return {
    entry: entryOf(directory, links),
    blocks: [...files.map(({ block }) => block), directory],
  };
}

/** Reads an object without checking its signatures. */
export async function readHistory(
  nodes: DirectorySource,
  cid: string,
): Promise<Result<HistoryObject>> {
  const entries = await listDirectory(nodes, cid, 8);
  if (!entries.ok) return entries;
  const { [FILE]: file, ...others } = Object.fromEntries(entries.value);
  const isOther = Object.keys(others).some(name => !SIGNATURES.includes(name as 'signature-1.asc'));
  if (file === undefined || isOther)
    return wrong('a history object must have a game.sgf and two signatures, and nothing else');
  const bytes = await readBlock(nodes, file.cid, MAX_FILE_BYTES);
  if (!bytes.ok) return bytes;
  const signatures: (string | null)[] = [];
  for (const name of SIGNATURES) {
    const entry = others[name];
    const read = entry && (await readBlock(nodes, entry.cid, MAX_SIGNATURE_BYTES));
    if (read?.ok === false) return read;
    signatures.push(read === undefined ? null : new TextDecoder().decode(read.value));
  }
  return ok({ file: bytes.value, signatures: [signatures[0]!, signatures[1]!] });
}

/**
 * Checks an object: the file can be read, the signatures are by its players, in whichever order, and where the record is at
 * hand it gives the same file. One signature may be missing; without any, the object is refused.
 */
export async function checkHistory(reading: Reading, cid: string): Promise<Result<CheckedHistory>> {
  const history = await readHistory(reading, cid);
  if (!history.ok) return history;
  const { file, signatures } = history.value;
  const game = parseGameFile(file);
  if (!game.ok) return game;
  const players: KeyFile[] = [];
  for (const hash of game.value.players) {
    const player = await readKeyAt(reading, hash);
    if (!player.ok) return player;
    players.push(player.value);
  }
  const [black, white] = players as [KeyFile, KeyFile];
  if (black.fingerprint === white.fingerprint) return wrong('both players are the same');
  const good = await checkSignatures(reading, [black, white], file, signatures);
  if (!good.ok) return good;
  if (good.value.every(signature => signature === null)) return wrong('the game has no signature');
  const record = await checkRecord(reading, game.value, file);
  if (!record.ok) return record;
  return ok({
    cid,
    game: game.value,
    players: [black, white],
    signatures: good.value,
    record: record.value,
  });
}

/** The signatures that are there, by seat, each good and by one of the players; in whichever order they came. */
export async function checkSignatures(
  reading: Pick<Reading, 'keyring'>,
  players: readonly [KeyFile, KeyFile],
  file: Uint8Array,
  signatures: HistoryObject['signatures'],
): Promise<Result<CheckedHistory['signatures']>> {
  const good: [GoodSignature | null, GoodSignature | null] = [null, null];
  for (const signature of signatures) {
    if (signature === null) continue;
    const by = await signerOf(reading, players, file, signature);
    if (!by.ok) return by;
    good[by.value.seat as 0 | 1] = by.value.good;
  }
  return ok(good);
}

/** Whose signature it is; a fault where it is neither's. */
async function signerOf(
  { keyring }: Pick<Reading, 'keyring'>,
  players: readonly [KeyFile, KeyFile],
  bytes: Uint8Array,
  signature: string,
): Promise<Result<{ seat: Seat; good: GoodSignature }>> {
  let refusal: Fail | null = null;
  for (const [seat, file] of players.entries()) {
    const good = await checkSignature(keyring, { file, bytes, signature, at: null });
    if (good.ok) return ok({ seat, good: good.value });
    // its problem says more than that it is by another key
    if (refusal === null || good.fault.rule !== 'foreign-key') refusal = good;
  }
  return refusal!;
}

/** The record behind a file, if its blocks are here; a fault if it gives a different game. */
async function checkRecord(
  reading: Reading,
  { head }: GameFile,
  file: Uint8Array,
): Promise<Result<GameRecord | null>> {
  if (head === null) return ok(null);
  const record = await readRecord(reading, head);
  if (!record.ok) return record.fault.code === 'not-found' ? ok(null) : record;
  return refuseOther(record.value, file) ?? record;
}

/** Why a file is not that of a record; null if it is. */
function refuseOther(record: GameRecord, file: Uint8Array): Fail | null {
  const rebuilt = standardFile(record);
  if (!rebuilt.ok) return rebuilt;
  return isSameBytes(rebuilt.value, file)
    ? null
    : fail('broken-record', 'the record gives a different file', { rule: 'game-file' });
}

/**
 * Reads an archived game as a native record that carries its commits. Every commit is checked; the signatures of the file are for
 * `verifyCarried`.
 */
export async function readArchived(reading: Reading, cid: string): Promise<Result<Kifu>> {
  const history = await readHistory(reading, cid);
  if (!history.ok) return history;
  const { file, signatures } = history.value;
  const game = parseGameFile(file);
  if (!game.ok) return game;
  if (game.value.head === null)
    return fail('not-found', 'the game has no commits, only its SGF', { rule: 'record' });
  const commits = await readCommits(reading, game.value.head);
  if (!commits.ok) return commits;
  const record = await playCommits(reading, commits.value);
  if (!record.ok) return record;
  const whole = { record: record.value, commits: commits.value, signatures };
  return refuseOther(record.value, file) ?? toKifu(whole);
}
