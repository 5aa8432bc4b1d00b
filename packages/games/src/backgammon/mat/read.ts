/** Reading match files: all games of a text, each when it is asked for. */
import type { Kifu, Lost, Result } from '@kifu/core';
import { toKifu } from './game.ts';
import { scanGames } from './scan.ts';

/** All games of a text; those that cannot be read are faults with their place. */
export function* readMat(text: string, lost: Lost = () => {}): Generator<Result<Kifu>, void, void> {
  for (const found of scanGames(text.toWellFormed()))
    yield found.ok ? toKifu(found.value, lost) : found;
}

/** Text from a file: UTF-8, or where it is none Latin-1, as older files are. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    let text = '';
    for (let i = 0; i < bytes.length; i += LATIN1_STEP)
      text += String.fromCharCode(...bytes.subarray(i, i + LATIN1_STEP));
    return text;
  }
}

// the byte order mark is kept, so that offsets count it
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** As many as a call may safely have arguments. */
const LATIN1_STEP = 4096;
