/** Archived games of every version of the standard file: what was signed once stays verified, to the byte. */
import { hexToBytes, parseCid, unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { eachVector } from '../../../test/vectors.ts';
import { makeReading, putAll } from '../test/games.ts';
import { parseGameFile } from './game-file.ts';
import { checkHistory, readArchived, readHistory } from './history.ts';

interface Archived {
  readonly game: string;
  readonly fileVersion: number;
  readonly sgf: string;
  readonly blocks: { readonly [cid: string]: string };
}

eachVector<string>('ipgs', 'archived', (archived, { data }) => {
  const { game, fileVersion, sgf, blocks } = data as unknown as Archived;
  const load = async () => {
    const reading = makeReading();
    const all = Object.entries(blocks).map(([cid, hex]) => ({
      cid: unwrap(parseCid(cid)),
      bytes: hexToBytes(hex),
    }));
    await putAll(reading.blocks, all);
    return reading;
  };

  test('is verified: both signatures, and the record gives this very file', async () => {
    const reading = await load();
    const checked = unwrap(await checkHistory(reading, archived));
    expect(checked.signatures.every(signature => signature !== null)).toBe(true);
    expect(checked.record?.form.fileVersion).toBe(fileVersion);
    expect(checked.game).toMatchObject({ game, winner: 0, names: ['Ann', 'Bob'] });
    const { file } = unwrap(await readHistory(reading, archived));
    expect(new TextDecoder().decode(file)).toBe(sgf);
    expect((await readArchived(reading, archived)).ok).toBe(true);
  });

  test('refuses the sides of another version', () => {
    const other =
      fileVersion === 1 ? sgf.replace('XB[', 'XF[W:B]XB[') : sgf.replace(/XF\[.*?\]/, '');
    expect(parseGameFile(new TextEncoder().encode(other))).toMatchObject({
      fault: { code: 'malformed' },
    });
  });
});
