/** An archive on any host that serves files and supports range requests (RFC 9110 §14). Runs wherever `fetch` does. */
import { type ArchiveFiles, LIST, MAX_LIST_BYTES } from './files.ts';

/** Options for requests. */
export interface HttpFilesOptions {
  /** For each answer, in milliseconds (default: 30,000). */
  readonly timeoutMs?: number;
  /** Function for requests (default: `fetch`). A server passes one that does not follow a host into its own network. */
  readonly get?: GetFile;
}

/** Requests a file, or a range of it. */
export type GetFile = (url: URL, ask: FileRequest) => Promise<FileAnswer>;

/** Headers of the request. */
export interface FileRequest {
  readonly headers: { readonly [name: string]: string };
  /** Limit of the body. */
  readonly maxBytes: number;
  /** Whether it may have changed since the last request. */
  readonly isFresh: boolean;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** Answer; only 200 and 206 have a body. */
export interface FileAnswer {
  readonly status: number;
  readonly body: Uint8Array;
}

/** The host could not be reached, or returned something other than requested. */
export class ArchiveHostError extends Error {
  override readonly name = 'ArchiveHostError';
}

/** Returns the files below a URL. */
export function httpFiles(
  address: string,
  { timeoutMs = 30_000, get = getByFetch }: HttpFilesOptions = {},
): ArchiveFiles {
  const base = new URL(address);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return {
    name: base.href,
    async read(file, part, { signal } = {}) {
      const url = new URL(file, base);
      const length = part === null ? MAX_LIST_BYTES : part.end - part.start;
      const { status, body } = await get(url, {
        headers: part === null ? {} : { range: `bytes=${part.start}-${part.end - 1}` },
        ...{ maxBytes: length, isFresh: file === LIST, timeoutMs },
        ...(signal === undefined ? {} : { signal }),
      }).catch(cause => {
        signal?.throwIfAborted();
        if (cause instanceof ArchiveHostError) throw cause;
        throw new ArchiveHostError(`cannot reach ${url.href}`, { cause });
      });
      if (status !== (part === null ? 200 : 206))
        throw new ArchiveHostError(
          status === 200
            ? `${url.href}: the host does not support range requests`
            : `${url.href}: status ${status}`,
        );
      if (part !== null && body.length < length)
        throw new ArchiveHostError(`${url.href}: the answer is shorter than the requested range`);
      return body;
    },
  };
}

/** The answer is longer than requested. */
export const tooMuch = (url: URL): ArchiveHostError =>
  new ArchiveHostError(
    `${url.href}: the answer is longer than the requested range; the host may not support range requests`,
  );

const getByFetch: GetFile = async (
  url,
  { headers, maxBytes, isFresh, timeoutMs, signal },
): Promise<FileAnswer> => {
  const time = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(url, {
    signal: signal === undefined ? time : AbortSignal.any([time, signal]),
    // the list changes, and files never do
    cache: isFresh ? 'no-cache' : 'default',
    headers,
  });
  const { status } = answer;
  if (status !== ('range' in headers ? 206 : 200)) {
    await answer.body?.cancel();
    return { status, body: new Uint8Array(0) };
  }
  const parts: Uint8Array[] = [];
  let got = 0;
  const reader = answer.body!.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    got += part.value.length;
    if (got > maxBytes) {
      await reader.cancel();
      throw tooMuch(url);
    }
    parts.push(part.value);
  }
  const body = await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer();
  return { status, body: new Uint8Array(body) };
};
