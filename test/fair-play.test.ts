/** Chance that all make together, on the games that need it: recorded, verified, and no link can be bent or kept back. */
import { draw, type Game, ok, rngFrom, roll, type Seed, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { appendSigned, begin, nodesOf, verdictOf, verify } from '@kifu/record';
import { REFEREE } from '@kifu/record/chance';
import { describe, expect, test } from 'vitest';
import {
  beginMatch,
  doAct,
  endMatch,
  type MatchPlan,
  makeHeader,
  type Playing,
  playOn,
  refereeSigner,
  secretOf,
  signAct,
  sitDown as sitAtTable,
} from '../packages/record/test/matches.ts';

const isDeep = process.env.KIFU_DEEP === '1';

/** Which game with how many seats, with a referee or without. */
const TABLES: readonly [game: string, seats: number, referee: boolean][] = [
  ['backgammon', 2, false],
  ['backgammon', 2, true],
  ['ludo', 2, false],
  ['ludo', 3, true],
  ['ludo', 4, false],
];

async function sitDown(name: string, seats: number, referee: boolean): Promise<Playing> {
  const { game } = unwrap(await loadKit(name));
  const plan: MatchPlan = {
    game: game as Game,
    seats,
    referee,
    fair: true,
    keys: true,
    links: 400,
  };
  return beginMatch(plan);
}

const check = ({ chain, plan }: Playing) =>
  verify(nodesOf(chain), async () => ok(plan.game), {
    head: chain.last.digest,
    signatures: 'all',
  });

/** Plays until a draw is due. */
async function playToDraw(playing: Playing): Promise<void> {
  for (let i = 0; i < 50; i++) {
    const { game, state } = playing.chain.table;
    if (game.chance!.due(state)) return;
    await playOn(playing, 1);
  }
}

/** Everybody's next link, as it should be. */
function nextLinks({ chains, drawn, chain }: Playing): { holder: number; link: Uint8Array }[] {
  const { game, state } = chain.table;
  return [...chains]
    .filter(([holder]) => holder === REFEREE || game.seated(state).includes(holder))
    .map(([holder, links]) => ({ holder, link: links[drawn + 1]! }));
}

describe.each(TABLES)('%s, %i seats, referee: %s', (name, seats, referee) => {
  test('a match is recorded and holds', async () => {
    const playing = await sitDown(name, seats, referee);
    await playOn(playing, isDeep ? 300 : 60);
    if (playing.chain.table.outcome !== null) await endMatch(playing);
    const report = await check(playing);
    expect(report.fault).toBeNull();
    expect(report.chance).toBe('fair');
    expect(report.checked.draws).toBe(playing.drawn + 1);
    expect(report.checked.draws).toBeGreaterThan(5);
  });

  test('a wrong link is refused, and whose it is said', async () => {
    const playing = await sitDown(name, seats, referee);
    await playToDraw(playing);
    const links = nextLinks(playing);
    for (const [i, { holder }] of links.entries()) {
      const wrong = links.map(({ link }, k) => (k === i ? link.with(0, ~link[0]!) : link));
      const act = { type: 'links', links: wrong } as const;
      const when = { ms: 99_000 };
      const signed = referee ? null : await signAct(playing, 0, act, when);
      const doing = { seat: referee ? null : 0, act, signed, ...when };
      const done = await appendSigned(playing.chain, doing, referee ? refereeSigner : null);
      expect(done.ok ? '' : done.fault.message).toContain(
        holder === REFEREE ? 'the referee' : `seat ${holder}`,
      );
    }
  });

  test('who keeps a link back has left when the time is up', async () => {
    const playing = await sitDown(name, seats, referee);
    await playToDraw(playing);
    const ms = playing.chain.table.ms + 30_000;
    const by = referee ? null : 0;
    await doAct(playing, by, { type: 'leave', of: 1, how: 'withheld-link' }, { ms });
    const { game, state, outcome } = playing.chain.table;
    if (seats === 2) expect(outcome).toMatchObject({ result: 'win', winners: [0] });
    else expect(game.seated(state)).not.toContain(1);
    await playOn(playing, 20); // the others go on with their own chains
    expect((await check(playing)).fault).toBeNull();
  });
});

describe.each([2, 3, 4])('dominos, %i seats: hands stay hidden until the ending', seats => {
  const plan = async (): Promise<MatchPlan> => {
    const { game } = unwrap(await loadKit('dominos'));
    return { game: game as Game, seats, referee: true, fair: true, keys: true };
  };

  test('sealed until the ending tells how they were dealt, verified from then on', async () => {
    const playing = await beginMatch(await plan());
    await playOn(playing, 3);
    const early = await check(playing);
    expect([early.fault, verdictOf(early), early.checked.rules]).toEqual([null, 'sealed', 0]);
    await playOn(playing, 500);
    expect(playing.chain.table.outcome).not.toBeNull();
    await endMatch(playing);
    const report = await check(playing);
    expect([report.fault, verdictOf(report), report.chance]).toEqual([null, 'verified', 'fair']);
    expect(report.checked.rules).toBe(report.entries);
  });

  test('another first link or another secret of the deal is found, and its holder named', async () => {
    const { game } = await plan();
    const { header } = await makeHeader(await plan());
    const playing = await sitAtTable(await plan());
    await playOn(playing, seats); // all agree to the header
    const first = [...playing.chains].map(([holder, links]) => ({ holder, link: links[0]! }));
    for (const [i, { holder }] of first.entries()) {
      const links = first.map(({ link }, k) => (k === i ? link.with(0, ~link[0]!) : link));
      const doing = { seat: null, act: { type: 'links', links }, ms: 1 } as const;
      const done = await appendSigned(playing.chain, doing, refereeSigner);
      expect(done.ok ? '' : done.fault.message).toContain(
        holder === REFEREE ? 'the referee' : `seat ${holder}`,
      );
    }
    expect(begin(game, header, secretOf('another deal'))).toMatchObject({
      fault: { rule: 'commitment' },
    });
  });

  test('without a referee hidden hands are not offered', async () => {
    const { header } = await makeHeader({ ...(await plan()), referee: false });
    expect(begin((await plan()).game, header)).toMatchObject({ fault: { code: 'bad-setup' } });
  });
});

describe.runIf(isDeep)('a million rolls', () => {
  /** Ten stretches of a hundred thousand rolls, so that one unlucky seed does not decide. */
  test.each<[name: string, seed: (i: number) => Seed]>([
    ['short seeds', i => 20_261_115 + i],
    ['long seeds', i => ({ bytes: new Uint8Array(32).fill(i), drawn: 0 })],
  ])('%s: faces, pairs and doubles are even', (_, seedOf) => {
    const stretches = Array.from({ length: 10 }, (_, i) => rollPairs(seedOf(i), 50_000));
    const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
    // beyond these (50 and 350 degrees of freedom), chance alone would be one time in a thousand
    expect(sum(stretches.map(({ faces }) => chiSquared(faces)))).toBeLessThan(86.7);
    expect(sum(stretches.map(({ pairs }) => chiSquared(pairs)))).toBeLessThan(437.5);
    const doubles = stretches.map(({ pairs }) => sum([0, 7, 14, 21, 28, 35].map(i => pairs[i]!)));
    expect(Math.abs(sum(doubles) / 500_000 - 1 / 6)).toBeLessThan(0.002);
  });

  test('draws of any size are even', () => {
    const luck = rngFrom(5);
    for (const n of [2, 3, 7, 28, 52]) {
      const counts = new Uint32Array(n);
      for (let i = 0; i < 100_000; i++) counts[luck(n)]!++;
      expect(chiSquared(counts)).toBeLessThan(n + 4.5 * Math.sqrt(2 * n) + 6);
    }
    expect(draw(1, 1)[0]).toBe(0);
  });
});

/** How often each face and each pair came. */
function rollPairs(first: Seed, count: number): { faces: Uint32Array; pairs: Uint32Array } {
  const faces = new Uint32Array(6);
  const pairs = new Uint32Array(36);
  let seed = first;
  for (let i = 0; i < count; i++) {
    const [a, then] = roll(seed, 6);
    const [b, after] = roll(then, 6);
    seed = after;
    faces[a - 1]!++;
    faces[b - 1]!++;
    pairs[6 * (a - 1) + b - 1]!++;
  }
  return { faces, pairs };
}

function chiSquared(counts: Uint32Array): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}
