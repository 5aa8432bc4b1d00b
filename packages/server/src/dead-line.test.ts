/** A line that is dead but not closed: both ends notice within five seconds, and find together again. */
import { connect, makeInvite, takeSeat } from '@kifu/client';
import { unwrap } from '@kifu/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Line, openLine } from '../test/dead-line.ts';
import { findGame, type Served, serve } from '../test/serve.ts';

const WAIT = { timeout: 30_000 };

let served: Served;
let line: Line;

beforeEach(async () => {
  // heartbeats of client and server are counted by hand: however busy the machine is, none is late
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  served = await serve();
  line = await openLine(served.url);
});
afterEach(async () => {
  vi.useRealTimers();
  await line.close();
  await served.close();
});

/** Lets a second pass, and what was sent in it arrive. */
async function second(): Promise<void> {
  vi.advanceTimersByTime(1000);
  await new Promise(done => setTimeout(done, 20));
}

/** Waits until a condition holds, for at most a number of seconds; returns how many it took. */
async function secondsUntil(most: number, isSo: () => boolean): Promise<number> {
  for (let passed = 0; passed < most; passed++) {
    if (isSo()) return passed;
    await second();
  }
  await vi.waitFor(() => expect(isSo()).toBe(true), WAIT);
  return most;
}

/** Ann, whose line can die, and Bob. */
async function joinSeat() {
  const made = unwrap(
    await makeInvite(served.url, {
      game: 'chess',
      seats: [{ type: 'you', name: 'Ann' }, { type: 'open' }],
    }),
  );
  const { id } = made.invite;
  const taken = unwrap(await takeSeat(served.url, id, { name: 'Bob' }));
  const ann = unwrap(
    await connect(line.url, { match: id, token: made.tokens[0]!.token, findGame }),
  );
  const bob = await served.connect(id, { token: taken.token });
  await vi.waitFor(() => {
    expect(ann.replay?.table?.talk.isOpening).toBe(false);
    expect(bob.presence.seats).toEqual([0, 1]);
  }, WAIT);
  return { ann, bob };
}

test('both ends notice a dead connection within five seconds, and recover when it comes back', async () => {
  const { ann, bob } = await joinSeat();
  await second();
  expect(ann.connection.isConnected).toBe(true);
  line.die();
  const played = ann.play({ from: [4, 1], to: [4, 3] });
  const changes: boolean[] = [];
  ann.on('presence', () => changes.push(ann.connection.isConnected));
  const [own, other] = [() => !ann.connection.isConnected, () => !bob.presence.seats.includes(0)];
  expect(await secondsUntil(5, () => own() && other())).toBeLessThanOrEqual(5);
  expect(bob.presence.seats).toEqual([1]);
  expect(changes).toEqual([false]);
  // the same connection recovers within a few more seconds
  line.revive();
  await vi.waitFor(() => expect(ann.connection.isConnected && !other()).toBe(true), WAIT);
  unwrap(await played);
  await vi.waitFor(() => expect(bob.replay!.table!.moves).toBe(1), WAIT);
  ann.close();
});

test('a line that stays dead is given up, and another is opened until one answers', async () => {
  const { ann, bob } = await joinSeat();
  const downs: string[] = [];
  ann.on('down', ({ reason }) => downs.push(reason));
  line.die();
  await secondsUntil(12, () => downs.length > 0);
  expect(downs).toEqual(['the server is not responding']);
  expect(ann.connection.isConnected).toBe(false);
  const played = ann.play({ from: [4, 1], to: [4, 3] });
  // the server leaves the dead socket, too
  await secondsUntil(
    15,
    () => served.server.registry.rooms.get(bob.invite!.id)!.members.size === 1,
  );
  line.revive();
  await vi.waitFor(() => expect(ann.connection.isConnected).toBe(true), WAIT);
  unwrap(await played);
  await vi.waitFor(() => expect(bob.presence.seats).toEqual([0, 1]), WAIT);
  ann.close();
});

test('a line that is only slow is not given up', async () => {
  const { ann, bob } = await joinSeat();
  const downs: string[] = [];
  ann.on('down', ({ reason }) => downs.push(reason));
  for (let i = 0; i < 5; i++) {
    line.die();
    await second();
    await second();
    line.revive();
    await vi.waitFor(() => expect(ann.connection.isConnected).toBe(true), WAIT);
    await second();
  }
  await vi.waitFor(() => expect(bob.presence.seats).toEqual([0, 1]), WAIT);
  expect(downs).toEqual([]);
  ann.close();
});
