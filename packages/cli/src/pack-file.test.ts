/** Packs wherever the command line reads or writes a record. */
import { beforeAll, describe, expect, test } from 'vitest';
import { flipBit, MATE, workshop } from '../test/files.ts';
import { jsonLines } from '../test/run-kifu.ts';

const { run, read, write } = workshop();
let head: string;

beforeAll(async () => {
  await run('record chess --moves - --player Ann --player Bob -o @mate.car', { input: MATE });
  await run('convert @mate.car -o @mate.kifu');
  head = jsonLines((await run('info @mate.car --json')).out)[0].head;
});

describe('a pack', () => {
  test('is a small part of the CAR, and gives the same CAR back', async () => {
    expect((await read('mate.kifu')).length).toBeLessThan((await read('mate.car')).length / 8);
    expect((await run('convert @mate.kifu -o @back.car')).out).toBe(`back.car: ${head}\n`);
    expect(await read('back.car')).toEqual(await read('mate.car'));
  });

  test('is shown, replayed, described, compared and verified like any record', async () => {
    expect((await run('show @mate.kifu')).out).toContain('entry 4 of 4: Black wins by checkmate');
    expect((await run('state @mate.kifu --at 2')).out).toBe(
      (await run('state @mate.car --at 2')).out,
    );
    expect((await run('diff @mate.kifu @mate.car')).code).toBe(0);
    expect((await run('replay @mate.kifu --interval 0')).out).toBe(
      (await run('replay @mate.car --interval 0')).out,
    );
    const [info] = jsonLines((await run('info @mate.kifu --json')).out);
    expect(info).toMatchObject({ form: 'pack', head, entries: 4 });
    const packed = await run('verify @mate.kifu');
    expect(packed.code).toBe(0);
    expect(packed.out).toBe((await run('verify @mate.car')).out.replaceAll('.car', '.kifu'));
  });

  test('is written by record, demo, branch and play, and played on from', async () => {
    await run('record chess --moves - -o @own.kifu', { input: MATE });
    expect((await run('verify @own.kifu')).code).toBe(0);
    await run('demo --moves 6 -o @demo.kifu');
    expect((await run('verify @demo.kifu')).out).toContain('all 8 signatures checked and valid');
    await run('branch @mate.kifu --at 2 -o @what-if.kifu');
    const more = { input: 'e4\n' };
    const options = '--seats human,bot --nodes 10 --moves 2 --save @what-if.kifu';
    const played = await run(`play chess --load @what-if.kifu ${options}`, more);
    expect(played.err).toBe('');
    const [info] = jsonLines((await run('info @what-if.kifu --json')).out);
    expect(info).toMatchObject({ form: 'pack', entries: 2 });
  });

  test('is read under any file name, and with --as pack', async () => {
    await write('odd.txt', await read('mate.kifu'));
    expect((await run('show @odd.txt')).code).toBe(0);
    expect((await run('show @mate.kifu --as pack')).code).toBe(0);
    expect((await run('show @mate.car --as pack')).err).toBe(
      'kifu: malformed: mate.car: not a pack file at offset 0\n',
    );
  });
});

describe('a pack that is damaged', () => {
  test('is refused with the offset of the damage', async () => {
    const bytes = await read('mate.kifu');
    await write('cut.kifu', bytes.subarray(0, bytes.length - 6));
    const cut = await run('show @cut.kifu');
    expect(cut.code).toBe(1);
    expect(cut.err).toMatch(/^kifu: \S+: cut\.kifu: .* at offset \d+\n$/);
    await write('new.kifu', bytes.with(3, 9));
    expect((await run('info @new.kifu')).err).toBe(
      'kifu: unsupported: new.kifu: unsupported pack version 9 at offset 3\n',
    );
  });

  test('is found out by verify, for every byte', async () => {
    const bytes = await read('mate.kifu');
    for (let i = 0; i < bytes.length; i++) {
      await write('flipped.kifu', flipBit(bytes, i));
      expect((await run('verify @flipped.kifu')).code).toBe(1);
    }
  });
});
