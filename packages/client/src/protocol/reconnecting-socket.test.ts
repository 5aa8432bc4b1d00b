import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReconnectingSocket, type ReconnectOptions } from './reconnecting-socket.ts';

/** A socket whose other end is the test. */
class FakeSocket {
  static readonly all: FakeSocket[] = [];
  readyState = 0;
  readonly sent: { readonly type: string }[] = [];
  isLeft = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor() {
    FakeSocket.all.push(this);
  }

  open(): void {
    this.readyState = 1;
    this.onopen!();
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  hear(message: object): void {
    this.onmessage!({ data: JSON.stringify(message) });
  }

  /** On a dead line no close comes. */
  close(): void {
    this.isLeft = true;
  }
}

const told: string[] = [];

function connect(options: Partial<ReconnectOptions> = {}) {
  const socket = createReconnectingSocket({
    ...{ server: 'http://host', reconnects: true, now: () => 0, id: () => 'x' },
    Socket: FakeSocket as unknown as typeof WebSocket,
    hello: () => ({ type: 'hello' }),
    hear: async () => {},
    onDown: (_code, reason, isOver) => told.push(`down: ${reason}${isOver ? ', over' : ''}`),
    onSilent: isSilent => told.push(isSilent ? 'silent' : 'heard'),
    ...options,
  });
  FakeSocket.all.at(-1)!.open();
  socket.welcomed();
  return socket;
}

const pings = (socket: FakeSocket): number =>
  socket.sent.filter(({ type }) => type === 'ping').length;

beforeEach(() => {
  FakeSocket.all.length = 0;
  told.length = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('pings a server that answers every other second, and reports nothing', () => {
  const line = connect();
  const [socket] = FakeSocket.all;
  vi.advanceTimersByTime(100);
  const first = pings(socket!);
  for (let i = 0; i < 60; i++) {
    vi.advanceTimersByTime(1000);
    socket!.hear({ type: 'pong', t: 0, now: 0 });
  }
  expect(pings(socket!) - first).toBeLessThanOrEqual(30);
  expect(told).toEqual([]);
  expect(FakeSocket.all).toHaveLength(1);
  line.close();
});

test('a server that stops answering is called silent within five seconds, and left after some more', () => {
  const line = connect();
  const [socket] = FakeSocket.all;
  vi.advanceTimersByTime(200);
  socket!.hear({ type: 'pong', t: 0, now: 0 });
  vi.advanceTimersByTime(5000);
  expect(told).toEqual(['silent']);
  vi.advanceTimersByTime(3000);
  expect(told).toEqual(['silent', 'down: the server is not responding']);
  expect(socket!.isLeft).toBe(true);
  vi.advanceTimersByTime(250);
  expect(FakeSocket.all).toHaveLength(2);
  // what the socket that was left says is not listened to
  socket!.onclose!({ code: 1006, reason: 'late' });
  expect(told).toHaveLength(2);
  line.close();
});

test('any message shows that the line is alive', () => {
  const line = connect();
  const [socket] = FakeSocket.all;
  vi.advanceTimersByTime(4000);
  expect(told).toEqual(['silent']);
  socket!.hear({ type: 'chat' });
  expect(told).toEqual(['silent', 'heard']);
  vi.advanceTimersByTime(2000);
  expect(told).toHaveLength(2);
  line.close();
});

test('what a player does is followed by a ping, so that a dead line shows at once', () => {
  const line = connect();
  const [socket] = FakeSocket.all;
  vi.advanceTimersByTime(200);
  socket!.hear({ type: 'pong', t: 0, now: 0 });
  vi.advanceTimersByTime(1000);
  const before = pings(socket!);
  const act = { type: 'act', seen: 0, act: { type: 'resume' } } as const;
  for (let id = 1; id < 20; id++) {
    line.send({ ...act, id });
    socket!.hear({ type: 'node' });
  }
  // one for all that is done in a second
  expect(pings(socket!)).toBe(before + 1);
  vi.advanceTimersByTime(1000);
  line.send({ ...act, id: 20 });
  expect(pings(socket!)).toBe(before + 2);
  vi.advanceTimersByTime(3000);
  expect(told).toEqual(['silent']);
  line.close();
});

test('reconnects to a server that opens a socket and sends nothing', () => {
  const line = connect();
  const [socket] = FakeSocket.all;
  socket!.onclose!({ code: 1006, reason: '' });
  vi.advanceTimersByTime(250);
  FakeSocket.all[1]!.open();
  vi.advanceTimersByTime(20_000);
  expect(told.at(-1)).toBe('down: the server is not responding');
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.all.length).toBeGreaterThan(2);
  line.close();
});
