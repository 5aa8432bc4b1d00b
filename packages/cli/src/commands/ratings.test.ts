/** Ratings at the command line: made from the library, listed, explained, and checked against what is kept. */
import { type Header, moveAct, unwrap } from '@kifu/core';
import { chess, parseSan } from '@kifu/games/chess';
import { append, begin, end, headOf, nodesOf, readKifu } from '@kifu/record';
import { writeWhole } from '@kifu/record/file';
import { NO_TERMS } from '@kifu/record/match-state';
import { beforeAll, expect, test } from 'vitest';
import { workshop } from '../../test/files.ts';

const { run, write, text } = workshop();

const FOOLS_MATE = ['f3', 'e5', 'g4', 'Qh4#'];

/** A match in which white is mated at once, rated unless told. */
function matchOf(names: readonly [string, string], startedAt: string, isRated = true): Uint8Array {
  const header: Header = {
    ...{ game: 'chess', version: 1, options: {}, seed: null, start: null, startedAt, tags: {} },
    players: names.map((name, seat) => ({ seat, name })),
    terms: { ...NO_TERMS, rated: isRated, clock: { type: 'absolute', mainMs: 300_000 } },
  };
  let { chain } = unwrap(begin(chess.game, header));
  for (const [n, word] of FOOLS_MATE.entries()) {
    const act = moveAct(chess.game, unwrap(parseSan(chain.table.state, word)));
    ({ chain } = unwrap(append(chain, { seat: n % 2, act, ms: 1000 * n })));
  }
  const ended = unwrap(end(chain, { ms: 4000 }));
  const nodes = nodesOf(ended);
  const kifu = unwrap(readKifu(nodes));
  const record = { kit: chess as never, kifu, nodes, head: headOf(ended) };
  return unwrap(writeWhole(record, 'car')) as Uint8Array;
}

beforeAll(async () => {
  await write('1.car', matchOf(['Ann', 'Bob'], '2026-03-02T10:00:00Z'));
  await write('2.car', matchOf(['Cara', 'Bob'], '2026-03-03T10:00:00Z'));
  await write('3.car', matchOf(['Cara', 'Ann'], '2026-03-10T10:00:00Z'));
  await write('4.car', matchOf(['Cara', 'Dan'], '2026-03-10T10:00:00Z', false));
  await write('5.car', matchOf(['Cara', ''], '2026-03-10T10:00:00Z'));
});

test('a library without ratings says how to make them', async () => {
  expect(await run('ratings list')).toMatchObject({
    code: 1,
    err: 'kifu: not-found: no ratings yet; compute them with kifu ratings rebuild\n',
  });
});

test('unsigned matches count only if the user asks for it', async () => {
  await run('library import @1.car @2.car @3.car @4.car @5.car');
  expect(await run('ratings rebuild')).toEqual({
    ...{ code: 0, err: '' },
    out:
      '0 ratings from 0 matches (not counted: 1 players unknown, 3 unsigned)\n' +
      'anyone could have written an unsigned match; --unsigned counts them by names\n',
  });
  const data = JSON.parse((await run('ratings rebuild --json')).out);
  expect(data).toMatchObject({
    ...{ matches: 0, notCounted: { unsigned: 3, 'players unknown': 1 }, unknownReferees: {} },
    counting: { referees: [], unsigned: false },
  });
  expect(data.left).toHaveLength(4);
  expect(data.left).toContainEqual({
    ...{ match: expect.any(String), why: 'unsigned', verdict: 'unsigned' },
  });
  const explained = await run('ratings explain ann');
  expect(explained.code).toBe(1);
  expect(explained.out).toMatch(
    /^not counted: \w{10} {2}lost to Bob, unsigned: unsigned\nnot counted: .*won against Cara/m,
  );
});

