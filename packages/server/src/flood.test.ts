/** Floods: of control frames, of pieces, of connections, and readers that do not read. Each costs its sender, and no other guest. */
import { once } from 'node:events';
import { connect as connectTo, type Socket as TcpSocket } from 'node:net';
import { makeInvite } from '@kifu/client';
import { CLOSE, liveUrl, PROTOCOL } from '@kifu/client/protocol';
import { unwrap } from '@kifu/core';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket as Socket } from 'ws';
import { MASKED_PING, MASKED_PONG, maskedText, openRaw } from '../test/raw-socket.ts';
import { type Served, serve } from '../test/serve.ts';

let served: Served;
afterEach(() => served.close());

const SEATS = [{ type: 'you', name: 'Ann' }, { type: 'open' }] as const;
const WAIT = { timeout: 20_000 };
const PATIENT = { messagesPerSecond: 40, messageBurst: 80 };

const invite = async () =>
  unwrap(await makeInvite(served.url, { game: 'chess', seats: [...SEATS] })).invite;

/** A figure of the server, summed over its labels. */
async function figure(name: string): Promise<number> {
  const text = await served.server.registry.metrics.prometheus.getSingleMetricAsString(name);
  return [...text.matchAll(/ (\d+)$/gm)].reduce((sum, [, value]) => sum + Number(value), 0);
}

describe('control frames', () => {
  test.each(['ping', 'pong'] as const)('a flood of %ss is closed', async kind => {
    served = await serve({ limits: PATIENT });
    const socket = new Socket(liveUrl(served.url, (await invite()).id), [PROTOCOL]);
    await once(socket, 'open');
    const closed = once(socket, 'close');
    for (let i = 0; i < 200; i++) socket[kind]();
    expect((await closed)[0]).toBe(CLOSE.rate);
    expect(await figure('kifu_dropped_total')).toBe(1);
  });

  test('a ping is answered by what it carried', async () => {
    served = await serve();
    const socket = new Socket(liveUrl(served.url, (await invite()).id), [PROTOCOL]);
    await once(socket, 'open');
    socket.ping('hello?');
    expect(String((await once(socket, 'pong'))[0])).toBe('hello?');
    socket.terminate();
  });

  test('pings of who does not read add nothing to what waits', async () => {
    // as much as it likes, as far as rates go: what waits is bounded all the same
    served = await serve({ limits: { behindBytes: 65_536, behindMs: 500 } });
    const raw = await openRaw(served.url, (await invite()).id);
    let most = 0;
    const { metrics } = served.server.registry;
    vi.spyOn(metrics.bufferedBytes, 'set').mockImplementation(((bytes: number) => {
      most = Math.max(most, bytes);
    }) as never);
    raw.pause();
    const gone = closed(raw);
    pump(raw, MASKED_PING);
    await gone;
    expect(most).toBeLessThan(1_000_000);
  });
});

/** Sends a frame over and over for as long as there is a socket. */
function pump(raw: TcpSocket, frame: Uint8Array): void {
  const flood = Buffer.concat(Array.from({ length: 4000 }, () => frame));
  const send = () => {
    while (!raw.destroyed && raw.write(flood));
  };
  raw.on('drain', send);
  send();
}

describe('who was closed', () => {
  /** A socket that reads nothing, and the end of it that the server has. */
  const openBothEnds = async (): Promise<readonly [raw: TcpSocket, accepted: TcpSocket]> => {
    const { id } = await invite();
    const connection = once(served.server.app.server, 'connection');
    const raw = await openRaw(served.url, id);
    raw.pause();
    return [raw, (await connection)[0]];
  };

  test.each([
    ['no messages', '['],
    ['more than may wait for a room', '{"type":"ping","t":1}'],
  ])('and then sends %s is not read', async (_name, text) => {
    served = await serve({ limits: PATIENT });
    const [raw, accepted] = await openBothEnds();
    const gone = once(accepted, 'close');
    raw.write(maskedText('{"type":"hello"}'));
    pump(raw, maskedText(text));
    await gone;
    expect(accepted.bytesRead).toBeLessThan(1_000_000);
  });

  test.each([
    ['for what is not WebSocket', Uint8Array.of(0xff, 0xff)],
    ['as it wished', Uint8Array.of(0x88, 0x80, 0, 0, 0, 0)],
  ])('%s has a second to go', async (_name, bytes) => {
    served = await serve();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    try {
      const [raw, accepted] = await openBothEnds();
      const [told, gone] = [once(accepted, 'finish'), once(accepted, 'close')];
      raw.write(bytes);
      await told;
      vi.advanceTimersByTime(1000);
      await gone;
    } finally {
      vi.useRealTimers();
    }
  });
});

