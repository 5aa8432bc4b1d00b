/** Loads bytes from an address, with progress and limits. Only the record is requested. */
import { fail, ok, type Result } from '@kifu/core';

/** The largest record that is loaded. */
const MAX_BYTES = 1 << 26;

/** How many bytes have arrived; `total` is null where the server does not say. */
export interface LoadProgress {
  readonly loaded: number;
  readonly total: number | null;
}

/** Called with progress; `sofar` returns the bytes that have arrived. */
export type OnProgress = (progress: LoadProgress, sofar: () => Uint8Array) => void;

/** Loads an address completely. */
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
    return fail(
      'unreachable',
      'cannot load the record: no connection, or the server is not responding',
    );
  }
}

const refuse = (status: number): Result<never> =>
  status === 404 || status === 410
    ? fail('not-found', 'no record at this address')
    : fail('unreadable', `the server responded with status ${status}`);

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
      return fail('too-large', `the record is too large (${MAX_BYTES >> 20} MiB at most)`);
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
