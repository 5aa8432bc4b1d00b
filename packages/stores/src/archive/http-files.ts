/** An archive on any host that serves files and knows parts of them (RFC 9110 §14). It runs wherever `fetch` does. */
import { type ArchiveFiles, LIST, MAX_LIST_BYTES } from './files.ts';

/** How the host is asked. */
export interface HttpFilesOptions {
  /** For each answer, in milliseconds; 30,000 unless told. */
  readonly timeoutMs?: number;
}

/** The host could not be asked, or gave something else than asked for. */
export class ArchiveHostError extends Error {
  override readonly name = 'ArchiveHostError';
}

/** The files below an address. */
export function httpFiles(
  address: string,
  { timeoutMs = 30_000 }: HttpFilesOptions = {},
): ArchiveFiles {
  const base = new URL(address);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return {
    name: base.href,
    async read(file, part, { signal } = {}) {
      const url = new URL(file, base);
      const time = AbortSignal.timeout(timeoutMs);
      // the list changes, and files never do
      const answer = await fetch(url, {
        signal: signal === undefined ? time : AbortSignal.any([time, signal]),
        cache: file === LIST ? 'no-cache' : 'default',
        ...(part !== null && { headers: { range: `bytes=${part.start}-${part.end - 1}` } }),
      }).catch(cause => {
        signal?.throwIfAborted();
        throw new ArchiveHostError(`${url.href} cannot be reached`, { cause });
      });
      const expected = part === null ? 200 : 206;
      if (answer.status !== expected) {
        await answer.body?.cancel();
        throw new ArchiveHostError(
          answer.status === 200
            ? `${url.href}: this host gives no parts of files`
            : `${url.href}: the host answered with status ${answer.status}`,
        );
      }
      return readBody(
        answer,
        part === null ? MAX_LIST_BYTES : part.end - part.start,
        part !== null,
      );
    },
  };
}

/** The bytes of an answer, at most or exactly so many. */
async function readBody(answer: Response, length: number, isExact: boolean): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let got = 0;
  const reader = answer.body!.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    got += part.value.length;
    if (got > length) {
      await reader.cancel();
      break;
    }
    parts.push(part.value);
  }
  if (got > length || (isExact && got < length))
    throw new ArchiveHostError(
      `${answer.url}: ${got > length ? 'more' : 'less'} came than was asked for`,
    );
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}