test('everybody is rated by what the library has, and listed', async () => {
  expect(await run('ratings rebuild --unsigned')).toEqual({
    ...{ code: 0, err: '' },
    out: '3 ratings from 3 matches (not counted: 1 players unknown)\n',
  });
  expect((await run('ratings list')).out).toBe(`GAME   SPEED  PLAYER  RATING  DEV  MATCHES
chess  blitz  Bob       1747  254        2
chess  blitz  Ann       1467  247        2
chess  blitz  Cara      1208  247        2
`);
  const { ladders } = JSON.parse((await run('ratings list --limit 1 --json')).out);
  expect(ladders).toMatchObject([
    { game: 'chess', speed: 'blitz', matches: 3, standings: [{ id: '@Bob', matches: 2 }] },
  ]);
  expect((await run('ratings list --speed rapid')).out).toBe('no ratings\n');
});

test('a rating is explained, week by week', async () => {
  const { code, out } = await run('ratings explain ann');
  expect(code).toBe(0);
  expect(out.replace(/^ {2}[a-h][a-z2-7]{9}/gm, '  (ID)').replace(/[0-9a-f]{64}/, '(HASH)')).toBe(
    `chess blitz: Ann
1467 ± 247, volatility 0.0600, 2 matches
week of 2026-03-02: 1500 ± 350 → 1338 ± 290
  (ID)  lost to Bob, 1500 ± 350, unsigned
week of 2026-03-09: 1338 ± 290 → 1467 ± 247
  (ID)  won against Cara, 1338 ± 290, unsigned
receipt  (HASH)
from 3 matches of these players, by Glicko-2 with tau 0.5 and periods of a week
`,
  );
  const [rating] = JSON.parse((await run('ratings explain Ann --json')).out).ratings;
  expect(rating.receipt.matches).toHaveLength(3);
  expect(rating.history).toMatchObject([
    { week: '2026-03-02', games: [{ opponent: 'Bob', halfPoints: 0, verdict: 'unsigned' }] },
    { week: '2026-03-09', games: [{ opponent: 'Cara', halfPoints: 2 }] },
  ]);
  expect(await run('ratings explain Dan')).toMatchObject({ code: 1 });
});

test('rebuild --check finds other matches, other numbers and another file', async () => {
  expect(await run('ratings rebuild --check')).toMatchObject({
    ...{ code: 0, out: expect.stringContaining('no differences') },
  });
  const kept = await text('home/ratings.json');
  await write('home/ratings.json', kept.replace(/"rating":"17/, '"rating":"18'));
  const changed = await run('ratings rebuild --check');
  expect(changed).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      /^drift {2}rating-drift \(rating\): chess blitz: the stored rating of Bob is 18/,
    ),
  });
  expect(await run('ratings explain Ann')).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('rating-drift (rating)') },
  });
  await write('home/ratings.json', kept.replace(/\{"id":"@Cara.*?\}/, '').replace(',]', ']'));
  expect((await run('ratings rebuild --check')).out).toContain('a player is missing');
  await write(
    'home/ratings.json',
    '{"kifuRatings":2,"counting":{"referees":[],"unsigned":true},"ladders":[{}]}',
  );
  expect(await run('ratings list')).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('malformed') },
  });
  await write('home/ratings.json', kept);
  await write('6.car', matchOf(['Ann', 'Bob'], '2026-04-02T10:00:00Z'));
  await run('library import @6.car');
  const { drifts } = JSON.parse((await run('ratings rebuild --check --json')).out);
  expect(drifts).toMatchObject([{ code: 'rating-drift', rule: 'matches' }]);
  await run('ratings rebuild --unsigned');
  expect(await run('ratings rebuild --check')).toMatchObject({ code: 0 });
});

test('matches that moved to an archive count as before when it is named', async () => {
  const before = await text('home/ratings.json');
  const moved = await run('library export --before 2026-03-08 --to archive -o @archive --move');
  expect(moved.out).toContain('2 matches removed from the library');
  expect(await run('ratings rebuild --check')).toMatchObject({
    ...{
      code: 1,
      out: expect.stringContaining('calculated from 4 matches, but the library has 2'),
    },
  });
  // one that is in both counts once
  await run('library export --to archive -o @archive');
  expect(await run('ratings rebuild --unsigned --archive @archive')).toMatchObject({
    code: 0,
    err: '',
  });
  expect(await text('home/ratings.json')).toBe(before);
  const { out } = await run('ratings explain Ann --archive @archive');
  expect(out).toContain('lost to Bob');
  expect(await run('ratings rebuild --archive @nowhere')).toMatchObject({ code: 1 });
});
