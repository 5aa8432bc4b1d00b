/**
 * Packs: a whole record in a few bits a move. Moves are written as choices among the legal ones, and whatever follows from the
 * rest is left out. Unpacking plays the match, and gives back the same nodes, byte for byte. `docs/pack-format.md` has the format.
 */
import { type Cid, type Fail, fail, type Game, type Header, ok, type Result } from '@kifu/core';
import { concatBytes } from '@noble/hashes/utils.js';
import { idOf } from '../chain.ts';
import { decodeHeader } from '../header.ts';
import { within } from '../kifu.ts';
import { decodeNext, type EntryNode, isEnding } from '../node.ts';
import { type FindGame, verifyUnsigned } from '../verify.ts';
import { type Coder, damaged, Reader, Writer } from './coder.ts';
import { codeHeader } from './header.ts';
import { checkRemarks, codeRemarks } from './remarks.ts';
import { type Tools, withTools } from './tools.ts';
import { type Source, Walk, type Walked } from './walk.ts';

/** A record that was packed. */
export interface Unpacked {
  /** In order, the header first. */
  readonly nodes: Uint8Array[];
  readonly head: Cid;
  /** The block of remarks about the head, for `decodeRemarks`; null where there are none. */
  readonly remarks: Uint8Array | null;
}

/** How a pack begins: a byte that no text has, and two letters. */
const MAGIC = Uint8Array.of(0x89, 0x4b, 0x46);
/** Then comes the version of the format. */
const VERSION = 1;
/** Then so many bytes of the digest of the last block: of the remarks, or else of the last node. */
const CHECK_BYTES = 8;
const CHECK = MAGIC.length + 1;
const CODED = CHECK + CHECK_BYTES;

/** Whether bytes look like a pack, of whatever version. */
export const isPack = (bytes: Uint8Array): boolean =>
  bytes.length >= MAGIC.length && MAGIC.every((byte, i) => bytes[i] === byte);

/**
 * Packs a record: its nodes in order, the header first, and the block of remarks about it, if there is one. The record is
 * verified before, but for its signatures, which are only kept.
 */
export function pack(
  game: Game,
  nodes: readonly Uint8Array[],
  remarks: Uint8Array | null = null,
): Result<Uint8Array> {
  const { report } = verifyUnsigned(game, nodes);
  if (report.fault !== null) return { ok: false, fault: report.fault };
  const source = readSource(nodes);
  if (!source.ok) return source;
  const writer = new Writer();
  return attempt(writer, tools => {
    const bytes = codeHeader(tools, nodes[0]!);
    const walked = new Walk(tools, game, report.header!, bytes).run(source.value);
    if (!walked.ok) return walked;
    const { head } = walked.value;
    if (!isSameList(walked.value.nodes, nodes)) return NOT_THE_SAME;
    const wrong = remarks === null ? null : checkRemarks(head, remarks);
    if (wrong !== null) return wrong;
    const remarked = codeRemarks(tools, head, remarks);
    if (!remarked.ok) return remarked;
    const check = remarked.value.digest.subarray(0, CHECK_BYTES);
    return ok(concatBytes(MAGIC, Uint8Array.of(VERSION), check, writer.finish()));
  });
}

/**
 * Packs a record that is then kept as its pack alone: it is unpacked again and compared. Of records that can be made anew from what
 * they came from, one in so many is enough; which ones follows from their heads.
 */
export function packSurely(
  game: Game,
  nodes: readonly Uint8Array[],
  oneIn = 1,
): Result<Uint8Array> {
  const packed = pack(game, nodes);
  if (!packed.ok || packed.value[CHECK]! % oneIn !== 0) return packed;
  const again = unpackWith(game, packed.value);
  if (!again.ok) return again;
  return isSameList(again.value.nodes, nodes) ? packed : NOT_THE_SAME;
}

const NOT_THE_SAME = fail('unsupported', 'the record does not come out of a pack as it was');

