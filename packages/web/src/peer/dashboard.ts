/** The peer on this machine that serves the page, asked over HTTP with the token of the link that it printed. */
import { decodeBase64, type Json, ok, type Result, unwrap } from '@kifu/core';
import type { RequestInput, RequestName, RequestOutput } from '@kifu/peer/api';

const TOKEN = 'kifu-desk-token';

/** Keeps the token of a link for as long as the window is open. */
export const storeToken = (token: string): void => sessionStorage.setItem(TOKEN, token);

/** Whether the page was opened by a link of a peer. */
export const hasToken = (): boolean => sessionStorage.getItem(TOKEN) !== null;

const ask = (path: string, body?: Json, signal?: AbortSignal): Promise<Response> =>
  fetch(`/peer/${path}`, {
    ...(signal === undefined ? {} : { signal }),
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${sessionStorage.getItem(TOKEN) ?? ''}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Asks the peer for something; throws where it is gone. */
export const askPeer = async <K extends RequestName>(
  request: K,
  input: RequestInput<K>,
): Promise<Result<RequestOutput<K>>> =>
  (await ask('api', { request, input: input as Json })).json();

/** Resolves when something has happened since; with the number of what was heard last. */
export const news = async (after: number): Promise<number> => {
  const said = (await (await ask(`news?after=${after}`)).json()) as { readonly news?: number };
  if (said.news === undefined) throw new Error('the token is not that of the peer');
  return said.news;
};

/** An archived game as a file. */
export async function recordOf(archived: string): Promise<Result<Blob>> {
  const found = await askPeer('archive.export', { archived, form: 'car' });
  return found.ok
    ? ok(new Blob([unwrap(decodeBase64(found.value.files[0]!.bytes)) as BlobPart]))
    : found;
}

/** What has come of a match that is followed: nodes that are new, and what is wrong with it. */
export interface FollowedPart {
  /** The name under which it is published. */
  readonly name?: string;
  readonly nodes: readonly Uint8Array[];
  /** The first node at which two histories of the name differ. */
  readonly fork?: number;
  readonly fault?: { readonly message: string };
}

/** A match that its players publish, by its name or content, as it comes; it ends when the peer tells no more of it. */
export async function* followMatch(of: string, signal: AbortSignal): AsyncGenerator<FollowedPart> {
  const { body, ok } = await ask(`follow/${encodeURIComponent(of)}`, undefined, signal);
  if (!ok || body === null) throw new Error('the peer does not follow that');
  let rest = '';
  for (const reader = body.pipeThrough(new TextDecoderStream()).getReader(); ; ) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      const part = JSON.parse(line) as Omit<FollowedPart, 'nodes'> & {
        readonly nodes: readonly string[];
      };
      yield { ...part, nodes: part.nodes.map(text => unwrap(decodeBase64(text))) };
    }
  }
}
