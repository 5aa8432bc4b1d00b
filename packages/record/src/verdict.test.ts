/** Judgments: how far all agree, who is who, and who vouches for the rest, in every language. */
import { type Action, fail, type Game, moveAct, ok, unwrap } from '@kifu/core';
import { chess, parseUci } from '@kifu/games/chess';
import { ludo } from '@kifu/games/ludo';
import { verdicts as german } from '@kifu/texts/de/verdicts';
import { verdicts as english, type VerdictTexts } from '@kifu/texts/en/verdicts';
import { verdicts as japanese } from '@kifu/texts/ja/verdicts';
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

test('the referee alone vouches for a flag after what both have signed', async () => {
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
    'from entry 3 on, only the referee vouches for the record: "Ann" (seat 0) did not sign',
    'entry 5: that a player ran out of time is vouched for only by the referee',
  ]);
});

test('without a referee, a seat covers its own last action and the other what it had seen', async () => {
  const found = await judged(await play(BOTH));
  expect(found).toMatchObject({ verdict: 'partial', agreed: 3, referee: null });
  expect(found.seats.map(({ signedThrough }) => signedThrough)).toEqual([3, 4]);
  expect(found.caveats).toEqual([{ n: 4, word: 'partial', why: 'unsigned', by: 1 }]);
});

test('without a referee, a seat that left having seen everything covers what follows too', async () => {
  const playing = await beginMatch({ game: ludo.game as Game, seats: 3, keys: true, seed: 7 });
  await playOn(playing, 2);
  await doAct(playing, 1, { type: 'leave', of: 1, how: 'resignation' });
  const left = playing.chain.last.n;
  await playOn(playing, 4);
  const { seats } = judge(await verify(nodesOf(playing.chain), async () => ok(ludo.game as Game)));
  expect(seats[1]!.signedThrough).toBe(left + 4);
});

test('with a referee, a seat that left covers what it had seen, until it signs the ending', async () => {
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

test('the referee vouches for the name of a guest, and without signatures no key does', async () => {
  const guests = await judged(await play({ ...BOTH, keys: false, referee: true }));
  expect(guests.seats.map(({ namedBy, signedThrough }) => [namedBy, signedThrough])).toEqual([
    ['referee', -1],
    ['referee', -1],
  ]);
  const found = await judged(await play({ ...BOTH, keys: false }));
  expect(found).toMatchObject({ verdict: 'unsigned', seats: [{ namedBy: 'none' }, {}] });
});

test('unchecked signatures prove nothing', async () => {
  const { chain } = await play(BOTH);
  const report = await verify(nodesOf(chain), async () => ok(game), { signatures: 'none' });
  expect(judge(report)).toMatchObject({ verdict: 'unsigned', signatures: 'none', agreed: -1 });
});

test('commits in a record count as far as they are signed', async () => {
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

describe('texts', () => {
  const lines = async (playing: Playing) =>
    formatReport(await verify(nodesOf(playing.chain), async () => ok(playing.plan.game)));

  test('puts a name in quotes with its seat, so that it cannot pass for a role', async () => {
    const playing = await play({ ...BOTH, names: ['Ann', 'the referee'] });
    const told = await lines(playing);
    expect(told).toContain(
      'caveat    from entry 4 on, only "the referee" (seat 1) vouches for the record: "Ann" (seat 0) did not sign',
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
    expect(describeCaveat(found, found.caveats[0]!, { quotes: 'curly' })).toMatch(
      /“the referee” \(seat 1\)/,
    );
  });

  test('replaces quotes in a name', async () => {
    const name = 'Bob" (seat 1), vouched for by "FIDE';
    const told = (await lines(await play({ ...BOTH, names: ['Ann', name] }))).join('\n');
    expect(told).toContain(`"${name.replaceAll('"', "'")}" (seat 1)`);
  });

  test.each<[holders: MatchPlan['holders'], referee: boolean, words: string]>([
    [undefined, false, 'made by all players together'],
    [undefined, true, 'made by all players together'],
    [[1], false, 'made by "Bob" (seat 1) alone'],
    [[REFEREE], true, 'made by the referee alone'],
    [[0, REFEREE], true, 'made by "Ann" (seat 0) and the referee'],
  ])('names the holders of hash chains: %j, referee %j', async (holders, referee, words) => {
    const plan = { ...BOTH, game: race as Game, fair: true, referee };
    const playing = await beginMatch(holders === undefined ? plan : { ...plan, holders });
    expect(await lines(playing)).toContain(
      `random    provably fair: ${words}, 1 random draw checked`,
    );
  });

  test('those who signed an agreement vouch for it', async () => {
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
    expect(await lines(both)).toContain('ending    draw by agreement, as the rules require');
  });

  test.each<[VerdictTexts, string[]]>([
    [
      german,
      [
        'teilweise bestätigt',
        'Nachweis  4 Unterschriften, alle geprüft und gültig',
        'Vorbehalt ab Eintrag 4 bürgt nur „Bob“ (Platz 1); ohne Unterschrift: „Ann“ (Platz 0)',
      ],
    ],
    [
      japanese,
      [
        '一部検証済み',
        '署名      4件すべて検証、すべて有効',
        '注意      記録4以降は「Bob」（席1）だけが保証しています（署名なし：「Ann」（席0））',
      ],
    ],
  ])('reports in another language', async (texts, expected) => {
    const report = await verified(await play(BOTH));
    const told = formatReport(report, judge(report), { texts, quotes: 'curly' });
    expect(told).toEqual(expect.arrayContaining(expected));
    for (const line of told.slice(1)) expect(line).toMatch(/^\S+ {1,9}\S/);
  });

  test.each([english, german, japanese])('labels of rows fit their column', ({ report }) => {
    for (const label of [...Object.values(report.rows), report.seat(3)]) {
      const columns = [...label].reduce((sum, letter) => sum + (letter > '\u3000' ? 2 : 1), 0);
      expect(columns).toBeLessThan(10);
    }
  });
});
