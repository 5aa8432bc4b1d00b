/** Tournaments count what players signed, and an organizer who rewrites one is found out. */
import { copyFile } from 'node:fs/promises';
import { bytesToHex } from '@kifu/core';
import { publicKeyOf } from '@kifu/record/sign';
import { beforeAll, describe, expect, test } from 'vitest';
import { secretOf } from '../../../record/test/matches.ts';
import { workshop } from '../../test/files.ts';
import { RATED_RECORDS } from '../../test/rated-records.ts';
import { jsonLines } from '../../test/run-kifu.ts';

const { run, write, at, read } = workshop();
const keyOf = async (name: string) => bytesToHex(await publicKeyOf(secretOf(name)));
const [eve, victor, referee] = await Promise.all(['seat 0', 'seat 1', 'referee'].map(keyOf));

describe('results', () => {
  const ids = new Map<string, string>();

  beforeAll(async () => {
    await run('key new me');
    for (const [name, make] of Object.entries(RATED_RECORDS)) {
      await write(`${name}.car`, await make());
      await run(`library import @${name}.car`);
      ids.set(name, jsonLines((await run(`verify @${name}.car --json`)).out)[0].match);
    }
    await run('tournament new @cup.car --game chess --system knock-out');
    await run(`tournament enter @cup.car Eve=${eve} Victor=${victor}`);
    await run('tournament start @cup.car');
    await copyFile(at('cup.car'), at('fresh.car'));
  });

  test.each([
    ['decreed', 'not signed by every player'],
    ['absent', 'not verified'],
    ['refereed', 'unknown referee'],
  ])('a match that is %s is refused: %s', async (name, why) => {
    const { code, err } = await run(`tournament result @cup.car 1 ${ids.get(name)}`);
    expect(code).toBe(1);
    expect(err).toContain(`its signatures do not prove the result: ${why}`);
  });

  test('a match that both signed is taken, and shown as proven', async () => {
    expect(await run(`tournament result @cup.car 1 ${ids.get('verified')}`)).toMatchObject({
      ...{ code: 0, err: '' },
    });
    expect((await run('tournament verify @cup.car')).out).toBe(
      `round 1, board 1  verified
4 signed entries, 1 match; results: 1 proven by signatures, 0 vouched for by the organizer
`,
    );
  });

  test('a match of a trusted referee is taken; other readers see that it is a word', async () => {
    await copyFile(at('fresh.car'), at('cup.car'));
    const trusting = `--referee ${referee}`;
    const elsewhere = { env: { KIFU_HOME: at('elsewhere') } };
    expect(
      await run(`tournament result @cup.car 1 ${ids.get('refereed')} ${trusting}`),
    ).toMatchObject({ code: 0 });
    await run('tournament export @cup.car -o @all.car');
    expect((await run('tournament verify @all.car', elsewhere)).out).toMatch(
      /^round 1, board 1 {2}refereed: unknown referee, vouched for by the organizer\n/,
    );
    expect((await run(`tournament verify @all.car ${trusting}`, elsewhere)).out).toMatch(
      /^round 1, board 1 {2}refereed\n/,
    );
    const [data] = jsonLines((await run('tournament verify @all.car --json', elsewhere)).out);
    expect(data.results).toEqual([
      {
        ...{ round: 1, board: 1, match: ids.get('refereed'), verdict: 'refereed' },
        ...{ provenBy: 'organizer', why: 'unknown referee', fault: null },
      },
    ]);
  });

  test('a forged match is entered only on the organizer’s word', async () => {
    await copyFile(at('fresh.car'), at('word.car'));
    expect(
      await run(`tournament result @word.car 1 ${ids.get('decreed')} --by-word`),
    ).toMatchObject({ code: 0 });
    expect((await run('tournament verify @word.car')).out).toMatch(
      /^round 1, board 1 {2}refereed: not signed by every player, vouched for by the organizer\n/,
    );
  });
});

describe('a tournament that was rewritten', () => {
  const player = { env: { KIFU_HOME: at('player') } };

  beforeAll(async () => {
    await run('tournament new @open.car --game chess --rounds 2');
    await run('tournament enter @open.car Ann Bob Cara Dan');
    await copyFile(at('open.car'), at('early.car'));
    await copyFile(at('open.car'), at('other.car'));
    await run('tournament start @open.car');
    await run('tournament withdraw @other.car Dan');
    await run('tournament start @other.car');
  });

  test('kifu diff shows where the two part, and writes the proof', async () => {
    const { code, out } = await run('diff @open.car @other.car -o @proof.cbor');
    expect(code).toBe(1);
    expect(out).toMatch(
      /^entry 5: the organizer signed two histories\n- \{"type":"round"\}\n\+ \{"player":"@Dan","type":"withdraw"\}\nthe organizer with key \w{64} signed two different entries with number 5 of tournament bafy\S+; proof written to proof\.cbor\n$/,
    );
    expect(await run('verify @proof.cbor')).toMatchObject({
      ...{ code: 0, out: expect.stringContaining('the proof is valid: the organizer') },
    });
    expect((await run('diff @open.car @other.car')).out).toContain('write the proof with -o FILE');
    const [data] = jsonLines((await run('diff @open.car @other.car --json')).out);
    expect(data).toMatchObject({
      same: false,
      at: 'entry 5',
      proof: expect.stringMatching(/^the organizer/),
    });
  });

  test('kifu diff knows equal, continued and different tournaments', async () => {
    expect((await run('diff @open.car @open.car')).out).toBe('the tournaments are the same\n');
    const longer = await run('diff @early.car @open.car');
    expect(longer).toMatchObject({ code: 1, out: 'the second continues the other by 1 entry\n' });
    await run('tournament new @new.car --game chess --rounds 3');
    expect((await run('diff @open.car @new.car')).out).toMatch(/^these are two tournaments/);
    expect(await run('diff @early.car @open.car -o @none.cbor')).toMatchObject({
      ...{ code: 1, err: expect.stringContaining('no proof to write') },
    });
  });

  test('a player who saw one history is warned when shown another', async () => {
    expect((await run('tournament standings @open.car', player)).err).toBe('');
    const older = await run('tournament standings @early.car', player);
    expect(older).toMatchObject({
      code: 0,
      err: 'kifu: this copy of the tournament ends at entry 4, but you have seen 5 entries\n',
    });
    const other = await run('tournament standings @other.car', player);
    expect(other.err).toMatch(
      /^kifu: this is not the history of the tournament that you saw before: it differs from entry 5 on, and the organizer signed both; kifu verify player\/proofs\/\S+\.cbor shows the proof\n$/,
    );
    const [, file] = /kifu verify (\S+)/.exec(other.err)!;
    expect(await run(`verify @${file}`)).toMatchObject({
      ...{ code: 0, out: expect.stringContaining('the proof is valid: the organizer') },
    });
    // what was seen first stays remembered
    expect((await run('tournament standings @open.car', player)).err).toBe('');
    expect((await run('tournament verify @other.car', player)).err).toMatch(/differs from entry 5/);
  });

  test('kifu diff writes the proof against a referee of two records', async () => {
    expect((await read('refereed.car')).length).toBeGreaterThan(0);
    const { code, out } = await run('diff @refereed.car @decreed.car -o @header.cbor');
    expect(code).toBe(1);
    expect(out).toMatch(/the referee with key \w{64} signed entries under two different headers/);
    expect((await run('verify @header.cbor')).code).toBe(0);
  });
});
