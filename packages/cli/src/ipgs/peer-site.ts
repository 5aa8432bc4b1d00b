/** The site in peer mode: its pages for this machine, and what they may ask of the peer, for the holder of the token. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import {
  encodeBase64,
  type Fail,
  fail,
  type JsonObject,
  ok,
  parseJson,
  type Result,
} from '@kifu/core';
import { answerRequest, PEER_API, type PeerApi } from '@kifu/peer/api';
import type { Frames } from '@kifu/peer/match';
import { OPEN_PAGE_POLICY } from '@kifu/server/options';
import { publishedName } from '../publish/place.ts';
import { reason } from '../save.ts';

/** Pages that are served. */
export interface PeerSite {
  /** With the token: its holder may do all that the player may. */
  readonly url: string;
  /** Notifies waiting pages of news. */
  changed(): void;
  close(): Promise<void>;
}

const FOLLOW = '/peer/follow/';
const MAX_BODY = 16_384;
/** How long a page waits for news before it asks again. */
const NEWS_MS = 25_000;

const TYPES: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/** Serves a folder of pages on loopback, and answers what they may ask. `follow` opens a way to the peer by which matches are followed. */
export async function servePeerSite(
  api: PeerApi,
  pages: string,
  port: number,
  follow: () => Frames,
): Promise<Result<PeerSite>> {
  const token = randomBytes(32).toString('base64url');
  let news = 1;
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, headers, url = '/' } = request;
    const { pathname, searchParams } = new URL(url, 'http://here');
    // DNS rebinding: a stranger's host name may lead to this address, and is refused
    if (!isHere(headers.host, here())) return send(response, 403, '.json', REFUSED);
    if (!pathname.startsWith('/peer/'))
      return method === 'GET'
        ? sendFile(response, pages, pathname)
        : send(response, 405, '.json', REFUSED);
    if (!isSame(headers.authorization, `Bearer ${token}`))
      return send(response, 401, '.json', REFUSED);
    if (method === 'GET' && pathname === '/peer/news') {
      if (Number(searchParams.get('after')) === news) await nextNews(request);
      return send(response, 200, '.json', JSON.stringify({ ok: true, news }));
    }
    if (method === 'GET' && pathname.startsWith(FOLLOW))
      return sendMatch(response, pathname.slice(FOLLOW.length), follow());
    if (method !== 'POST' || pathname !== '/peer/api') return send(response, 404, '.json', REFUSED);
    const body = await bodyOf(request);
    if (body === null) return send(response, 413, '.json', TOO_LARGE);
    const given = parseJson(body);
    const answer = given.ok
      ? await answerRequest(api, given.value, name => PEER_API[name].page)
      : given;
    send(response, 200, '.json', JSON.stringify(isLocked(answer) ? LOCKED : answer));
  };
  const here = () => (server.address() as AddressInfo).port;
  const nextNews = (request: IncomingMessage) =>
    new Promise<void>(resolve => {
      const done = () => {
        clearTimeout(timer);
        waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, NEWS_MS);
      waiting.add(done);
      request.once('close', done);
    });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  } catch (cause) {
    return fail('unwritable', `cannot serve web pages: ${reason(cause)}`);
  }
  return ok({
    url: `http://127.0.0.1:${here()}/#/dashboard?token=${token}`,
    changed() {
      news++;
      for (const notify of waiting) notify();
    },
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  });
}

/** Sends a line for each page of a match, until the page that follows it closes the request. It checks the nodes by the rules. */
async function sendMatch(response: ServerResponse, text: string, frames: Frames): Promise<void> {
  const of = publishedName(text);
  if (of === null) {
    frames.close();
    return send(response, 400, '.json', REFUSED);
  }
  const { Followed, subscribeToMatch, memorySequences } = await import('@kifu/peer/follow');
  const followed = new Followed(of, memorySequences());
  response.writeHead(200, { ...HEADERS, 'content-type': 'application/x-ndjson' });
  response.flushHeaders();
  response.once('close', frames.close);
  const say = (line: JsonObject) => void response.write(`${JSON.stringify(line)}\n`);
  let told = 0;
  const fault = await subscribeToMatch(frames, of, followed, () => {
    const { nodes, fork, name } = followed;
    if (nodes.length > told) say({ name, nodes: nodes.slice(told).map(encodeBase64) });
    told = nodes.length;
    if (fork !== null) say({ name, nodes: [], fork: fork.at });
  });
  response.end(`${JSON.stringify({ nodes: [], fault: { ...fault } })}\n`);
}

const REFUSED = JSON.stringify({
  ok: false,
  fault: { code: 'unsupported', message: 'not allowed for this page' },
});

const TOO_LARGE = JSON.stringify(fail('too-large', `request too long (${MAX_BODY} bytes at most)`));

const isLocked = (answer: Result<unknown>): answer is Fail =>
  !answer.ok && answer.fault.rule === 'passphrase';
/** The page has no passphrase to give. */
const LOCKED = fail('unreadable', 'the key is locked; unlock it with kifu peer unlock', {
  rule: 'passphrase',
});

/** A request's body; null where it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk;
    if (body.length > MAX_BODY) return null;
  }
  return body;
}

async function sendFile(response: ServerResponse, pages: string, pathname: string): Promise<void> {
  const path = normalize(pathname === '/' ? '/index.html' : pathname);
  const bytes = await readFile(join(pages, path)).catch(() => null);
  if (bytes === null) send(response, 404, '.html', 'Not found.');
  else send(response, 200, extname(path), bytes);
}

const send = (response: ServerResponse, status: number, type: string, body: string | Buffer) =>
  void response
    .writeHead(status, { ...HEADERS, 'content-type': TYPES[type] ?? 'application/octet-stream' })
    .end(body);

const HEADERS = {
  'content-security-policy': OPEN_PAGE_POLICY,
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const isHere = (host: string | undefined, port: number): boolean =>
  host === `127.0.0.1:${port}` || host === `localhost:${port}`;

function isSame(given: string | undefined, wanted: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
