/** Analysis over HTTP, on loopback: for pages of known sites that have the token, and for nobody else. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Fault, fail, parseJson } from '@kifu/core';
import type { AnalysisService } from './analysis-service.ts';

/** Analysis that is served. */
export interface AnalysisServer {
  /** The address that pages ask. */
  readonly url: string;
  /** What they must know to be answered. */
  readonly token: string;
  /** Ends the searches, and resolves once nothing is connected any more. */
  close(): Promise<void>;
}

export interface AnalysisServerOptions {
  /** 0 for any. */
  readonly port: number;
  /** Origins of the sites whose pages may ask: `https://kifu.example`. */
  readonly origins: readonly string[];
}

const PATH = '/analyze';
/** Larger questions are refused. */
const MAX_BYTES = 1 << 20;
const MAX_CONNECTIONS = 64;
/** How long the headers and the body of a question may take, in milliseconds. */
const REQUEST_MS = 10_000;
/** How long a browser need not ask again whether it may ask, in seconds. */
const PREFLIGHT_S = '600';
const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  vary: 'origin',
};

/** Serves analysis; rejects where the port is taken. */
export async function serveAnalysis(
  service: AnalysisService,
  { port, origins }: AnalysisServerOptions,
): Promise<AnalysisServer> {
  const token = randomBytes(32).toString('base64url');
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.requestTimeout = REQUEST_MS;
  const here = (): number => (server.address() as AddressInfo).port;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const { origin } = headers;
    // DNS rebinding: a stranger's host name may lead to this address
    const isHere = [`127.0.0.1:${here()}`, `localhost:${here()}`].includes(headers.host ?? '');
    if (!isHere || (origin !== undefined && !origins.includes(origin)))
      return refuse(response, 403, NOT_ALLOWED);
    if (origin !== undefined) response.setHeader('access-control-allow-origin', origin);
    if (request.url !== PATH) return refuse(response, 404, NOT_HERE);
    if (method === 'OPTIONS') return allow(request, response);
    if (!isSame(headers.authorization ?? '', `Bearer ${token}`))
      return refuse(response, 401, NO_TOKEN);
    if (method === 'GET') return send(response, 200, JSON.stringify(service.about));
    if (method !== 'POST') return refuse(response, 405, NOT_HERE);
    if (!/^application\/json(?:;|$)/.test(headers['content-type'] ?? ''))
      return refuse(response, 415, NOT_JSON);
    const body = await bodyOf(request);
    if (body === null) return refuse(response, 413, TOO_LONG);
    const given = parseJson(body);
    const search = given.ok ? service.ask(given.value) : given;
    if (!search.ok) return refuse(response, statusOf(search.fault), search.fault);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    response.writeHead(200, { ...HEADERS, 'content-type': 'application/x-ndjson' });
    await search.value(gone.signal, line => void response.write(`${JSON.stringify(line)}\n`));
    response.end();
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${here()}${PATH}`,
    token,
    async close() {
      const closed = new Promise(resolve => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Tells a browser that the page may ask, also from a public address. */
function allow({ headers }: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, {
    ...HEADERS,
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-max-age': PREFLIGHT_S,
    ...(headers['access-control-request-private-network'] === 'true'
      ? { 'access-control-allow-private-network': 'true' }
      : {}),
  });
  response.end();
}

/** The body of a question; null where it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_BYTES) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const statusOf = ({ code, rule }: Fault): number =>
  rule === 'queue' ? 429 : code === 'not-found' ? 404 : 400;

const send = (response: ServerResponse, status: number, body: string): void =>
  void response.writeHead(status, { ...HEADERS, 'content-type': 'application/json' }).end(body);

const refuse = (response: ServerResponse, status: number, fault: Fault): void =>
  send(response, status, JSON.stringify({ ok: false, fault }));

const NOT_ALLOWED = fail('unsupported', 'pages of this site may not ask').fault;
const NOT_HERE = fail('not-found', `only GET and POST ${PATH} are answered`).fault;
const NO_TOKEN = fail(
  'unsupported',
  'wrong token; open the link that kifu engine serve prints',
).fault;
const NOT_JSON = fail('malformed', 'a question is of type application/json').fault;
const TOO_LONG = fail('too-large', `question too long (${MAX_BYTES} bytes at most)`).fault;

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
