/**
 * Packs: a whole record in a few bits per move. Moves are written as choices among the legal ones, and what follows from the
 * rest is left out. Unpacking plays the match, and gives back the same nodes, byte for byte. `docs/pack-format.md` has the format.
 */
import {
  type Cid,
  type Fail,
  fail,
  type Game,
  type Header,
  isSameBytes,
  type Kifu,
  ok,
  type Result,
} from '@kifu/core';
import { concatBytes } from '@noble/hashes/utils.js';
import { isSealed } from '../match-state/terms.ts';
import { decodeHeader } from '../node/header.ts';
import { within } from '../place.ts';
import { readKifu } from '../record.ts';
import { Replay, type ReplayReader, readAll } from '../replay/replay.ts';
import type { FindGame } from '../verify.ts';
import { checkAnnotations, codeAnnotations } from './annotations.ts';
import { type Coder, damaged, Reader, Writer } from './coder.ts';
import { EntryCoder, type PackSource } from './entries.ts';
import { codeHeader } from './header.ts';
import { Tools } from './tools.ts';

/** A record that was packed. */
export interface Unpacked {
  /** In order, the header first. */
  readonly nodes: Uint8Array[];
  readonly head: Cid;
  /** The block of annotations about the head, for `decodeAnnotations`; null where there are none. */
  readonly remarks: Uint8Array | null;
}

/** Whether a pack is a plain one. */
export const isPlainPack = (bytes: Uint8Array): boolean =>
  isPack(bytes) && bytes[MAGIC.length] === PLAIN;

/** Whether two packs of a match are of the same record, each packed in its way: by the digest of the last block, which they begin with. */
export const isSameRecord = (a: Uint8Array, b: Uint8Array): boolean =>
  isSameBytes(a, b) ||
  (isPack(a) && isPack(b) && isSameBytes(a.subarray(CHECK, CODED), b.subarray(CHECK, CODED)));

/** How a record is packed. */
export interface PackOptions {
  /** Plainly: in a fraction of the time, and half as long again. Only for games that number their moves; others are packed as ever. */
  readonly isPlain?: boolean;
}

/** A record that was unpacked, with the match as it stands after the last node. */
export interface PlayedPack extends Unpacked {
  readonly replay: Replay;
}

/** How a pack begins: a byte that no text has, and two letters. */
const MAGIC = Uint8Array.of(0x89, 0x4b, 0x46);
/** Then comes the version of the format: of short packs, or of plain ones, which are quick to write and to read. */
const SHORT = 1;
const PLAIN = 129;
/** Then comes the digest of the last block, cut to this many bytes: of the annotations, or else of the last node. */
const CHECK_BYTES = 8;
const CHECK = MAGIC.length + 1;
const CODED = CHECK + CHECK_BYTES;
const DEAL_BYTES = 32;

/** Whether bytes look like a pack, of any version. */
export const isPack = (bytes: Uint8Array): boolean =>
  bytes.length >= MAGIC.length && MAGIC.every((byte, i) => bytes[i] === byte);

/**
 * Packs a record: its nodes in order, the header first, and the block of annotations about it, if there is one. The record is
 * verified on the way, except for its signatures, which are only stored; and it is unpacked again and compared, since the pack may be
 * all that is left of it.
 */
export function pack(
  game: Game,
  nodes: readonly Uint8Array[],
  remarks: Uint8Array | null = null,
  options: PackOptions = {},
): Result<Uint8Array> {
  const replay = new Replay(game, nodes);
  if (replay.fault !== null) return replay.fault;
  const kifu = readKifu(nodes);
  if (!kifu.ok) return readAll(replay, []).fault ?? kifu;
  const writer = new PackWriter(kifu.value, options);
  const { fault } = readAll(replay, [writer]);
  const packed = fault ?? writer.finish(replay, remarks);
  return packed.ok ? comparePack(game, packed.value, nodes) : packed;
}

/** A pack that was just made, unpacked again and compared with the nodes. */
export function comparePack(
  game: Game,
  packed: Uint8Array,
  nodes: readonly Uint8Array[],
): Result<Uint8Array> {
  const again = unpackWith(game, packed);
  return again.ok && isSameList(again.value.nodes, nodes)
    ? ok(packed)
    : fail('unsupported', 'the record cannot be packed: it would not unpack to the same bytes');
}

/** Packs what a replay goes through. The source is all of it: the columns come first in a pack. */
export class PackWriter implements ReplayReader {
  readonly #source: PackSource;
  #isPlain: boolean;
  readonly #writer = new Writer();
  #tools: Tools | null = null;
  #coder: EntryCoder | null = null;
  #wrong: Fail | null = null;

  constructor(
    { entries, ending }: Pick<Kifu, 'entries' | 'ending'>,
    { isPlain = false }: PackOptions = {},
  ) {
    this.#source = { entries, ending };
    this.#isPlain = isPlain;
  }

