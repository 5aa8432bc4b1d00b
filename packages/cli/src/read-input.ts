/** Files and streams, read up to a limit. */
import { open } from 'node:fs/promises';
import { type Fail, fail, ok, type Result } from '@kifu/core';
import type { Io } from './io.ts';
import { reason } from './save.ts';

/** Largest input. */
export const MAX_INPUT_BYTES = 1 << 28;

/** Name of an input: `-` is standard input. */
export const inputName = (path: string): string => (path === '-' ? 'standard input' : path);

/** The bytes of a file, of a pipe, or of standard input. */
export async function readInput(
  { stdin }: Io,
  path: string,
  maxBytes = MAX_INPUT_BYTES,
): Promise<Result<Uint8Array>> {
  try {
    return path === '-'
      ? await readStream(stdin, path, maxBytes)
      : await readFileBytes(path, maxBytes);
  } catch (cause) {
    return fail('unreadable', `cannot read ${inputName(path)}: ${reason(cause)}`);
  }
}

/** The text of a file or of standard input, without a byte order mark. */
export async function readInputText(
  io: Io,
  path: string,
  maxBytes = MAX_INPUT_BYTES,
): Promise<Result<string>> {
  const bytes = await readInput(io, path, maxBytes);
  if (!bytes.ok) return bytes;
  const text = decodeUtf8(bytes.value);
  return text.ok ? text : fail('malformed', `${inputName(path)}: ${text.fault.message}`);
}

/** Bytes as text, without a byte order mark. */
function decodeUtf8(bytes: Uint8Array): Result<string> {
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return fail('malformed', 'not UTF-8');
  }
}

async function readFileBytes(path: string, maxBytes: number): Promise<Result<Uint8Array>> {
  const file = await open(path, 'r');
  try {
    const stat = await file.stat();
    if (stat.size > maxBytes) return tooLarge(path, maxBytes);
    // a device or pipe has no size, and may have no end
    if (stat.isFile() || stat.isDirectory()) return ok(await file.readFile());
    return await readStream(file.createReadStream({ autoClose: false }), path, maxBytes);
  } finally {
    await file.close();
  }
}

/** The bytes of a stream, up to a limit. */
export async function readStream(
  stream: AsyncIterable<Uint8Array | string>,
  path: string,
  maxBytes: number,
): Promise<Result<Uint8Array>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    if (size > maxBytes) return tooLarge(path, maxBytes);
    chunks.push(bytes);
  }
  return ok(Buffer.concat(chunks));
}

const tooLarge = (path: string, maxBytes: number): Fail =>
  fail('too-large', `${inputName(path)} has more than ${formatSize(maxBytes)}`);

const formatSize = (bytes: number): string =>
  bytes < 1 << 20 ? `${bytes >> 10} KiB` : `${bytes >> 20} MiB`;
