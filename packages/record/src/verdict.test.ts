/** What a report comes to: how far all agree, who is who, and whose word the rest is. */
import { type Action, fail, type Game, moveAct, ok, unwrap } from '@kifu/core';
import { chess, parseUci } from '@kifu/games/chess';
import { ludo } from '@kifu/games/ludo';
import { describe, expect, test } from 'vitest';
import { race } from '../../core/test/toys/race.ts';
import {
  beginMatch,
  doAct,
  endMatch,
  type MatchPlan,
  type Playing,
  playOn,
} from '../test/matches.ts';
import { REFEREE } from './chance/index.ts';
import {
  describeCaveat,
  formatReport,
  headOf,
  type JudgeContext,
  judge,
  nodesOf,
  verify,
} from './index.ts';

const game = chess.game as Game;
const BOTH: MatchPlan = { game, names: ['Ann', 'Bob'], keys: true };
const CLOCKED: MatchPlan = { ...BOTH, referee: true, clock: { type: 'absolute', mainMs: 5000 } };
const move = (uci: string): Action => moveAct(chess.game, unwrap(parseUci(uci)));

async function play(plan: MatchPlan): Promise<Playing> {
  const playing = await beginMatch(plan);
  await doAct(playing, 0, move('e2e4'));
  await doAct(playing, 1, move('e7e5'));
  return playing;
}

const verified = ({ chain }: Playing) =>
  verify(nodesOf(chain), async () => ok(game), { head: headOf(chain).digest });

const judged = async (playing: Playing, known: JudgeContext = {}) =>
  judge(await verified(playing), known);

test('a flag by the word of the referee, after what both have signed', async () => {
  const playing = await play(CLOCKED);
  const late = { ms: playing.chain.table.ms + 10_000 };
  await doAct(playing, null, { type: 'leave', of: 0, how: 'flag' }, late);
  await endMatch(playing, {}, [1]);
  const known = new Map([[playing.chain.table.header.players[1]!.key!, 'Robert']]);
  const found = await judged(playing, { known });
  expect(found).toMatchObject({
    ...{ verdict: 'refereed', ended: true, entries: 5, agreed: 2, signatures: 'all' },
    seats: [
      { seat: 0, name: 'Ann', namedBy: 'player', known: null, signedThrough: 2 },
      { seat: 1, name: 'Bob', namedBy: 'player', known: 'Robert', signedThrough: 6 },
    ],
    ...{ start: 'own', branch: null, chance: { mode: 'none', by: [] } },
    caveats: [
      { n: 3, word: 'refereed', why: 'unsigned', by: 'referee' },
      { n: 5, word: 'refereed', why: 'flag', by: 'referee' },
    ],
  });
  expect(formatReport(await verified(playing), found)).toContainEqual(
    'ending    win by timeout, vouched for only by the referee',
  );
  expect(found.caveats.map(reason => describeCaveat(found, reason))).toEqual([
    'everything from entry 3 on is vouched for only by the referee; not signed by "Ann" (seat 0)',
    'entry 5: that a player ran out of time is vouched for only by the referee',
  ]);
});

test('without a referee a seat stands by its own last act, the other by what it saw', async () => {
  const found = await judged(await play(BOTH));
  expect(found).toMatchObject({ verdict: 'partial', agreed: 3, referee: null });
  expect(found.seats.map(({ signedThrough }) => signedThrough)).toEqual([3, 4]);
  expect(found.caveats).toEqual([{ n: 4, word: 'partial', why: 'unsigned', by: 1 }]);
});

test('without a referee a seat that left after it had seen all before covers what follows too', async () => {
  const playing = await beginMatch({ game: ludo.game as Game, seats: 3, keys: true, seed: 7 });
  await playOn(playing, 2);
  await doAct(playing, 1, { type: 'leave', of: 1, how: 'resignation' });
  const left = playing.chain.last.n;
  await playOn(playing, 4);
  const { seats } = judge(await verify(nodesOf(playing.chain), async () => ok(ludo.game as Game)));
  expect(seats[1]!.signedThrough).toBe(left + 4);
});

test('with a referee a seat that left covers what it had seen, until it signs the ending', async () => {
  for (const signers of [[1], [0, 1]]) {
    const playing = await play({ ...BOTH, referee: true });
    await doAct(playing, 0, { type: 'leave', of: 0, how: 'resignation' });
    await endMatch(playing, {}, signers);
    const isSigned = signers.includes(0);
    expect(await judged(playing)).toMatchObject({
      verdict: isSigned ? 'verified' : 'refereed',
      agreed: isSigned ? 6 : 4,
    });
  }
});

