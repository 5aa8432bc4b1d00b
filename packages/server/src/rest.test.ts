/** Records, states, pictures, the library and uploads over HTTP. */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { LiveMatch } from '@kifu/client';
import { type Cid, cidOf, formatCid, type Game, type Json, parseCid, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { parseUci } from '@kifu/games/chess';
import { headOf, nodesOf, recordKifu } from '@kifu/record';
import { writeCar } from '@kifu/record/car';
import { findRecords, openSource } from '@kifu/record/file';
import { formatKifu, kifuFromJson, parseKifu } from '@kifu/record/json';
import { loadNodes } from '@kifu/record/store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signedExample } from '../../../test/signed-example.ts';
import { ended, GAMES, inMemory, type Served, seen, serve, until } from '../test/serve.ts';
import { listingAnswer, problemAnswer, stateAnswer } from './routes/schemas.ts';

let served: Served;
let match: string;
let invite: string;
const SEATS = [
  { type: 'you', name: 'Ann' },
  { type: 'you', name: 'Bob' },
] as const;
const FOOLS_MATE = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];
const cid = (text: string): Cid => unwrap(parseCid(text));
/** Width and height, as they stand in its first chunk. */
const sizeOfPng = (bytes: Uint8Array): number[] => {
  expect([...bytes.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
  const { buffer, byteOffset } = bytes;
  return [16, 20].map(at => new DataView(buffer, byteOffset).getUint32(at));
};
const uci = (text: string) => unwrap(parseUci(text)) as unknown as Json;

async function play(moves: readonly string[], more: object = {}): Promise<LiveMatch[]> {
  const lives = await served.play({ game: 'chess', seats: [...SEATS], ...more });
  await Promise.all(lives.map(live => seen(live, 0)));
  for (const [i, move] of moves.entries()) {
    unwrap(await lives[i % 2]!.play(uci(move)));
    await Promise.all(lives.map(live => seen(live, i + 1)));
  }
  return lives;
}

beforeAll(async () => {
  served = await serve({ limits: { requestBurst: 10_000, requestsPerMinute: 100_000 } });
  const [ann] = await play(FOOLS_MATE);
  await ended(ann!);
  match = ann!.invite!.match!;
  invite = ann!.invite!.id;
  // indexed a moment after all members received the end
  await until(ann!, live => live.invite!.phase === 'ended');
});
afterAll(() => served.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(new URL(path, served.url), { headers, method });
/** What answers have, each some of it. */
interface Answered {
  readonly listings: readonly { readonly match: string; readonly players: readonly string[] }[];
  readonly latest: Answered['listings'];
  readonly next: string | null;
  readonly legal: { readonly [seat: string]: readonly unknown[] };
  readonly matches: number;
  readonly tallies: readonly unknown[];
  readonly players: readonly unknown[];
  readonly pieces: readonly { readonly id: string }[];
  readonly moves: readonly unknown[];
  readonly tick: number;
  readonly records: readonly {
    readonly match: string;
    readonly head: string;
    readonly form: string;
    readonly kept: string;
    readonly losses: readonly string[];
    readonly verdict: string;
    readonly fault: { readonly code: string };
  }[];
}
const json = async (path: string, headers: Record<string, string> = {}) =>
  (await (await get(path, headers)).json()) as Answered;

/** Returns the fault of a refusal, which must have the documented format. */
async function faultOf(answer: Response): Promise<{ status: number; code: string; path?: string }> {
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const problem = problemAnswer.parse(await answer.json());
  expect(problem.status).toBe(answer.status);
  const path = problem.fault.at?.path;
  return { status: problem.status, code: problem.fault.code, ...(path ? { path } : {}) };
}

describe('records in every format', () => {
  test.each(['car', 'pack', 'json', 'pgn', 'replay-log'])('%s is read again', async form => {
    const answer = await get(`/api/matches/${match}/record?as=${form}`);
    expect(answer.status).toBe(200);
    const head = answer.headers.get('kifu-head')!;
    const bytes = new Uint8Array(await answer.arrayBuffer());
    for await (const source of findRecords(GAMES, '', bytes, form)) {
      const opened = unwrap(await openSource(GAMES, unwrap(source)));
      expect(opened.fault).toBeNull();
      expect(opened.kifu.ending?.outcome ?? opened.kifu.entries.length).toBeTruthy();
      if (['car', 'pack', 'json'].includes(form)) expect(formatCid(opened.head)).toBe(head);
    }
    const losses = answer.headers.get('kifu-losses');
    if (['car', 'pack', 'json'].includes(form)) expect(losses).toBeNull();
    else expect(JSON.parse(losses!)).toContainEqual(expect.stringMatching(/signature/));
  });

  test.each<[string, string]>([
    ['car', 'application/vnd.ipld.car; version=1'],
    ['pack', 'application/vnd.kifu.pack'],
    ['json', 'application/json; charset=utf-8'],
    ['pgn', 'text/plain; charset=utf-8'], // its tags look like a list of JSON
    ['replay-log', 'text/plain; charset=utf-8'], // a line of JSON a move
  ])('%s has the content type %s', async (form, type) => {
    const { headers } = await get(`/api/matches/${match}/record?as=${form}`);
    expect(headers.get('content-type')).toBe(type);
  });

  test('a match is found by the id of its invite too', async () => {
    expect(await json(`/api/matches/${invite}`)).toEqual(await json(`/api/matches/${match}`));
  });

  test('what the reader has is not sent again; what is named by its content never changes', async () => {
    const path = `/api/matches/${match}/record?as=pgn`;
    const first = await get(path);
    const tag = first.headers.get('etag')!;
    const head = first.headers.get('kifu-head')!;
    expect(first.headers.get('cache-control')).toBe('public, no-cache');
    const again = await get(path, { 'if-none-match': `"other", ${tag}` });
    expect([again.status, await again.text()]).toEqual([304, '']);
    // caches take over what stands here (RFC 9111 §4.3.4), so it says nothing of what is not sent
    expect(again.headers.get('content-type')).toBeNull();
    expect(again.headers.get('content-length')).toBeNull();
    expect((await get(`${path}&head=${match}`, { 'if-none-match': '*' })).status).toBe(304);
    const other = formatCid(cidOf('dag-cbor', Uint8Array.of(1)));
    expect((await get(`${path}&head=${other}`, { 'if-none-match': '*' })).status).toBe(404);
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
    // a record up to a node may be spoken about tomorrow; its state there stays what it is
    const fixed = await get(`${path}&head=${head}`);
    expect(fixed.headers.get('cache-control')).toBe('public, no-cache');
    const state = await get(`/api/matches/${match}/state?head=${head}`);
    expect(state.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test('a CAR is given in parts', async () => {
    const path = `/api/matches/${match}/record`;
    const whole = Buffer.from(await (await get(path)).arrayBuffer());
    const part = async (range: string, more = {}) => {
      const answer = await get(path, { range, ...more });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return [answer.status, answer.headers.get('content-range'), bytes] as const;
    };
    const size = whole.length;
    expect(await part('bytes=10-19')).toEqual([206, `bytes 10-19/${size}`, whole.subarray(10, 20)]);
    expect(await part('bytes=-5')).toEqual([
      206,
      `bytes ${size - 5}-${size - 1}/${size}`,
      whole.subarray(-5),
    ]);
    expect((await part(`bytes=${size}-`)).slice(0, 2)).toEqual([416, `bytes */${size}`]);
    for (const range of ['bytes=5-2', 'bytes=a-b', 'lines=1-2', 'bytes=1-2,4-5'])
      expect((await part(range))[0], range).toBe(200);
    const tag = (await get(path)).headers.get('etag')!;
    expect((await part('bytes=0-0', { 'if-range': tag }))[0]).toBe(206);
    expect((await part('bytes=0-0', { 'if-range': '"old"' }))[0]).toBe(200);
  });

  test('HEAD has the headers and nothing else', async () => {
    const path = `/api/matches/${match}/record`;
    const [head, whole] = [await get(path, {}, 'HEAD'), await get(path)];
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['etag', 'content-type', 'content-length', 'kifu-head'])
      expect(head.headers.get(name), name).toBe(whole.headers.get(name));
  });

  test('text is compressed, bytes and tokens are not', async () => {
    const raw = await served.server.app.inject({
      url: `/api/matches/${match}/record?as=json`,
      headers: { 'accept-encoding': 'br' },
    });
    expect(raw.headers['content-encoding']).toBe('br');
    expect(unwrap(parseKifu(brotliDecompressSync(raw.rawPayload).toString())).entries).toHaveLength(
      6,
    );
    const car = await served.server.app.inject({
      url: `/api/matches/${match}/record`,
      headers: { 'accept-encoding': 'br' },
    });
    expect(car.headers['content-encoding']).toBeUndefined();
    const made = await served.server.app.inject({
      method: 'POST',
      url: '/api/invites',
      headers: { 'accept-encoding': 'br' },
      payload: {
        game: 'ludo',
        seats: Array.from({ length: 4 }, () => ({ type: 'you', name: 'n'.repeat(80) })),
      },
    });
    expect(made.statusCode).toBe(201);
    expect(made.headers['content-encoding']).toBeUndefined();
  });

  test.each([
    ['/api/matches/nobody', 404, 'not-found'],
    ['/api/matches/nobody/record', 404, 'not-found'],
    ['/api/matches/a%2Fb', 400, 'malformed'],
    ['/api/matches/..%2f..%2fetc', 400, 'malformed'],
    [`/api/matches/${'a'.repeat(81)}`, 400, 'malformed'],
    ['/api/matches/M/record?as=sgf', 422, 'unsupported'],
    ['/api/matches/M/record?as=../x', 400, 'malformed'],
    ['/api/matches/M/record?as=car&as=pgn', 400, 'malformed'],
    ['/api/matches/M/record?what=1', 400, 'malformed'],
    ['/api/matches/M/record?head=zzz', 400, 'malformed'],
    [
      `/api/matches/M/record?head=bafyreic3xs7qrf5lv5f6e7s2qz3lc4ejoi4ptgsbpuucwhpnsv6vgi6y5q`,
      404,
      'not-found',
    ],
    ['/nothing', 404, 'not-found'],
  ])('%s is refused', async (path, status, code) => {
    expect(await faultOf(await get(path.replace('M', match)))).toMatchObject({ status, code });
  });
});

describe('any point', () => {
  test('has the state after each entry, by the rules', async () => {
    for (let n = 0; n <= 6; n++) {
      const state = stateAnswer.parse(await json(`/api/matches/${match}/state?n=${n}`));
      expect(state).toMatchObject({ match, n, entries: 6 });
    }
    const last = await json(`/api/matches/${match}/state`);
    expect(last).toMatchObject({
      n: 6,
      outcome: { result: 'win', winners: [1], reason: 'checkmate' },
      position: 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3',
      active: [],
    });
    const first = await json(`/api/matches/${match}/state?n=0&legal=true`);
    expect(first.legal['0']).toHaveLength(20);
  });

  test('has a picture', async () => {
    const answer = await get(`/api/matches/${match}/position.svg?n=1&turn=180&theme=dark`);
    expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const picture = await answer.text();
    expect(picture).toMatch(/^<svg [\s\S]*<\/svg>$/);
    expect(picture).not.toBe(await (await get(`/api/matches/${match}/position.svg?n=0`)).text());
    const tag = answer.headers.get('etag')!;
    const again = await get(`/api/matches/${match}/position.svg?n=1&turn=180&theme=dark`, {
      'if-none-match': tag,
    });
    expect(again.status).toBe(304);
  });

  test('has a picture as PNG, of the size that cards of links have', async () => {
    const path = `/api/matches/${match}/position.png`;
    const answer = await get(`${path}?n=3`);
    expect(answer.headers.get('content-type')).toBe('image/png');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(sizeOfPng(bytes)).toEqual([1200, 630]);
    expect(new Uint8Array(await (await get(`${path}?n=3`)).arrayBuffer())).toEqual(bytes);
    for (const query of ['n=0', 'n=3&turn=380', 'n=3&theme=dark'])
      expect(new Uint8Array(await (await get(`${path}?${query}`)).arrayBuffer())).not.toEqual(
        bytes,
      );
    const tag = answer.headers.get('etag')!;
    expect((await get(`${path}?n=3`, { 'if-none-match': tag })).status).toBe(304);
  });

  test.each([
    ['state?n=7', 404, 'not-found'],
    ['state?tick=1', 422, 'no-ticks'],
    ['state?n=-1', 400, 'malformed'],
    ['state?n=1.5', 400, 'malformed'],
    ['state?n=1e3', 400, 'malformed'],
    ['state?n=99999999999999999999', 400, 'malformed'],
    ['state?n=1&ms=2', 400, 'malformed'],
    ['state?as=kfchess', 422, 'unsupported'],
    ['position.svg?turn=45', 400, 'malformed'],
    ['position.svg?cell=100000', 400, 'malformed'],
    ['position.png?cell=10', 400, 'malformed'],
    ['position.png?n=7', 404, 'not-found'],
  ])('%s is refused', async (path, status, code) => {
    expect(await faultOf(await get(`/api/matches/${match}/${path}`))).toMatchObject({
      status,
      code,
    });
  });
});

describe('the library', () => {
  test('finds by all that it can be asked, page by page', async () => {
    const queries: [string, number][] = [
      ['game=chess', 1],
      ['game=go', 0],
      ['player=ann', 1],
      ['result=win&reason=checkmate', 1],
      ['from=2020-01-01', 1],
      ['before=2020-01-01', 0],
      ['minEntries=6&maxEntries=6', 1],
      ['rated=true', 0],
      ['text=bob', 1],
      ['opening=f3,e5', 1],
      ['opening=e4', 0],
      [
        `game=chess&board=${encodeURIComponent('rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3')}`,
        1,
      ],
      ['position=0011223344556677', 0],
    ];
    for (const [query, count] of queries) {
      const { listings } = await json(`/api/library?${query}`);
      expect(listings, query).toHaveLength(count);
      for (const listing of listings) {
        expect(listingAnswer.parse(listing).match).toBe(match);
        expect(listing).not.toHaveProperty('visibility');
      }
      if (!query.startsWith('position')) {
        const stats = await json(`/api/library/stats?${query}`);
        expect(stats.matches, query).toBe(count);
      }
    }
  });

  test('counts what was played next at a position, given in each way', async () => {
    const after = 'rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1';
    for (const where of ['moves=f3', `board=${encodeURIComponent(after)}`]) {
      const answer = await get(`/api/explore?game=chess&${where}`);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
      const found = (await answer.json()) as {
        readonly moves: unknown;
        readonly notable: { readonly match: string }[];
      };
      expect(found).toMatchObject({
        game: 'chess',
        games: 1,
        wins: [0, 1],
        draws: 0,
        isWhole: true,
      });
      expect(found.moves).toMatchObject([{ move: 'e5', seat: 1, games: 1, wins: [0, 1] }]);
      expect(found.notable.map(({ match }) => match)).toEqual([match]);
    }
    expect(await json('/api/explore?game=chess&player=nobody')).toMatchObject({
      games: 0,
      moves: [],
    });
  });

  test.each([
    ['', 'malformed'],
    ['game=nonsense', 'unknown-game'],
    ['game=chess&moves=e5', 'illegal-move'],
    ['game=chess&moves=e4&board=x', 'malformed'],
    ['game=chess&board=x', 'malformed'],
    ['game=go&board=x', 'unsupported'],
    ['game=chess&state=%7B', 'malformed'],
    ['game=chess&state=%7B%7D', 'malformed'],
    ['game=chess&visibility=private', 'malformed'],
  ])('the explorer refuses %s', async (query, code) => {
    expect(await faultOf(await get(`/api/explore?${query}`))).toMatchObject({ code });
  });

  test('gives no tallies when the limit is 0', async () => {
    const whole = await json('/api/library/stats?game=chess');
    expect(whole.tallies).not.toEqual([]);
    expect(await json('/api/library/stats?game=chess&limit=0')).toEqual({ ...whole, tallies: [] });
    expect((await json('/api/library/stats?game=chess&limit=1')).tallies).toHaveLength(1);
  });

  test('lists players, and returns the results of one', async () => {
    const { players } = await json('/api/players?game=chess');
    expect(players).toContainEqual(expect.objectContaining({ player: 'Bob', wins: 1 }));
    const bob = await json('/api/players/Bob');
    expect(bob).toMatchObject({ player: 'Bob', tallies: [{ game: 'chess', wins: 1 }] });
    expect(bob.latest.map(one => one.match)).toEqual([match]);
    expect(await faultOf(await get('/api/players/Bo'))).toMatchObject({ code: 'not-found' });
  });

  test('an upload with a famous name does not count in the tallies of players', async () => {
    const pgn = '[White "Carlsen"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 e5 1-0';
    const kept = await fetch(new URL('/api/records?keep=true', served.url), {
      method: 'POST',
      body: pgn,
    });
    expect(await kept.json()).toMatchObject({ records: [{ kept: 'yes' }] });
    const { players } = await json('/api/players');
    expect(JSON.stringify(players)).not.toContain('Carlsen');
    expect(await json('/api/players/Bob')).toMatchObject({ tallies: [{ wins: 1, losses: 0 }] });
    const carlsen = await json('/api/players/Carlsen');
    expect(carlsen).toMatchObject({ tallies: [] });
    expect(carlsen.latest).toHaveLength(1);
    expect((await json('/api/players?source=upload')).players).toContainEqual(
      expect.objectContaining({ player: 'Carlsen', wins: 1 }),
    );
    await served.stores.library!.remove(unwrap(parseCid(carlsen.latest[0]!.match)));
  });

  test('a page starts where the previous one ended', async () => {
    const pgn = Array.from(
      { length: 5 },
      (_, i) => `[Event "x"]\n[White "W${i}"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n`,
    ).join('\n');
    const kept = await fetch(new URL('/api/records?keep=true', served.url), {
      method: 'POST',
      body: pgn,
    });
    expect(kept.status).toBe(201);
    const seenPlayers: string[] = [];
    let path: string | null = '/api/library?source=upload&limit=2&sort=player';
    let pages = 0;
    while (path !== null) {
      const answer: Response = await get(path);
      const { listings, next } = (await answer.json()) as Answered;
      seenPlayers.push(...listings.map(one => one.players[0]!));
      const link = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? null;
      expect(link === null).toBe(next === null);
      path = link;
      pages++;
    }
    expect([seenPlayers, pages]).toEqual([['W0', 'W1', 'W2', 'W3', 'W4'], 3]);
  });

  test.each([
    ['limit=101', '/limit'],
    ['sort=best', '/sort'],
    ['rated=yes', '/rated'],
    ['from=yesterday', '/from'],
    ['position=xyz', '/position'],
    ['after=garbage', '/after'],
    ['board=x', '/board'],
    ['visibility=private', undefined],
    ['hidden=true', undefined],
  ])('%s is refused', async (query, path) => {
    expect(await faultOf(await get(`/api/library?${query}`))).toMatchObject({
      status: 400,
      code: 'malformed',
      ...(path === undefined ? {} : { path }),
    });
  });
});

describe('uploads', () => {
  const upload = async (body: Uint8Array | string, query = '') => {
    const answer = await fetch(new URL(`/api/records${query}`, served.url), {
      method: 'POST',
      body: typeof body === 'string' ? body : Buffer.from(body),
    });
    return { status: answer.status, ...((await answer.json()) as Answered) };
  };
  const carOf = async () =>
    new Uint8Array(await (await get(`/api/matches/${match}/record`)).arrayBuffer());

  test('a good record is verified, and not kept unless asked', async () => {
    const { status, records } = await upload(await carOf());
    expect(status).toBe(200);
    expect(records).toMatchObject([
      { verdict: 'refereed', fault: null, match, form: 'car', kept: 'no', entries: 6 },
    ]);
    expect((await upload(await carOf(), '?keep=true')).records[0]!.kept).toBe('already');
  });

  test('a record is stored on request, and found from then on', async () => {
    const chess = unwrap(await loadKit('chess'));
    const text = await (await get(`/api/matches/${match}/record?as=json`)).text();
    const { header } = unwrap(kifuFromJson(chess.game as Game, unwrap(parseKifu(text))));
    const { terms: _, ...foreign } = header;
    const kifu = {
      header: {
        ...foreign,
        tags: { event: 'x' },
        players: [
          { seat: 0, name: 'Cy' },
          { seat: 1, name: 'Di' },
        ],
      },
      ...{ entries: [], ending: null, notes: [], variations: [] },
    };
    const made = unwrap(recordKifu(chess.game, kifu));
    expect(made.nodes).toHaveLength(1);
    const { status, records } = await upload(formatKifu(chess.game, kifu), '?keep=true');
    expect([status, records[0]!.kept, records[0]!.head]).toEqual([
      201,
      'yes',
      formatCid(made.head),
    ]);
    const { listings } = await json('/api/library?player=cy');
    expect(listings).toHaveLength(1);
    expect((await get(`/api/matches/${listings[0]!.match}/record`)).status).toBe(200);
  });

  test('a record is stored as a whole, unless its nodes are larger than an upload may be', async () => {
    const stores = inMemory();
    const appended: number[] = [];
    const append: NonNullable<typeof stores.append> = async (blocks, id, from, to) => {
      appended.push(blocks.length);
      for (const { cid, bytes } of blocks) await stores.blocks.put(cid, bytes);
      return stores.heads.move(id, from, to);
    };
    const small = await serve({ stores: { ...stores, append }, limits: { uploadBytes: 600 } });
    const keep = async (moves: string) => {
      const answer = await fetch(new URL('/api/records?keep=true', small.url), {
        method: 'POST',
        body: moves,
      });
      return ((await answer.json()) as Answered).records[0]!.kept;
    };
    try {
      expect(await keep('1. f3 e5 2. g4 Qh4# 0-1')).toBe('yes');
      expect(appended).toEqual([6]);
      const long = '[White "Ann"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 *';
      expect(await keep(long)).toBe('too-large');
      expect(await keep(`[White "Bob"]\n\n1. f3 {${'word '.repeat(90)}} *`)).toBe('too-large');
      expect(appended).toEqual([6]);
    } finally {
      await small.close();
    }
  });

  describe('with comments and variations', () => {
    const pgn = (white: string, movetext: string) => `[White "${white}"]\n\n${movetext}\n`;
    const keep = async (text: string) => {
      const { records } = await upload(text, '?keep=true');
      return records[0]!;
    };
    const recordOf = (id: string, query = '?as=pgn') => get(`/api/matches/${id}/record${query}`);
    const SAID = '1. f3 {a quiet start} e5 (1... d5 {bolder}) 2. g4 {a blunder} Qh4# 0-1';
    const FOUND = /1\. f3 \{a quiet start\} 1\.\.\. e5 \(1\.\.\. d5 \{bolder\}\)/;

    test.each(['pgn', 'json', 'car', 'pack'])('they are had again as %s', async form => {
      const { kept, losses, match: id } = await keep(pgn('Uma', SAID));
      expect(kept).toMatch(/yes|already/);
      expect(losses).toEqual([]);
      const answer = await recordOf(id, `?as=${form}`);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      if (form === 'pgn') expect(Buffer.from(bytes).toString()).toMatch(FOUND);
      else expect(answer.headers.get('kifu-losses')).toBeNull();
      for await (const source of findRecords(GAMES, '', bytes, form)) {
        const { kifu } = unwrap(await openSource(GAMES, unwrap(source)));
        expect(kifu.notes.map(({ text }) => text)).toEqual(['a quiet start', 'a blunder']);
        expect(kifu.variations).toMatchObject([{ entry: 1, notes: [{ text: 'bolder' }] }]);
      }
      const { listings } = await json('/api/library?text=bolder');
      expect(listings.map(one => one.match)).toEqual([id]);
    });

    test('a format that cannot represent annotations reports the loss', async () => {
      const { match: id } = await keep(pgn('Uma', SAID));
      const losses = (await recordOf(id, '?as=replay-log')).headers.get('kifu-losses');
      expect(JSON.parse(losses!)).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^notes/),
          expect.stringMatching(/^variations/),
        ]),
      );
    });

    test('remarks about later nodes are left out of a record up to a node, and told', async () => {
      const { match: id } = await keep(pgn('Uma', SAID));
      const nodes = unwrap(
        await loadNodes(served.stores, (await served.stores.heads.get(cid(id)))!),
      );
      const second = formatCid(cidOf('dag-cbor', nodes[2]!));
      const answer = await recordOf(id, `?as=pgn&head=${second}`);
      const text = await answer.text();
      expect(text).toMatch(FOUND);
      expect(text).not.toContain('blunder');
      expect(JSON.parse(answer.headers.get('kifu-losses')!)).toContain(
        'remarks: 1 about what is not in the record',
      );
    });

    test('a reader who has it without them gets it again', async () => {
      const plain = pgn('Vic', '1. f3 e5 2. g4 Qh4# 0-1');
      const { match: id } = await keep(plain);
      const before = (await recordOf(id)).headers.get('etag')!;
      expect(
        (await get(`/api/matches/${id}/record?as=pgn`, { 'if-none-match': before })).status,
      ).toBe(304);
      expect(await keep(pgn('Vic', SAID))).toMatchObject({ kept: 'already', losses: [] });
      const after = await get(`/api/matches/${id}/record?as=pgn`, { 'if-none-match': before });
      expect(after.status).toBe(200);
      expect(await after.text()).toMatch(FOUND);
      expect((await json('/api/library?player=vic&text=bolder')).listings).toHaveLength(1);
      // the first annotations win; the others are reported
      expect(await keep(pgn('Vic', '1. f3 e5 2. g4 {rude} Qh4# 0-1'))).toMatchObject({
        kept: 'already',
        losses: ['remarks: the record was here before, and what is said about it stays as it is'],
      });
      expect(await keep(plain)).toMatchObject({ kept: 'already', losses: [] });
      expect(await (await recordOf(id)).text()).not.toContain('rude');
    });

    test('remarks about a match that was played here, or uploaded by others, are refused', async () => {
      const json = unwrap(parseKifu(await (await recordOf(match, '?as=json')).text()));
      const notes = [{ entry: 1, author: null, text: 'rude', glyphs: [] }];
      const told = await keep(JSON.stringify({ ...json, notes }));
      expect(told).toMatchObject({
        kept: 'already',
        losses: [expect.stringMatching(/^remarks: /)],
      });
      expect(await (await recordOf(match)).text()).not.toContain('rude');
      const { match: id } = await keep(pgn('Wes', '1. f3 *'));
      const library = served.stores.library!;
      await library.list({ ...(await library.get(cid(id)))!, source: 'club' });
      expect((await keep(pgn('Wes', '1. f3 {rude} *'))).losses).toHaveLength(1);
      expect(await served.stores.remarks.get(cid(id))).toBeNull();
    });

    test('they are there with their record, and only with it', async () => {
      const { match: id } = await keep(pgn('Xia', SAID));
      const library = served.stores.library!;
      const listing = (await library.get(cid(id)))!;
      await library.list({ ...listing, visibility: 'private' });
      expect((await recordOf(id)).status).toBe(404);
      expect((await json('/api/library?text=bolder&player=xia')).listings).toEqual([]);
      await library.list(listing);
      expect((await recordOf(id)).status).toBe(200);
    });

    test('damaged annotations are reported, and the record is read all the same', async () => {
      const { match: id } = await keep(pgn('Yan', SAID));
      await served.stores.remarks.put(cid(id), Uint8Array.of(1, 2, 3));
      const answer = await recordOf(id);
      expect(await answer.text()).toContain('1. f3 e5 2. g4 Qh4#');
      expect(JSON.parse(answer.headers.get('kifu-losses')!)).toContainEqual(
        expect.stringMatching(/^remarks: /),
      );
    });
  });

  test('a broken record says where it breaks, and is not kept', async () => {
    const car = await carOf();
    car[car.length - 3]! ^= 1;
    const { status, records } = await upload(car, '?keep=true');
    expect(status).toBe(200);
    expect(records).toMatchObject([{ verdict: 'broken', kept: 'no' }]);
    expect(records[0]!.fault.code).toBeTruthy();
  });

  test('a bad signature that a later one covers breaks a record; a quick check stores nothing', async () => {
    const { chain } = await signedExample(5); // garbage for the signature of entry 5
    const car = writeCar(
      [headOf(chain)],
      nodesOf(chain).map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes })),
    );
    expect((await upload(car, '?keep=true')).records).toMatchObject([
      { verdict: 'broken', good: 4, fault: { code: 'bad-signature' }, kept: 'no' },
    ]);
    expect((await upload(car, '?signatures=last')).records).toMatchObject([
      { verdict: 'verified', signatures: 'last', kept: 'no' },
    ]);
    expect((await upload(car, '?signatures=last&keep=true')).status).toBe(422);
  });

  test.each<[string, string | Uint8Array]>([
    ['nothing', ''],
    ['text', 'hello'],
    ['zeroes', new Uint8Array(1000)],
    ['half JSON', '{"format":'],
    ['deep JSON', '['.repeat(50_000)],
    ['deep objects', '{"a":'.repeat(50_000)],
  ])('%s is refused as a record', async (_name, body) => {
    const { status, records } = await upload(body);
    expect(status).toBe(200);
    expect(records).toMatchObject([{ verdict: 'broken', kept: 'no' }]);
  });

  test('every truncation of a CAR and of a pack is refused', async () => {
    for (const form of ['car', 'pack']) {
      const whole = new Uint8Array(
        await (await get(`/api/matches/${match}/record?as=${form}`)).arrayBuffer(),
      );
      for (let length = 1; length < whole.length; length += 37) {
        const { status, records } = await upload(whole.slice(0, length));
        expect([status, records[0]!.verdict], `${form} ${length}`).toEqual([200, 'broken']);
      }
    }
  });

  test('an upload that is too large, or with a wrong query, is refused', async () => {
    const answer = await fetch(new URL('/api/records', served.url), {
      method: 'POST',
      body: new Uint8Array(5_000_000),
    });
    expect(await faultOf(answer)).toMatchObject({ status: 413, code: 'too-large' });
    for (const query of ['?keep=maybe', '?as=A!', '?signatures=some'])
      expect((await upload('x', query)).status, query).toBe(400);
  });

  test('a replay of Kung Fu Chess is stored, and served at its own addresses', async () => {
    const file = new URL(
      '../../../vectors/kung-fu-chess/std-lightning-30hz-008.json',
      import.meta.url,
    );
    const { replay, states } = JSON.parse(readFileSync(file, 'utf8'));
    const { status, records } = await upload(JSON.stringify(replay), '?keep=true');
    expect([status, records[0]!.form, records[0]!.kept]).toEqual([201, 'kfchess', 'yes']);
    const id = records[0]!.match;
    const back = await json(`/api/games/${id}/replay`);
    const { headers } = await get(`/api/games/${id}/replay`);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { moves, created_at: _, ...rest } = replay;
    expect(back).toMatchObject(rest);
    // entries that were never played are not in a record, so they do not come back
    expect(moves).toEqual(expect.arrayContaining([...back.moves]));
    for (const { tick, pieces } of states) {
      const state = await json(`/api/games/${id}/replay/state?tick=${tick}`);
      expect(Object.keys(state)).toEqual(['tick', 'pieces', 'active_moves', 'cooldowns']);
      expect(state.pieces.map(one => one.id)).toEqual(
        pieces.map((one: readonly unknown[]) => one[0]),
      );
    }
    const end = await json(`/api/games/${id}/replay/state?tick=${replay.total_ticks + 1000}`);
    expect(end.tick).toBe(replay.total_ticks);
    expect(await faultOf(await get('/api/games/nobody/replay'))).toMatchObject({ status: 404 });
    expect(await faultOf(await get(`/api/games/${match}/replay`))).toMatchObject({ status: 404 });
    expect(await faultOf(await get(`/api/games/${id}/replay/state`))).toMatchObject({
      status: 400,
    });
    expect(await faultOf(await get(`/api/games/${id}/replay/state?tick=x`))).toMatchObject({
      status: 400,
    });
    const kfc = { game: 'kung-fu-chess', seats: [...SEATS], countdownMs: 0 };
    const [ann] = await served.play(kfc);
    await seen(ann!, 0);
    expect(await faultOf(await get(`/api/games/${ann!.invite!.id}/replay`))).toMatchObject({
      status: 400,
    });
  });
});
