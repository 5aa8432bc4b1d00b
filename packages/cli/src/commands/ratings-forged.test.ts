/** Ratings count what players signed: records that one side made up are listed, and change nothing. */
import { bytesToHex } from '@kifu/core';
import { publicKeyOf } from '@kifu/record/sign';
import { beforeAll, expect, test } from 'vitest';
import { secretOf } from '../../../record/test/matches.ts';
import { workshop } from '../../test/files.ts';
import { RATED_RECORDS } from '../../test/rated-records.ts';

const { run, write } = workshop();
const referee = bytesToHex(await publicKeyOf(secretOf('referee')));
const victim = bytesToHex(await publicKeyOf(secretOf('seat 1')));

beforeAll(async () => {
  for (const [name, make] of Object.entries(RATED_RECORDS))
    await write(`${name}.car`, await make());
  await run('library import @verified.car @refereed.car @decreed.car @absent.car @unsigned.car');
});

test('a match counts if both players signed it, and no other', async () => {
  const { code, out } = await run('ratings rebuild');
  expect(code).toBe(0);
  expect(out).toMatch(/^2 ratings from 1 match \(not counted: /);
  const { notCounted, unknownReferees, left } = JSON.parse(
    (await run('ratings rebuild --json')).out,
  );
  expect(notCounted).toEqual({
    'unknown referee': 1,
    'not signed by every player': 1,
    'not verified': 1,
    unsigned: 1,
  });
  expect(unknownReferees).toEqual({ [referee]: 1 });
  expect(out).toContain(
    `unknown referee ${referee}: 1 match; count them with --referee ${referee} if you trust it`,
  );
  expect(left.map(({ verdict }: { verdict: string }) => verdict).toSorted()).toEqual([
    'partial',
    'refereed',
    'refereed',
    'unsigned',
  ]);
  expect((await run('ratings list')).out).toMatch(/chess +untimed +Victor [0-9a-f]{8} +1662/);
});

test('a referee that the user trusts counts where every player signed', async () => {
  const trusted = await run(`ratings rebuild --referee ${referee}`);
  expect(trusted.out).toMatch(/^2 ratings from 2 matches \(not counted: /);
  // the match that was decreed before the victim signed anything is still left out
  const { notCounted } = JSON.parse((await run(`ratings rebuild --referee ${referee} --json`)).out);
  expect(notCounted).toMatchObject({ 'not signed by every player': 1, 'not verified': 1 });
  // what is stored says by which choice it was made
  expect((await run('ratings rebuild --check')).out).toMatch(
    /^2 ratings from 2 matches.*: no differences/,
  );
  expect((await run('ratings rebuild --referee 12')).code).toBe(2);
});

test('explain shows the verdict on each match, counted or not', async () => {
  const { code, out } = await run(`ratings explain ${victim}`);
  expect(code).toBe(0);
  expect(out).toMatch(/won against Eve [0-9a-f]{8}, 1500 ± 350, verified\n/);
  expect(out).toMatch(/won against Eve [0-9a-f]{8}, 1500 ± 350, refereed\n/);
  expect(out).toMatch(
    /not counted: \w{10} {2}lost to Eve \w{8}, refereed: not signed by every player/,
  );
  expect(out).toMatch(/not counted: \w{10} {2}lost to Eve \w{8}, partial: not verified/);
  const { notCounted } = JSON.parse((await run(`ratings explain ${victim} --json`)).out);
  expect(notCounted).toHaveLength(2);
});

test('unsigned matches never count for a key', async () => {
  const { out } = await run('ratings rebuild --unsigned');
  expect(out).toMatch(/^4 ratings from 2 matches/);
  const { out: list } = await run('ratings list');
  // by the key, and by the name: two players, each with the rating of one match
  expect(list).toMatch(/Victor [0-9a-f]{8} +1662/);
  expect(list).toMatch(/Victor +1662/);
});