test('a guest’s name is the referee’s word, and without signatures that of no key', async () => {
  const guests = await judged(await play({ ...BOTH, keys: false, referee: true }));
  expect(guests.seats.map(({ namedBy, signedThrough }) => [namedBy, signedThrough])).toEqual([
    ['referee', -1],
    ['referee', -1],
  ]);
  const found = await judged(await play({ ...BOTH, keys: false }));
  expect(found).toMatchObject({ verdict: 'unsigned', seats: [{ namedBy: 'none' }, {}] });
});

test('signatures that were not checked prove nothing', async () => {
  const { chain } = await play(BOTH);
  const report = await verify(nodesOf(chain), async () => ok(game), { signatures: 'none' });
  expect(judge(report)).toMatchObject({ verdict: 'unsigned', signatures: 'none', agreed: -1 });
});

test('commits that a record carries count as far as they are signed', async () => {
  const playing = await play({ ...BOTH, keys: false });
  expect(await judged(playing, { commits: [true, true] })).toMatchObject({ verdict: 'verified' });
  expect(await judged(playing, { commits: [true, false] })).toMatchObject({
    ...{ verdict: 'partial', agreed: 1 },
    caveats: [{ n: 2, word: 'partial', why: 'unsigned', by: 0 }],
  });
});

test('of an unknown game the verdict is unknown, and broken where a node was changed', async () => {
  const { chain } = await play(BOTH);
  const nodes = nodesOf(chain);
  const findNone = async () => fail('unknown-game', 'there is no such game');
  const report = await verify(nodes, findNone, { head: headOf(chain).digest });
  expect(judge(report)).toMatchObject({
    ...{ verdict: 'unknown', entries: 4, agreed: -1 },
    caveats: [{ n: 0, word: 'unknown', why: 'unknown-game', by: null }],
  });
  const changed = nodes.with(2, nodes[2]!.with(-1, nodes[2]!.at(-1)! ^ 1));
  expect(judge(await verify(changed, findNone))).toMatchObject({ verdict: 'broken' });
  expect(
    judge(await verify(nodes.slice(0, -1), findNone, { head: headOf(chain).digest })),
  ).toMatchObject({ verdict: 'broken', caveats: [{ n: 3, why: 'broken-chain' }] });
});

describe('words', () => {
  const lines = async (playing: Playing) =>
    formatReport(await verify(nodesOf(playing.chain), async () => ok(playing.plan.game)));

  test('a name stands in quotes with its seat, so that it cannot pass for a role', async () => {
    const playing = await play({ ...BOTH, names: ['Ann', 'the referee'] });
    const told = await lines(playing);
    expect(told).toContain(
      'but       everything from entry 4 on is vouched for only by "the referee" (seat 1); not signed by "Ann" (seat 0)',
    );
    expect(told).toContainEqual(
      expect.stringMatching(
        /^seat 1 {4}"the referee" \(seat 1\), key .*, signed everything up to /,
      ),
    );
    expect(told.filter(line => line.startsWith('names '))).toEqual([
      'names     a name is only what its key calls itself, unless you know the key',
    ]);
    const found = await judged(playing);
    expect(describeCaveat(found, found.caveats[0]!, 'curly')).toMatch(/“the referee” \(seat 1\)/);
  });

  test('quotes in a name do not end it', async () => {
    const name = 'Bob" (seat 1), vouched for by "FIDE';
    const told = (await lines(await play({ ...BOTH, names: ['Ann', name] }))).join('\n');
    expect(told).toContain(`"${name.replaceAll('"', "'")}" (seat 1)`);
  });

  test.each<[holders: MatchPlan['holders'], referee: boolean, words: string]>([
    [undefined, false, 'made by all together'],
    [undefined, true, 'made by all together'],
    [[1], false, 'by "Bob" (seat 1) alone'],
    [[REFEREE], true, 'by the referee alone'],
    [[0, REFEREE], true, 'by "Ann" (seat 0) and the referee'],
  ])(
    'chance is made by those who hold a chain: %j, referee %j',
    async (holders, referee, words) => {
      const plan = { ...BOTH, game: race as Game, fair: true, referee };
      const playing = await beginMatch(holders === undefined ? plan : { ...plan, holders });
      expect(await lines(playing)).toContain(`chance    fair: ${words}, 1 draws checked`);
    },
  );

  test('an agreement that not all have signed is vouched for by who did', async () => {
    const playing = await play(BOTH);
    await doAct(playing, 0, { type: 'offer-draw' });
    await doAct(playing, 1, { type: 'accept-draw' });
    await endMatch(playing, {}, [1]);
    expect(await lines(playing)).toContain(
      'ending    draw by agreement, vouched for only by "Bob" (seat 1)',
    );
    const both = await play(BOTH);
    await doAct(both, 0, { type: 'offer-draw' });
    await doAct(both, 1, { type: 'accept-draw' });
    await endMatch(both);
    expect(await lines(both)).toContain(
      'ending    draw by agreement, as the rules and the table give it',
    );
  });
});
