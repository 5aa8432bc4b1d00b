/** A whole game of the vectors of IPGS, as its archive has it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cidOf, formatCid, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { findCommitGame } from '@kifu/games/commits';
import { createKeyring, encodeHistory, fileBlock, readArchived, readGiven } from '@kifu/ipgs';
import { writeCar } from '@kifu/record/car';
import { formatKifu } from '@kifu/record/json';

/** What of the vectors is needed. */
interface Vector {
  readonly players: { readonly [name: string]: { readonly publicKey: string } };
  readonly commits: readonly { readonly data: string; readonly block: string }[];
  readonly sgf: string;
  readonly signatures: { readonly first: Armored; readonly second: Armored };
}
interface Armored {
  readonly armored: string;
}

/** The game as a CAR and as JSON, and who played it. */
export async function archivedGame() {
  const path = join(import.meta.dirname, '../../../vectors/ipgs/game-area-5x5.json');
  const vector = JSON.parse(await readFile(path, 'utf8')) as Vector;
  const utf8 = new TextEncoder();
  const { first, second } = vector.signatures;
  const history = encodeHistory({
    file: utf8.encode(vector.sgf),
    signatures: [first.armored, second.armored],
  });
  const keys = Object.values(vector.players).map(({ publicKey }) => utf8.encode(publicKey));
  const blocks = [
    ...history.blocks,
    ...keys.map(fileBlock),
    ...vector.commits.flatMap(({ data, block }) => {
      const bytes = utf8.encode(block);
      return [fileBlock(utf8.encode(data)), { cid: cidOf('dag-json', bytes), bytes }];
    }),
  ];
  const keyring = createKeyring();
  const reading = { keyring, blocks: readGiven(blocks), findGame: findCommitGame(loadKit) };
  const kifu = unwrap(await readArchived(reading, history.entry.cid));
  const root = blocks.find(({ cid }) => formatCid(cid) === history.entry.cid)!.cid;
  return {
    car: writeCar([root], blocks),
    json: formatKifu(unwrap(await loadKit('go')).game, kifu),
    players: await Promise.all(keys.map(async bytes => unwrap(await keyring.read(bytes)))),
  };
}