test('a pong without a ping does not count as an answer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    served = await serve();
    const raw = await openRaw(served.url, (await invite()).id);
    raw.pause();
    const gone = closed(raw);
    raw.write(MASKED_PONG);
    vi.advanceTimersByTime(10_000); // the server asks
    raw.write(MASKED_PONG);
    await vi.waitFor(async () => expect(await figure('kifu_control_frames_total')).toBe(2), WAIT);
    vi.advanceTimersByTime(10_000); // and has no answer
    raw.resume();
    await gone;
  } finally {
    vi.useRealTimers();
  }
});

test('a message comes in a few pieces, or not at all', async () => {
  served = await serve();
  const raw = await openRaw(served.url, (await invite()).id);
  const gone = closed(raw);
  // a text message that starts and never ends
  raw.write(Uint8Array.of(0x01, 0x80, 0, 0, 0, 0));
  for (let i = 0; i < 20; i++) raw.write(Uint8Array.of(0x00, 0x80, 0, 0, 0, 0));
  raw.resume();
  await gone;
});

test('those for whom most waits go first where too much waits for all', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  served = await serve({ limits: { behindBytesOfAll: 1_000_000, behindBytes: 100_000_000 } });
  const { id } = await invite();
  const reader = new Socket(liveUrl(served.url, id), [PROTOCOL]);
  await once(reader, 'open');
  reader.send('{"type":"hello"}');
  await once(reader, 'message');
  const raw = await openRaw(served.url, id);
  raw.write(maskedText('{"type":"hello"}'));
  await once(raw, 'data');
  raw.pause();
  const gone = closed(raw);
  const room = (await served.server.registry.find(id))!;
  const chat = Buffer.alloc(60_000, 0x20);
  chat.set([0x81, 126, (chat.length - 4) >> 8, (chat.length - 4) & 255]);
  let read = 0;
  reader.on('message', () => read++);
  for (let i = 0; i < 400; i++) for (const { connection } of room.members) connection.send(chat);
  while (read < 400) await once(reader, 'message');
  vi.advanceTimersByTime(1000); // the server looks at what waits
  await vi.waitFor(() => expect(room.members.size).toBe(1), WAIT);
  raw.resume();
  await gone;
  expect(reader.readyState).toBe(Socket.OPEN);
  reader.terminate();
});

/** Resolves when a socket is gone, however that came. */
const closed = (socket: TcpSocket) => new Promise(done => socket.once('close', done));

describe('connections', () => {
  const open = async (): Promise<TcpSocket> => {
    const { hostname, port } = new URL(served.url);
    const socket = connectTo(Number(port), hostname);
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };

  test('limits the connections of an address, whether they send anything or not', async () => {
    served = await serve({ limits: { socketsPerAddress: 3 } });
    const sockets = [await open(), await open(), await open()];
    const fourth = await open();
    await once(fourth, 'close');
    for (const socket of sockets) expect(socket.destroyed).toBe(false);
    sockets[0]!.destroy();
    await vi.waitFor(async () => expect(served.server.registry.quotas.sockets.held).toBe(2), WAIT);
    expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  test('uploads under way are counted before they are read', async () => {
    served = await serve({ limits: { uploadsPerAddress: 1 } });
    const { hostname, port } = new URL(served.url);
    const begun = connectTo(Number(port), hostname);
    begun.on('error', () => {});
    begun.write('POST /api/records HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\nhello');
    const { uploads } = served.server.registry.quotas;
    await vi.waitFor(() => expect(uploads.held).toBe(1), WAIT);
    const post = () => fetch(`${served.url}/api/records`, { method: 'POST', body: '1. e4 *' });
    expect((await post()).status).toBe(503);
    begun.destroy();
    await vi.waitFor(() => expect(uploads.held).toBe(0), WAIT);
    expect((await post()).status).toBe(200);
  });

  test('stored uploads have a quota of bytes', async () => {
    served = await serve({ limits: { keptBytesPerDay: 1000 } });
    const post = async (moves: string, date: string) => {
      const answer = await fetch(`${served.url}/api/records?keep=true`, {
        method: 'POST',
        body: `[Date "${date}"]\n\n${moves}`,
      });
      const { records } = (await answer.json()) as { records: { kept: string }[] };
      return records[0]!.kept;
    };
    expect(await post('1. e4 e5 *', '2026.01.01')).toBe('yes');
    const long =
      '1. Nf3 Nf6 2. Ng1 Ng8 3. Nc3 Nc6 4. Nb1 Nb8 5. e4 e5 6. d4 d5 7. f4 f5 8. c4 c5 *';
    expect(await post(long, '2026.01.02')).toBe('rate');
    expect(await figure('kifu_quota_exceeded_total')).toBe(1);
  });
});
