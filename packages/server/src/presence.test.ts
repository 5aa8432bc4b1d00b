/** What players are told of others: until when the match waits for one who is gone, and what spectators say. */
import { type LiveMatch, listLive } from '@kifu/client';
import { type Json, unwrap } from '@kifu/core';
import { parseUci } from '@kifu/games/chess';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handClock, type Served, seen, serve } from '../test/serve.ts';

const uci = (text: string) => unwrap(parseUci(text)) as unknown as Json;
const LONG = { timeout: 20_000 };
const ABSENCE_MS = 60_000;
const clock = handClock();
let served: Served;
beforeAll(async () => {
  served = await serve({ now: clock.now });
});
afterAll(() => served.close());

const seats = ['Ann', 'Ben'].map(name => ({ type: 'you', name }) as const);
const awaited = (live: LiveMatch) =>
  (live.presence.away ?? []).map(({ seat, untilMs }) => [seat, untilMs - clock.now()]);

test('the time left to return counts from when the match waits, and ends when the player is back', async () => {
  const played = await served.play({ game: 'chess', seats, absenceMs: ABSENCE_MS });
  const [ann, ben] = played as [LiveMatch, LiveMatch];
  await seen(ann, 0);
  await seen(ben, 0);
  const { id } = ben.invite!;
  await ben.close();
  await expect.poll(() => ann.presence.seats, LONG).toEqual([0]);
  // it is not the turn of the player who left
  expect(awaited(ann)).toEqual([]);
  clock.pass(10_000);
  unwrap(await ann.play(uci('e2e4')));
  await expect.poll(() => awaited(ann), LONG).toEqual([[1, ABSENCE_MS]]);
  clock.pass(20_000);
  const spectator = await served.connect(id);
  expect(awaited(spectator)).toEqual([[1, ABSENCE_MS - 20_000]]);
  await spectator.close();
});

test('lists say how many spectators a match has', async () => {
  const [ann] = (await served.play({ game: 'chess', seats })) as [LiveMatch];
  const { id } = ann.invite!;
  const watching = async () =>
    unwrap(await listLive(served.url)).find(one => one.id === id)?.watching;
  expect(await watching()).toBe(0);
  const spectators = [await served.connect(id), await served.connect(id)];
  await expect.poll(watching, LONG).toBe(2);
  await spectators[0]!.close();
  await expect.poll(watching, LONG).toBe(1);
  await spectators[1]!.close();
  await expect.poll(watching, LONG).toBe(0);
});

test('what spectators say reaches other spectators at once, and players after the match', async () => {
  const played = await served.play({ game: 'chess', seats });
  const [ann] = played as [LiveMatch];
  await seen(ann, 0);
  const { id } = ann.invite!;
  const [eve, finn] = [await served.connect(id), await served.connect(id)];
  const heard = (live: LiveMatch) => live.chat.messages.map(({ text }) => text);
  eve.chat.say('Take the rook');
  await expect.poll(() => heard(finn), LONG).toEqual(['Take the rook']);
  ann.chat.say('Hello');
  await expect.poll(() => heard(eve), LONG).toEqual(['Take the rook', 'Hello']);
  await expect.poll(() => heard(ann), LONG).toEqual(['Hello']);
  unwrap(await ann.resign());
  eve.chat.say('Well played');
  await expect.poll(() => heard(ann), LONG).toEqual(['Hello', 'Well played']);
});
