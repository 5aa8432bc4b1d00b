/** Mistakes in rules, and what happens while a match begins: the server stays, and so do the others. */
import { once } from 'node:events';
import { callOff, listLive, makeInvite, takeSeat } from '@kifu/client';
import { liveUrl, PROTOCOL, type ServerMessage } from '@kifu/client/protocol';
import { type Kit, ok, type Result, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { parseUci } from '@kifu/games/chess';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket as Socket } from 'ws';
import {
  findGame,
  GAMES,
  handClock,
  inMemory,
  type Served,
  seen,
  serve,
  until,
} from '../test/serve.ts';

let served: Served;
afterEach(() => served.close());

/** Machines may be busy. */
const WAIT = { timeout: 20_000 };
const CHESS = {
  game: 'chess',
  seats: [
    { type: 'you' as const, name: 'Ann' },
    { type: 'you' as const, name: 'Bob' },
  ],
};

/** The server's games, with mistakes in their rules. */
const withMistakes = (change: (kit: Kit) => Kit) => ({
  ...GAMES,
  load: async (name: string, version?: number): Promise<Result<Kit>> => {
    const kit = await loadKit(name, version);
    return kit.ok && name === 'chess' ? ok(change(kit.value)) : kit;
  },
});

test('a move that its reader chokes on costs a connection, and nothing else', async () => {
  const games = withMistakes(kit => {
    const decode = () => {
      throw new Error('a mistake');
    };
    const moves = { ...kit.game.moves, json: { ...kit.game.moves.json, decode } };
    return { ...kit, game: { ...kit.game, moves } };
  });
  served = await serve({ games });
  const [ann, bob] = await served.play(CHESS, { reconnects: false });
  await Promise.all([seen(ann!, 0), seen(bob!, 0)]);
  const move = unwrap(parseUci('e2e4'));
  expect(await ann!.play(move)).toMatchObject({ fault: { code: 'unreadable' } });
  bob!.chat.say('still here');
  await until(bob!, ({ chat }) => chat.messages.length === 1);
});

test('rules that fail when time has passed cost their room, and no other', async () => {
  let isMistaken = false;
  const games = withMistakes(kit => {
    const active: typeof kit.game.active = state => {
      if (isMistaken) throw new Error('a mistake');
      return kit.game.active(state);
    };
    return { ...kit, game: { ...kit.game, active } };
  });
  // nobody is away for too long
  const { now } = handClock();
  served = await serve({ games, now });
  const [ann, bob] = await served.play({ ...CHESS, absenceMs: 1000 }, { reconnects: false });
  await Promise.all([seen(ann!, 0), seen(bob!, 0)]);
  isMistaken = true;
  ann!.close();
  await until(bob!, ({ connection }) => !connection.isConnected);
  isMistaken = false;
  const again = await served.connect(bob!.invite!.id);
  expect(again.replay!.n).toBe(2);
});

test('an invite that is canceled while it is written stays canceled', async () => {
  const stores = inMemory();
  const gate = Promise.withResolvers<void>();
  let isSlow = false;
  const put = vi.fn<typeof stores.vault.put>(async (...what) => {
    if (isSlow) await gate.promise;
    return stores.vault.put(...what);
  });
  served = await serve({ stores: { ...stores, vault: { ...stores.vault, put } } });
  const [you] = CHESS.seats;
  const wanted = { ...CHESS, seats: [you!, { type: 'open' as const }] };
  const { invite, tokens } = unwrap(await makeInvite(served.url, wanted));
  isSlow = true;
  put.mockClear();
  const joining = takeSeat(served.url, invite.id, { name: 'Bob' });
  const isKeeping = () => put.mock.calls.some(([kind]) => kind === 'room');
  await vi.waitFor(() => expect(isKeeping()).toBe(true), WAIT);
  unwrap(await callOff(served.url, invite.id, tokens[0]!.token));
  gate.resolve();
  await joining;
  expect(unwrap(await listLive(served.url))).toEqual([]);
  expect(await stores.vault.names('room')).toEqual([]);
  expect(served.server.registry.quotas.matches.held).toBe(0);
});

test('a seat that could not be kept is not taken', async () => {
  const stores = inMemory();
  let isFull = false;
  const put: typeof stores.vault.put = async (...what) => {
    if (isFull) throw new Error('the disk is full');
    return stores.vault.put(...what);
  };
  served = await serve({ stores: { ...stores, vault: { ...stores.vault, put } } });
  const [you] = CHESS.seats;
  const wanted = { ...CHESS, seats: [you!, { type: 'open' as const }] };
  const { invite } = unwrap(await makeInvite(served.url, wanted));
  const join = () => takeSeat(served.url, invite.id, { name: 'Bob' });
  isFull = true;
  expect(await join()).toMatchObject({ ok: false, fault: { code: 'unwritable' } });
  isFull = false;
  unwrap(await join());
});

test('what is said while the header is being stored changes nothing any more', async () => {
  const stores = inMemory();
  const gate = Promise.withResolvers<void>();
  const move = vi.fn<typeof stores.heads.move>(async (...what) => {
    await gate.promise;
    return stores.heads.move(...what);
  });
  served = await serve({ stores: { ...stores, heads: { ...stores.heads, move } } });
  const { invite, tokens } = unwrap(await makeInvite(served.url, CHESS));
  const sockets = await Promise.all(
    tokens.map(async ({ token }) => {
      const socket = new Socket(liveUrl(served.url, invite.id), [PROTOCOL]);
      const heard: ServerMessage[] = [];
      socket.on('message', data => heard.push(JSON.parse(String(data))));
      await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'hello', token }));
      socket.send('{"type":"ready"}');
      return { socket, heard };
    }),
  );
  await vi.waitFor(() => expect(move).toHaveBeenCalled(), WAIT);
  const [ann] = sockets;
  ann!.socket.send('{"type":"stand"}');
  ann!.socket.send('{"type":"ping","t":1}');
  await vi.waitFor(() => expect(ann!.heard.some(({ type }) => type === 'pong')).toBe(true), WAIT);
  const canceled = await fetch(new URL(`/api/invites/${invite.id}`, served.url), {
    method: 'DELETE',
    headers: { authorization: `Bearer ${tokens[0]!.token}` },
  });
  expect(canceled.status).toBe(409);
  gate.resolve();
  const live = await served.connect(invite.id, { token: tokens[0]!.token, findGame });
  await until(live, ({ replay }) => replay !== null);
  expect(live.invite!.seats.map(({ type, name }) => [type, name])).toEqual([
    ['person', 'Ann'],
    ['person', 'Bob'],
  ]);
  for (const { socket } of sockets) socket.terminate();
});
