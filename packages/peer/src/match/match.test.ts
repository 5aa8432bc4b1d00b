import { type Game, type Json, unwrap } from '@kifu/core';
import { judge, verify } from '@kifu/record';
import { presentOf } from '@kifu/record/match';
import { moversOf } from '@kifu/record/match-state';
import { describe, expect, test } from 'vitest';
import { findGame, gameOf, openGames, type Pair, pairUp } from '../../test/pair.ts';
import { createDisk, createWorld, type World } from '../../test/world.ts';
import { createMatches, type Matches } from './matches.ts';
import { encodeMessage } from './messages.ts';
import type { PeerMatch } from './peer-match.ts';
import type { Transport } from './transport.ts';

const OPEN_GAMES = await openGames();

/** Plays a random legal move where it is the seat's turn. */
function moveAtRandom(world: World, match: PeerMatch): Promise<unknown> | null {
  const { table } = match.replay!;
  const { state } = presentOf(match)!;
  const game = table!.game as Game;
  if (!moversOf(table!).includes(match.seat!)) return null;
  const legal = [...game.legal(state, match.seat!)];
  return legal.length === 0
    ? null
    : match.play(legal[Math.floor(world.random() * legal.length)] as Json);
}

const bothEnded = ({ sides }: Pair): boolean =>
  sides.every(({ match }) => match?.replay?.isEnded === true);

async function verdictOn(nodes: readonly Uint8Array[]) {
  return judge(await verify(nodes, findGame, { signatures: 'all' }));
}

describe('a match between two peers', () => {
  test.each(OPEN_GAMES)('%s is played, ended and verified by both', async name => {
    const world = createWorld(1);
    const pair = await pairUp(world, await gameOf(name));
    const play = () => {
      for (const { match } of pair.sides) {
        if (match!.replay!.n >= 40) void match!.resign();
        else moveAtRandom(world, match!);
      }
      world.after(50, play);
    };
    play();
    expect(await world.until(() => bothEnded(pair))).toBe(true);
    const [a, b] = pair.sides.map(({ match }) => match!.replay!.nodes);
    expect(a).toEqual(b);
    expect((await verdictOn(a!)).verdict).toBe('verified');
  });
});

/** Two programs that have no match yet. */
const programs = (world: World): readonly [Matches, Matches] => {
  const random = () => Uint8Array.from({ length: 32 }, () => Math.floor(world.random() * 256));
  const [ann, ben] = ['Ann', 'Ben'].map(name =>
    createMatches({
      ...{ name, secret: random(), random, findGame, timer: world.timer },
      stores: createDisk().whole,
    }),
  );
  return [ann!, ben!];
};

/** A transport that is lost as soon as something is sent over it. */
const brittle = (wires: readonly Transport[] & { cut(): void }, end: 0 | 1): Transport => ({
  ...wires[end]!,
  send: () => wires.cut(),
});

describe('an offer', () => {
  test.each<[lost: string, end: 0 | 1]>([
    ['on its way', 0],
    ['by its answer', 1],
  ])('that is lost %s is made again, and both play one match', async (_lost, end) => {
    const world = createWorld(1);
    const [ann, ben] = programs(world);
    const [first, second] = [world.wires(), world.wires()];
    const heard = Promise.withResolvers<PeerMatch>();
    const ids = new Set<string>();
    const receive = async (wire: Transport): Promise<void> => {
      const came = await ben.receive(wire);
      if (!came.ok) return;
      const match =
        came.value.type === 'match' ? came.value.match : unwrap(await came.value.offer.accept());
      ids.add(match.id);
      match.on('welcome', () => heard.resolve(match));
    };
    void receive(end === 1 ? brittle(first, 1) : first[1]);
    void receive(second[1]);
    let asked = 0;
    const wish = { startedAt: '2026-11-16T08:00:00Z' };
    const own = end === 0 ? brittle(first, 0) : first[0];
    const offered = ann.offer(own, await gameOf('chess'), wish, async () =>
      asked++ === 0 ? second[0] : null,
    );
    const match = unwrap(await world.during(offered));
    expect((await world.during(heard.promise)).id).toBe(match.id);
    expect([asked, ben.open.size, [...ids]]).toEqual([1, 1, [match.id]]);
  });

  test('that was answered is not taken a second time', async () => {
    const world = createWorld(1);
    const pair = await pairUp(world, await gameOf('chess'));
    // both have signed that they begin, so each has heard the other
    const isBegun = () => pair.sides.every(({ match }) => match!.replay!.n >= 2);
    expect(await world.until(isBegun)).toBe(true);
    const offer = world.sent.find(({ type }) => type === 'offer')!;
    const [stranger, wire] = world.wires();
    const came = pair.sides[1].matches.receive(wire);
    stranger.send(encodeMessage(offer));
    expect(await world.during(came)).toMatchObject({ ok: true, value: { type: 'offer' } });
    const again = unwrap(await came);
    const taken = again.type === 'offer' ? again.offer.accept() : null;
    expect(await world.during(taken!)).toMatchObject({ fault: { code: 'conflict' } });
  });

  test('that nobody answers is given up', async () => {
    const world = createWorld(1);
    const [ann] = programs(world);
    const offered = ann.offer(brittle(world.wires(), 0), await gameOf('chess'), {
      startedAt: '2026-11-16T08:00:00Z',
    });
    expect(await world.during(offered)).toMatchObject({ fault: { code: 'unreachable' } });
  });
});