  take(replay: Replay): void {
    if (this.#wrong !== null) return;
    try {
      const coded =
        replay.n === 0
          ? this.#begin(replay)
          : replay.isEnded
            ? this.#coder!.ending(replay.before!)
            : this.#coder!.entry(replay.before, replay.n);
      if (coded?.ok === false) this.#wrong = coded;
    } catch (cause) {
      this.#wrong = damaged(cause, this.#writer);
    }
  }

  #begin({ game, nodes, header, table }: Replay): null {
    this.#isPlain &&= game.numbered !== undefined;
    const tools = new Tools(this.#writer, this.#isPlain);
    this.#tools = tools;
    codeHeader(tools, nodes[0]!);
    if (isSealed(header!)) codeDeal(tools, this.#source.ending?.deal ?? null);
    this.#coder = new EntryCoder(tools, game, header!, table === null, this.#source);
    return null;
  }

  /** The pack, after the replay has come to its end; with the block of annotations about its head. */
  finish(replay: Replay, remarks: Uint8Array | null = null): Result<Uint8Array> {
    if (this.#wrong !== null) return this.#wrong;
    const tools = this.#tools!;
    // an ending reveals the deal, so that a match that is followed blindly has none
    if (replay.table !== null && !replay.isEnded) this.#coder!.ending(replay.table);
    const head = replay.digestAt(replay.n);
    const wrong = remarks === null ? null : checkAnnotations(head, remarks);
    if (wrong !== null) return wrong;
    try {
      const remarked = codeAnnotations(tools, head, remarks);
      tools.giveBack();
      if (!remarked.ok) return remarked;
      const check = remarked.value.digest.subarray(0, CHECK_BYTES);
      const version = Uint8Array.of(this.#isPlain ? PLAIN : SHORT);
      return ok(concatBytes(MAGIC, version, check, this.#writer.finish()));
    } catch (cause) {
      return damaged(cause, this.#writer);
    }
  }
}

/** Writes or reads the secret of a deal, where it is known. */
const codeDeal = (tools: Tools, deal: Uint8Array | null): Uint8Array | null =>
  tools.flag('dealt', deal !== null) ? tools.bytes(DEAL_BYTES, deal) : null;

/** Reads the header of a pack, which tells the game that is needed for the rest. */
export function readPackHeader(bytes: Uint8Array): Result<Header> {
  const reader = openPack(bytes);
  if (!reader.ok) return reader;
  return attempt(reader.value, bytes, tools => headerOf(reader.value, codeHeader(tools, null)));
}

/** Unpacks a record, with the rules of its game. A pack that is damaged gives a fault that says where. */
export function unpackWith(game: Game, bytes: Uint8Array): Result<Unpacked> {
  const opened = openPack(bytes);
  if (!opened.ok) return opened;
  const reader = opened.value;
  const played = attempt(reader, bytes, tools => {
    const first = codeHeader(tools, null);
    const header = headerOf(reader, first);
    if (!header.ok) return header;
    return play({ bytes, reader, tools, first, header: header.value }, game, []);
  });
  return played.ok ? ok(withoutReplay(played.value)) : played;
}

const withoutReplay = ({ nodes, head, remarks }: PlayedPack): Unpacked => ({
  nodes,
  head,
  remarks,
});

/** A pack of which the header has been read. */
interface BegunPack {
  readonly bytes: Uint8Array;
  readonly reader: Reader;
  readonly tools: Tools;
  /** The node of the header. */
  readonly first: Uint8Array;
  readonly header: Header;
}

/** Plays the rest of a pack; the readers look at each step. */
function play(
  { bytes, reader, tools, first, header }: BegunPack,
  game: Game,
  readers: readonly ReplayReader[],
): Result<PlayedPack> {
  const deal = isSealed(header) ? codeDeal(tools, null) : null;
  const replay = new Replay(game, [first], { deal, header });
  if (replay.fault !== null) return placed(replay.fault, reader);
  const wrong = readEntries(tools, replay, reader, readers);
  if (wrong !== null) return wrong;
  const remarked = codeAnnotations(tools, replay.digestAt(replay.n), null);
  if (!remarked.ok) return placed(remarked, reader);
  reader.finish();
  return checkHead(bytes, replay, remarked.value);
}

/** Plays what a pack says; the fault says where it goes no further. */
function readEntries(
  tools: Tools,
  replay: Replay,
  reader: Reader,
  readers: readonly ReplayReader[],
): Fail | null {
  let coder: EntryCoder | null = null;
  const look = () => {
    for (let k = 0; k < readers.length; k++) readers[k]!.take(replay);
  };
  try {
    look();
    coder = new EntryCoder(tools, replay.game, replay.header!, replay.table === null, null);
    while (replay.n < coder.count) {
      const coded = coder.entry(replay.table, replay.n + 1);
      const wrong = coded.ok ? replay.write(coded.value.entry, coded.value.keep) : coded;
      if (wrong !== null) return locate(wrong, replay, coder, reader);
      look();
    }
    const ended = replay.table === null ? null : coder.ending(replay.table);
    if (ended === null) return null;
    const wrong = ended.ok ? replay.writeEnd(ended.value) : ended;
    if (wrong !== null) return locate(wrong, replay, coder, reader);
    look();
    return null;
  } catch (cause) {
    return locate(damaged(cause, reader), replay, coder, reader);
  }
}

/** A fault with the entry that it is of, and with how far the pack had been read. */
function locate(wrong: Fail, { n }: Replay, coder: EntryCoder | null, reader: Reader): Fail {
  const located =
    coder === null
      ? within(wrong, 'the header', '/header')
      : n === coder.count
        ? within(wrong, 'the ending', '/ending')
        : within(wrong, `entry ${n + 1} of ${coder.count}`, `/entries/${n}`);
  return placed(located, reader);
}

/** Unpacks a record of any game that `findGame` knows. */
export async function unpack(findGame: FindGame, bytes: Uint8Array): Promise<Result<Unpacked>> {
  const played = await playPack(findGame, bytes);
  return played.ok ? ok(withoutReplay(played.value)) : played;
}

/** Unpacks a record, which plays it by its rules; the readers look at each step. */
export async function playPack(
  findGame: FindGame,
  bytes: Uint8Array,
  readers: readonly ReplayReader[] = [],
): Promise<Result<PlayedPack>> {
  const opened = openPack(bytes);
  if (!opened.ok) return opened;
  const reader = opened.value;
  const tools = new Tools(reader, isPlain(bytes));
  try {
    const begun = caught(reader, () => {
      const first = codeHeader(tools, null);
      const header = headerOf(reader, first);
      return header.ok ? ok({ bytes, reader, tools, first, header: header.value }) : header;
    });
    if (!begun.ok) return begun;
    const { header } = begun.value;
    const game = await findGame(header.game, header.version);
    if (!game.ok) return placed(within(game, 'the header', '/header'), { offset: CODED });
    return caught(reader, () => play(begun.value, game.value, readers));
  } finally {
    tools.giveBack();
  }
}

const isPlain = (bytes: Uint8Array): boolean => bytes[MAGIC.length] === PLAIN;

function openPack(bytes: Uint8Array): Result<Reader> {
  if (!isPack(bytes)) return fail('malformed', 'not a pack file', { at: { offset: 0 } });
  const version = bytes[MAGIC.length];
  if (version !== undefined && version !== SHORT && version !== PLAIN)
    return fail('unsupported', `unsupported pack version ${version}`, {
      at: { offset: MAGIC.length },
    });
  try {
    return ok(new Reader(bytes, CODED));
  } catch (cause) {
    return damaged(cause, { offset: Math.min(bytes.length, CODED) });
  }
}

/** Reads something; where the bytes give out, that is a fault. */
function attempt<T>(coder: Coder, bytes: Uint8Array, use: (tools: Tools) => Result<T>): Result<T> {
  const tools = new Tools(coder, isPlain(bytes));
  try {
    return caught(coder, () => use(tools));
  } finally {
    tools.giveBack();
  }
}

function caught<T>(coder: Coder, use: () => Result<T>): Result<T> {
  try {
    return use();
  } catch (cause) {
    return damaged(cause, coder);
  }
}

function headerOf(reader: Reader, bytes: Uint8Array): Result<Header> {
  const header = decodeHeader(bytes);
  return header.ok ? header : placed(within(header, 'the header', '/header'), reader);
}

/** A fault with how far the pack had been read: without the record, the offset in the pack is the only location known. */
function placed({ fault }: Fail, { offset }: { readonly offset: number }): Fail {
  const { code, message, at, ...more } = fault;
  return fail(code, message, { ...more, at: { ...at, offset } });
}

/** The nodes must be those that were packed: damage that led to legal moves is found here. */
function checkHead(
  bytes: Uint8Array,
  replay: Replay,
  { digest, remarks }: { readonly digest: Uint8Array; readonly remarks: Uint8Array | null },
): Result<PlayedPack> {
  for (let i = 0; i < CHECK_BYTES; i++)
    if (digest[i] !== bytes[CHECK + i])
      return fail('broken-chain', 'damaged pack: its nodes do not match its head', {
        at: { offset: CHECK },
      });
  return ok({ nodes: replay.nodes, head: replay.head, remarks, replay });
}

const isSameList = (a: readonly Uint8Array[], b: readonly Uint8Array[]): boolean =>
  a.length === b.length && a.every((bytes, i) => isSameBytes(bytes, b[i]!));
