/**
 * Live matches over WebSocket, the load in this process and the server in another; by the wall clock. Ours parses a move, plays it by the rules,
 * links and stores it, and answers when it is durable; the peers do none of that: `ws` sends a message back, or one to all, and boardgame.io's master
 * plays a move without rules in memory, without a network.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { liveUrl, makeInvite, PROTOCOL } from '@kifu/client';
import { luckFrom, start, step, unwrap } from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { WebSocket } from 'ws';
import { type Figure, figuresOf } from './measure.ts';

const ROUND_MS = 3000;
const ROUNDS = 5;
const MATCHES = 64;
const SPECTATORS = 400;
const GROUPS = 4;
const MIN_MOVES = 150;

/** The addresses of the other process. */
interface Addresses {
  readonly url: string;
  readonly bare: string;
}

export async function* bench(): AsyncGenerator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'kifu-bench-'));
  const { child, addresses } = await startServer(join(folder, 'kifu.sqlite'));
  try {
    const master = onUpdate();
    for (const isSigned of [false, true])
      yield* await compare(
        isSigned ? 'durable-moves-signed' : 'durable-moves',
        'moves/s',
        () => movesRate(addresses, isSigned),
        { 'ws-echo': () => echoRate(addresses), 'boardgame.io': master },
      );
    yield* await compare('fan-out', 'deliveries/s', () => fanOutRate(addresses), {
      'ws-broadcast': () => broadcastRate(addresses),
    });
  } finally {
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
    rmSync(folder, { recursive: true });
  }
}

