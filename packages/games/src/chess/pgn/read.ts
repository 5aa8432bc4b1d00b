/** Reading PGN: a whole text lazily, or piece by piece; one game at a time, each a record or a fault. */
import type { Fail, Fault, Json, Kifu, Lost, Result } from '@kifu/core';
import { parseGame } from './game.ts';
import { scanGame } from './scan.ts';
import {
  createFeeder,
  createScan,
  faultAt,
  feed,
  nextGame,
  type PartStart,
  type Scan,
} from './scan-state.ts';

/** Reads games from pieces of text as they come. */
export interface PgnReader {
  /** The games that are complete with this piece. */
  push(chunk: string): Result<Kifu>[];
  /** The last game, if there is one that nothing has ended. */
  end(): Result<Kifu>[];
}

/** All games of a text, each read when it is asked for; those that cannot be are faults with their place. */
export function* readPgn(text: string): Generator<Result<Kifu>, void, void> {
  const scan = createScan();
  feed(scan, text);
  scan.last = true;
  while (scanGame(scan)) yield takeGame(scan);
}

/** A reader for text of any length: it keeps no more than a piece and a game. Of a part that was cut it is told where that began. */
export function pgnReader(_lost?: Lost, from?: Json): PgnReader {
  const scan = createScan(from as PartStart | undefined);
  const feedPiece = createFeeder(scan);
  const push = (chunk: string): Result<Kifu>[] => {
    const games: Result<Kifu>[] = [];
    if (feedPiece(chunk)) while (scanGame(scan)) games.push(takeGame(scan));
    return games;
  };
  return {
    push,
    end() {
      scan.last = true;
      return push('');
    },
  };
}

function takeGame(scan: Scan): Result<Kifu> {
  const game = scan.fault === null ? parseGame(scan.text, scan.tokens) : fault(scan.fault);
  const taken = game.ok || scan.fault !== null ? game : fault(placed(scan, game.fault));
  nextGame(scan);
  return taken;
}

const fault = (fault: Fault): Fail => ({ ok: false, fault });

/** A fault with line and column; one without a place of its own is the whole game's. */
const placed = (scan: Scan, fault: Fault): Fault =>
  faultAt(scan, fault, fault.at?.offset ?? scan.begin);

/** Text from a file: UTF-8, or where it is none Latin-1, as older files are. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return decodeLatin1(bytes);
  }
}

// the byte order mark is kept, so that offsets count it
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Not by a decoder: those take other characters for some of the bytes. */
function decodeLatin1(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += LATIN1_STEP)
    text += String.fromCharCode(...bytes.subarray(i, i + LATIN1_STEP));
  return text;
}

/** As many as a call may safely have arguments. */
const LATIN1_STEP = 4096;
