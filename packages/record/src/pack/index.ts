/**
 * Packs: a whole record in a few bits a move. Moves are written as choices among the legal ones, and whatever follows from the
 * rest is left out. Unpacking plays the match, and gives back the same nodes, byte for byte. `docs/pack-format.md` has the format.
 */
import { type Cid, fail, type Game, type Header, ok, type Result } from '@kifu/core';
import { concatBytes } from '@noble/hashes/utils.js';
import { idOf } from '../chain.ts';
import { decodeHeader } from '../header.ts';
import { within } from '../kifu.ts';
import { decodeNext, type EntryNode, isEnding } from '../node.ts';
import { type FindGame, verifyUnsigned } from '../verify.ts';
import { type Coder, damaged, Reader, Writer } from './coder.ts';
import { codeHeader } from './header.ts';
import { type Tools, withTools } from './tools.ts';
import { type Source, Walk, type Walked } from './walk.ts';

/** A record that was packed. */
export interface Unpacked {
  /** In order, the header first. */
  readonly nodes: Uint8Array[];
  readonly head: Cid;
}

/** How a pack begins: a byte that no text has, two letters, and the version of the format. */
const MAGIC = Uint8Array.of(0x89, 0x4b, 0x46, 0x01);
/** Then come so many bytes of the digest of the last node. */
const CHECK_BYTES = 8;
const CODED = MAGIC.length + CHECK_BYTES;

/** Whether bytes look like a pack. */
export const isPack = (bytes: Uint8Array): boolean =>
  bytes.length >= MAGIC.length && MAGIC.every((byte, i) => bytes[i] === byte);

/** Packs a record: its nodes in order, the header first. It is verified before, but for its signatures, which are only kept. */
export function pack(game: Game, nodes: readonly Uint8Array[]): Result<Uint8Array> {
  const { report } = verifyUnsigned(game, nodes);
  if (report.fault !== null) return { ok: false, fault: report.fault };
  const source = readSource(nodes);
  if (!source.ok) return source;
  const writer = new Writer();
  return attempt(writer, tools => {
    const bytes = codeHeader(tools, nodes[0]!);
    const walked = new Walk(tools, game, report.header!, bytes).run(source.value);
    if (!walked.ok) return walked;
    if (!walked.value.nodes.every((node, i) => isEqual(node, nodes[i]!)))
      return fail('unsupported', 'the record does not come out of a pack as it was');
    const check = walked.value.head.subarray(0, CHECK_BYTES);
    return ok(concatBytes(MAGIC, check, writer.finish()));
  });
}

/** Reads the header of a pack, which tells the game that is needed for the rest. */
export function readPackHeader(bytes: Uint8Array): Result<Header> {
  const reader = openPack(bytes);
  if (!reader.ok) return reader;
  return attempt(reader.value, tools => headerOf(codeHeader(tools, null)));
}

/** Unpacks a record, with the rules of its game. A pack that is damaged gives a fault that says where. */
export function unpackWith(game: Game, bytes: Uint8Array): Result<Unpacked> {
  const opened = openPack(bytes);
  if (!opened.ok) return opened;
  const reader = opened.value;
  return attempt(reader, tools => {
    const first = codeHeader(tools, null);
    const header = headerOf(first);
    if (!header.ok) return header;
    const walked = new Walk(tools, game, header.value, first).run(null);
    if (!walked.ok) return walked;
    reader.finish();
    return checkHead(bytes, walked.value);
  });
}

/** Unpacks a record of whatever game it is. */
export async function unpack(findGame: FindGame, bytes: Uint8Array): Promise<Result<Unpacked>> {
  const header = readPackHeader(bytes);
  if (!header.ok) return header;
  const game = await findGame(header.value.game, header.value.version);
  return game.ok ? unpackWith(game.value, bytes) : game;
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
  if (!isPack(bytes)) return fail('malformed', 'that is no pack, or of a version not known here');
  try {
    return ok(new Reader(bytes, CODED));
  } catch (cause) {
    return damaged(cause, { offset: bytes.length });
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

function headerOf(bytes: Uint8Array): Result<Header> {
  const header = decodeHeader(bytes);
  return header.ok ? header : within(header, 'the header', '/header');
}

/** The nodes must be those that were packed: damage that led to legal moves is found here. */
function checkHead(bytes: Uint8Array, { nodes, head }: Walked): Result<Unpacked> {
  for (let i = 0; i < CHECK_BYTES; i++)
    if (head[i] !== bytes[MAGIC.length + i])
      return fail('broken-chain', 'the pack is damaged: its nodes do not lead to its head', {
        at: { offset: MAGIC.length },
      });
  return ok({ nodes, head: idOf(head) });
}

const isEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);