/** Reads the header of a pack, which tells the game that is needed for the rest. */
export function readPackHeader(bytes: Uint8Array): Result<Header> {
  const reader = openPack(bytes);
  if (!reader.ok) return reader;
  return attempt(reader.value, tools => headerOf(reader.value, codeHeader(tools, null)));
}

/** Unpacks a record, with the rules of its game. A pack that is damaged gives a fault that says where. */
export function unpackWith(game: Game, bytes: Uint8Array): Result<Unpacked> {
  const opened = openPack(bytes);
  if (!opened.ok) return opened;
  const reader = opened.value;
  return attempt(reader, tools => {
    const first = codeHeader(tools, null);
    const header = headerOf(reader, first);
    if (!header.ok) return header;
    const walked = new Walk(tools, game, header.value, first).run(null);
    if (!walked.ok) return walked;
    const remarked = codeRemarks(tools, walked.value.head, null);
    if (!remarked.ok) return placed(remarked, reader);
    reader.finish();
    return checkHead(bytes, walked.value, remarked.value);
  });
}

/** Unpacks a record of whatever game it is. */
export async function unpack(findGame: FindGame, bytes: Uint8Array): Promise<Result<Unpacked>> {
  const header = readPackHeader(bytes);
  if (!header.ok) return header;
  const game = await findGame(header.value.game, header.value.version);
  if (game.ok) return unpackWith(game.value, bytes);
  return placed(within(game, 'the header', '/header'), { offset: CODED });
}

function readSource([, ...rest]: readonly Uint8Array[]): Result<Source> {
  const entries: EntryNode[] = [];
  for (const bytes of rest) {
    const node = decodeNext(bytes);
    if (!node.ok) return node;
    if (isEnding(node.value)) return ok({ entries, ending: node.value });
    entries.push(node.value);
  }
  return ok({ entries, ending: null });
}

function openPack(bytes: Uint8Array): Result<Reader> {
  if (!isPack(bytes)) return fail('malformed', 'that is no pack', { at: { offset: 0 } });
  const version = bytes[MAGIC.length];
  if (version !== undefined && version !== VERSION)
    return fail('unsupported', `packs of version ${version} are not known here`, {
      at: { offset: MAGIC.length },
    });
  try {
    return ok(new Reader(bytes, CODED));
  } catch (cause) {
    return damaged(cause, { offset: Math.min(bytes.length, CODED) });
  }
}

/** Writes or reads something; where the bytes give out, that is a fault. */
const attempt = <T>(coder: Coder, use: (tools: Tools) => Result<T>): Result<T> =>
  withTools(coder, tools => {
    try {
      return use(tools);
    } catch (cause) {
      return damaged(cause, coder);
    }
  });

function headerOf(reader: Reader, bytes: Uint8Array): Result<Header> {
  const header = decodeHeader(bytes);
  return header.ok ? header : placed(within(header, 'the header', '/header'), reader);
}

/** A fault with how far the pack had been read; places in what came out of it tell nobody anything. */
function placed({ fault }: Fail, { offset }: { readonly offset: number }): Fail {
  const { code, message, at, ...more } = fault;
  return fail(code, message, { ...more, at: { ...at, offset } });
}

/** The nodes must be those that were packed: damage that led to legal moves is found here. */
function checkHead(
  bytes: Uint8Array,
  { nodes, head }: Walked,
  { digest, remarks }: { readonly digest: Uint8Array; readonly remarks: Uint8Array | null },
): Result<Unpacked> {
  for (let i = 0; i < CHECK_BYTES; i++)
    if (digest[i] !== bytes[CHECK + i])
      return fail('broken-chain', 'the pack is damaged: its nodes do not lead to its head', {
        at: { offset: CHECK },
      });
  return ok({ nodes, head: idOf(head), remarks });
}

const isSameList = (a: readonly Uint8Array[], b: readonly Uint8Array[]): boolean =>
  a.length === b.length && a.every((bytes, i) => isSame(bytes, b[i]!));

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);