async function startServer(path: string): Promise<{ child: ChildProcess; addresses: Addresses }> {
  const child = spawn(
    process.execPath,
    ['--conditions=source', '--no-warnings', join(import.meta.dirname, 'server-process.ts'), path],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [said] = await once(child.stdout, 'data');
  return { child, addresses: JSON.parse(String(said)) };
}

/** Ours and the peers in turn. */
async function compare(
  figure: string,
  unit: string,
  ours: () => Promise<number>,
  peers: { readonly [name: string]: () => Promise<number> },
): Promise<Figure[]> {
  const cases = [ours, ...Object.values(peers)];
  const rates: number[][] = cases.map(() => []);
  for (const run of cases) await run(); // warm up
  for (let round = 0; round < ROUNDS; round++)
    for (let i = 0; i < cases.length; i++) {
      const which = (i + round) % cases.length;
      rates[which]!.push(await cases[which]!());
    }
  const names = Object.keys(peers);
  return figuresOf(
    { bench: 'server', figure, unit },
    rates[0]!,
    Object.fromEntries(names.map((name, i) => [name, rates[i + 1]!])),
  );
}

async function open(address: string, protocol?: string): Promise<WebSocket> {
  const ws = new WebSocket(address, protocol === undefined ? [] : [protocol], {
    perMessageDeflate: false,
  });
  await once(ws, 'open');
  return ws;
}

/** Messages a second that come back, one on its way for each connection. */
async function echoRate({ bare }: Addresses): Promise<number> {
  const sockets = await Promise.all(Array.from({ length: MATCHES }, () => open(bare)));
  const text = `{"type":"act","id":100,"seen":99,"act":{"type":"move","move":${games[0]![0]}}}`;
  let count = 0;
  for (const ws of sockets)
    ws.on('message', () => {
      count++;
      ws.send(text);
    });
  for (const ws of sockets) ws.send(text);
  return finish(sockets, () => count);
}

/** Moves a second in matches between two connections each, one on its way for each match. */
async function movesRate({ url }: Addresses, isSigned: boolean): Promise<number> {
  const sockets: WebSocket[] = [];
  let count = 0;
  let isOver = false;
  const begin = async (k: number): Promise<void> => {
    const seats = await sitDown(url, isSigned);
    sockets.push(...seats);
    const moves = games[k % games.length]!;
    let n = 0;
    const next = () => {
      if (n === moves.length) void begin(k + 1);
      else seats[n % 2]!.send(actText(n, moves[n]!));
    };
    for (const ws of seats)
      ws.on('message', (data: Buffer) => {
        if (isOver || !data.includes(`"re":${n + 1}}`)) return;
        count++;
        n++;
        next();
      });
    next();
  };
  await Promise.all(Array.from({ length: MATCHES }, (_, k) => begin(k)));
  count = 0;
  return finish(sockets, () => {
    isOver = true;
    return count;
  });
}

const actText = (n: number, move: string): string =>
  `{"type":"act","id":${n + 1},"seen":${n},"act":{"type":"move","move":${move}}}`;

/** A new match of chess, begun; the connections of its two seats. */
async function sitDown(url: string, isSigned: boolean): Promise<WebSocket[]> {
  const { invite, tokens } = unwrap(
    await makeInvite(url, {
      ...{ game: 'chess', referee: isSigned, absenceMs: null },
      seats: [
        { type: 'you', name: 'a' },
        { type: 'you', name: 'b' },
      ],
    }),
  );
  return Promise.all(
    tokens.map(async ({ token }) => {
      const ws = await open(liveUrl(url, invite.id), PROTOCOL);
      ws.send(JSON.stringify({ type: 'hello', token }));
      ws.send('{"type":"ready"}');
      await heard(ws, '"type":"node"');
      return ws;
    }),
  );
}

/** Waits for a message that has this in it. */
const heard = (ws: WebSocket, text: string): Promise<void> =>
  new Promise(done => {
    const listen = (data: Buffer) => {
      if (!data.includes(text)) return;
      ws.off('message', listen);
      done();
    };
    ws.on('message', listen);
  });

/** Deliveries a second of moves to all who look on: several matches, in each the next move when all have the one before. */
async function fanOutRate({ url }: Addresses): Promise<number> {
  const groups = await Promise.all(
    Array.from({ length: GROUPS }, async (_, k): Promise<Group> => {
      const seats = await sitDown(url, false);
      const id = seats[0]!.url.split('/').pop()!;
      const watchers = await openAll(SPECTATORS / GROUPS, async () => {
        const ws = await open(liveUrl(url, id), PROTOCOL);
        ws.send('{"type":"hello"}');
        await heard(ws, '"welcome"');
        return ws;
      });
      let n = 0;
      const send = () => {
        const move = games[k]![n];
        if (move !== undefined) seats[n % 2]!.send(actText(n++, move));
      };
      return { watchers, others: seats, send };
    }),
  );
  return spread(groups);
}

/** The same of messages of that length that a bare server sends to all. */
async function broadcastRate({ bare }: Addresses): Promise<number> {
  const groups = await Promise.all(
    Array.from({ length: GROUPS }, async (_, k): Promise<Group> => {
      const watchers = await openAll(SPECTATORS / GROUPS, () => open(`${bare}/${k + 1}`));
      const text = `{"type":"node","node":"${'x'.repeat(72)}"}`;
      return { watchers, others: [], send: () => watchers[0]!.send(text) };
    }),
  );
  return spread(groups);
}

const openAll = (count: number, make: () => Promise<WebSocket>): Promise<WebSocket[]> =>
  Promise.all(Array.from({ length: count }, make));

/** Some who hear the same, and how they are sent something. */
interface Group {
  readonly watchers: readonly WebSocket[];
  readonly others: readonly WebSocket[];
  send(): void;
}

async function spread(groups: readonly Group[]): Promise<number> {
  let all = 0;
  for (const { watchers, send } of groups) {
    let count = 0;
    for (const ws of watchers)
      ws.on('message', (data: Buffer) => {
        if (!data.includes('"type":"node"')) return;
        all++;
        if (++count % watchers.length === 0) send();
      });
    send();
  }
  const sockets = groups.flatMap(({ watchers, others }) => [...watchers, ...others]);
  return finish(sockets, () => all);
}

/** Lets it run, and gives the count a second. */
async function finish(sockets: readonly WebSocket[], count: () => number): Promise<number> {
  const since = performance.now();
  await new Promise(done => setTimeout(done, ROUND_MS));
  const rate = (count() / (performance.now() - since)) * 1000;
  for (const ws of sockets) ws.terminate();
  return rate;
}

/** Games of random moves that are long enough, each move as JSON. */
const games: string[][] = [];
for (let seed = 1; games.length < 8; seed++) {
  const moves = randomGame(seed);
  if (moves.length >= MIN_MOVES) games.push(moves);
}

function randomGame(seed: number): string[] {
  const { game } = chess;
  const luck = luckFrom(seed);
  let { state, outcome } = unwrap(start(game, {}));
  const moves: string[] = [];
  while (outcome === null && moves.length < 2 * MIN_MOVES) {
    const seat = moves.length % 2;
    const legal = [...game.legal(state, seat)];
    const move = legal[luck(legal.length)]!;
    const stepped = unwrap(step(game, state, { do: 'move', seat, move }));
    if (stepped.outcome !== null) break; // the last move would end the match
    ({ state, outcome } = stepped);
    moves.push(JSON.stringify(game.moves.json.encode(move)));
  }
  return moves;
}

/** The server path of boardgame.io in memory: moves a second of a game without rules, one after the other. */
function onUpdate(): () => Promise<number> {
  process.env.NODE_ENV = 'production'; // else it freezes every state
  const require = createRequire(import.meta.url);
  const { Master } = require('boardgame.io/master');
  const { InitializeGame } = require('boardgame.io/internal');
  const game = {
    setup: () => ({ count: 0 }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: {
      add: ({ G }: { G: { count: number } }) => {
        G.count++;
      },
    },
  };
  return async () => {
    let state = InitializeGame({ game, numPlayers: 2 });
    const storage = {
      type: () => 0, // a store that answers at once
      fetch: () => ({ state, metadata: undefined }),
      setState(_id: string, next: typeof state) {
        state = next;
      },
    };
    const master = new Master(game, storage, { send: () => {}, sendAll: () => {} });
    const since = performance.now();
    let n = 0;
    for (; performance.now() - since < ROUND_MS / 3; n++) {
      const playerID = `${n % 2}`;
      const action = { type: 'MAKE_MOVE', payload: { type: 'add', args: [], playerID } };
      await master.onUpdate(action, n, 'match', playerID);
    }
    if (state.G.count !== n) throw new Error('boardgame.io did not count');
    return (n / (performance.now() - since)) * 1000;
  };
}
