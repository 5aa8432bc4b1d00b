/** Refusals of all routes: a problem with its fault, and the headers that every answer has. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handClock, type Served, serve } from '../test/serve.ts';

let served: Served;
beforeAll(async () => {
  served = await serve({ limits: { requestBurst: 1000 } });
});
afterAll(() => served.close());

/** Everything that the server answers to some bytes, until it closes. */
async function raw(text: string): Promise<{ readonly status: number; readonly text: string }> {
  const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', piece => {
    answer += piece;
  });
  socket.on('error', () => {}); // what the server leaves unread
  socket.write(text);
  await new Promise(done => socket.once('close', done));
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), text: answer };
}
const HOST = 'Host: x\r\nConnection: close\r\n';

describe('answers with a problem', () => {
  test.each<[string, string, string, number]>([
    ['an unknown address', 'GET', '/unheard-of', 404],
    ['an address that is none', 'GET', '/api/matches/%zz', 400],
    ['an address that is too long', 'GET', `/api/matches/${'abcd'.repeat(1000)}`, 414],
    ['PUT for POST', 'PUT', '/api/invites', 405],
    ['DELETE for GET', 'DELETE', '/api/live', 405],
    ['POST for GET', 'POST', '/healthz', 405],
    ['PATCH for GET', 'PATCH', '/api/matches/x/position.svg', 405],
    ['PATCH of what is not there', 'PATCH', '/api/matches/x/positionxsvg', 404],
  ])('for %s', async (_name, method, path, status) => {
    const response = await fetch(new URL(path, served.url), { method });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    const problem = (await response.json()) as { status: number; detail: string };
    expect(problem.status).toBe(status);
    expect(problem.detail).not.toContain(path.slice(-4)); // what was asked is not sent back
    expect(response.headers.has('allow')).toBe(status === 405);
  });

  test('for a method that is not taken, with those that are', async () => {
    const { headers } = await fetch(new URL('/api/invites/x', served.url), { method: 'PUT' });
    expect(headers.get('allow')).toBe('DELETE, GET, HEAD, OPTIONS');
  });

  test.each<[string, string, number]>([
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['a header that is too long', `GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
    [
      'two lengths',
      `POST /api/records HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
      400,
    ],
    [
      'a length and chunks',
      `POST /api/records HTTP/1.1\r\n${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
  ])('for %s', async (_name, text, status) => {
    const answer = await raw(text);
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(/content-type: application\/problem\+json/i);
  });
});

describe('upgrades', () => {
  const upgrade = (path: string, to: string) =>
    raw(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${to}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );

  test.each(['////', '//', '/', '*', '/api/live/', '/api/live/%2e%2e', 'http://[', '/\u0000'])(
    'to %j are refused, and the server stays',
    async path => {
      const { status, text } = await upgrade(path, 'websocket');
      expect([400, 404]).toContain(status);
      expect(text).toMatch(/content-type: application\/problem\+json/i);
      expect((await fetch(new URL('/healthz', served.url))).status).toBe(200);
    },
  );

  test('to a protocol that is not spoken here are ignored, and the request is answered', async () => {
    const { port } = new URL(served.url);
    const socket = connect(Number(port), '127.0.0.1');
    // as curl and Java ask for HTTP/2 by default
    socket.write(
      'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n\r\n',
    );
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toMatch(/^HTTP\/1\.1 200/);
    socket.destroy();
  });
});

test('a guest who asks too often gets a problem with all headers, and when to come again', async () => {
  const { now } = handClock();
  const busy = await serve({ now, limits: { requestBurst: 1, requestsPerMinute: 6 } });
  try {
    await fetch(new URL('/healthz', busy.url));
    const origin = 'https://elsewhere.example';
    const { status, headers } = await fetch(new URL('/healthz', busy.url), { headers: { origin } });
    expect(status).toBe(429);
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('retry-after')).toBe('10');
  } finally {
    await busy.close();
  }
});
