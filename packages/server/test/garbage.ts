/** Messages that no good program sends, over HTTP and WebSocket, from a seed: the same on every run. */
import { roll } from '@kifu/core';

/** Picks by chance. */
export interface Luck {
  below(n: number): number;
  pick<T>(list: readonly T[]): T;
  bytes(length: number): Buffer;
}

export function createLuck(seed: number): Luck {
  let state = seed;
  const below = (n: number): number => {
    const [value, next] = roll(state, n);
    state = next as number;
    return value - 1;
  };
  return {
    below,
    pick: list => list[below(list.length)]!,
    bytes: length => Buffer.from(Array.from({ length }, () => below(256))),
  };
}

const PATHS = [
  '/api/invites',
  '/api/invites/ID',
  '/api/invites/ID/seats',
  '/api/matches/ID',
  '/api/matches/ID/record',
  '/api/matches/ID/state',
  '/api/matches/ID/position.svg',
  '/api/matches/ID/position.png',
  '/api/matches/ID/snapshots/9',
  '/api/library',
  '/api/library/stats',
  '/api/players',
  '/api/players/ID',
  '/api/games/ID/replay',
  '/api/games/ID/replay/state',
  '/api/records',
  '/api/live',
  '/api/docs',
  '/healthz',
];
const IDS = [
  '%00',
  '..',
  '%2e%2e%2f',
  'x'.repeat(200),
  '__proto__',
  'constructor',
  '%ff',
  '🙂',
  '-1',
];
const VALUES = ['', '-1', '1e9', 'NaN', '%00', '[]', '{}', '0x10', '9'.repeat(30), "' or 1=1", 'é'];
const KEYS = [
  'n',
  'tick',
  'ms',
  'head',
  'as',
  'limit',
  'after',
  'sort',
  'keep',
  'position',
  'board',
];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];
const BODIES = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '{"game":null}',
  '{"game":"chess","seats":{}}',
  '{"game":"chess","seats":[{"type":"you"}]}',
  '{"game":"__proto__","seats":[{"type":"open"},{"type":"open"}]}',
  '{"__proto__":{"isAdmin":true}}',
  '{"game":"chess","seats":[],"seats":[]}',
  `{"a":${'['.repeat(500)}`,
  'PK\u0003\u0004',
];

/** A request that is well framed and asks for nonsense. */
export function oddRequest(luck: Luck, match: string) {
  const id = luck.pick([...IDS, match, match.slice(1), `${match}a`]);
  const query = Array.from(
    { length: luck.below(3) },
    () => `${luck.pick(KEYS)}=${luck.pick(VALUES)}`,
  );
  const method = luck.pick(METHODS);
  return {
    method,
    path: encodeURI(`${luck.pick(PATHS).replace('ID', id)}?${query.join('&')}`).replaceAll(
      '%25',
      '%',
    ),
    headers: {
      ...(luck.below(4) === 0 ? { range: luck.pick(['bytes=9-1', 'bytes=a', 'bytes=-']) } : {}),
      ...(luck.below(4) === 0
        ? { authorization: luck.pick(['Bearer', 'Bearer x', 'Basic eA==']) }
        : {}),
      ...(luck.below(4) === 0 ? { 'if-none-match': '"'.repeat(luck.below(20)) } : {}),
      'content-type': luck.pick(['application/json', 'text/plain', 'a/b', 'application/json']),
    },
    body:
      method === 'GET' || method === 'HEAD'
        ? null
        : luck.below(3) === 0
          ? luck.bytes(luck.below(300))
          : luck.pick(BODIES),
  };
}

const RAW = [
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET  /  HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'POST /api/invites HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
  'POST /api/invites HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /api/records HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'POST /api/records HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
  'GET /api/live/x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  'GET //// HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n\r\n',
  'GET http:// HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
];

/** Bytes that are hardly HTTP. */
export const rawBytes = (luck: Luck): Buffer =>
  luck.below(3) === 0 ? luck.bytes(1 + luck.below(200)) : Buffer.from(luck.pick(RAW), 'latin1');

const SAID = [
  '{',
  '[]',
  'null',
  '{"type":"hello","token":1}',
  '{"type":"hello","seen":{"n":-1,"node":""}}',
  '{"type":"act","id":1,"seen":0,"act":{"type":"move","move":{"from":"e2","to":"e4"}}}',
  '{"type":"act","id":1,"seen":9e99,"act":{"type":"move","move":0}}',
  '{"type":"act","id":1,"seen":0,"act":{"type":"leave","of":0,"how":"flag"}}',
  '{"type":"link","k":0,"link":"00"}',
  '{"type":"chat","text":""}',
  '{"type":"__proto__"}',
  '{"type":"rematch"}{"type":"rematch"}',
  `{"type":"chat","text":"${'x'.repeat(20_000)}"}`,
  '{"type":"ready","commitment":"zz"}',
];

/** Something to say on a socket. */
export const oddMessage = (luck: Luck): string | Buffer =>
  luck.below(4) === 0 ? luck.bytes(luck.below(100)) : luck.pick(SAID);
