/** Bytes from an address, with progress and limits. Nothing but the record is ever asked for. */
import { fail, ok, type Result } from '@kifu/core';

/** The largest record that is loaded. */
const MAX_BYTES = 1 << 26;

/** How many bytes have come; `total` is null where the server does not say. */
export interface LoadProgress {
  readonly loaded: number;
  readonly total: number | null;
}

/** Hears of what has come; `sofar` gives it. */
export type OnProgress = (progress: LoadProgress, sofar: () => Uint8Array) => void;

/** Loads an address whole. */
export async function fetchBytes(
  url: string,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<Result<Uint8Array>> {
  try {
    const response = await fetch(url, { signal, credentials: 'same-origin' });
    if (!response.ok || response.body === null) return refuse(response.status);
    const said = Number(response.headers.get('content-length'));
    const isCoded = response.headers.get('content-encoding') !== null; // then the length is another one
    const total = said > 0 && !isCoded ? said : null;
    return await readAll(response.body, total, onProgress);
  } catch (cause) {
    if (signal.aborted) throw cause;
    return fail('unreachable', 'the server does not answer');
  }
}

const refuse = (status: number): Result<never> =>
  status === 404 || status === 410
    ? fail('not-found', 'there is no record here')
    : fail('unreadable', `the server answered ${status}`);

async function readAll(
  body: ReadableStream<Uint8Array>,
  total: number | null,
  onProgress: OnProgress,
): Promise<Result<Uint8Array>> {
  const chunks: Uint8Array[] = [];
  let loaded = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    loaded += value.length;
    if (loaded > MAX_BYTES) {
      await reader.cancel();
      return fail('too-large', `a record has at most ${MAX_BYTES >> 20} MiB`);
    }
    chunks.push(value);
    onProgress({ loaded, total }, () => join(chunks, loaded));
  }
  return ok(join(chunks, loaded));
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
