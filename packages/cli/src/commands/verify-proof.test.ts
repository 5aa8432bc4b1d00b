/** Proofs that a key signed twice, as `kifu verify` reads them and other commands refuse them. */
import { readFileSync } from 'node:fs';
import { type Action, cidOf, formatCid, type Game, hexToBytes, moveAct, unwrap } from '@kifu/core';
import { chess, parseUci } from '@kifu/games/chess';
import { appendSigned, nodesOf } from '@kifu/record';
import { writeCar } from '@kifu/record/car';
import { encodeDoubleSigning, findDoubleNode, publicKeyOf } from '@kifu/record/sign';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  beginMatch,
  doAct,
  type Playing,
  refereeSigner,
  secretOf,
  signAct,
} from '../../../record/test/matches.ts';
import { workshop } from '../../test/files.ts';
import { jsonLines } from '../../test/run-kifu.ts';

const { run, write } = workshop();
const vectors = new URL('../../../../vectors/record/proofs.json', import.meta.url);
const rows: readonly { name: string; proof: string; fault: string | null }[] = JSON.parse(
  readFileSync(vectors, 'utf8'),
).proofs;
const proofNamed = (name: string) => hexToBytes(rows.find(row => row.name === name)!.proof);
const move = (uci: string): Action => moveAct(chess.game, unwrap(parseUci(uci)));

beforeAll(async () => {
  await write('player.cbor', proofNamed('player: two moves with one number'));
  await write('organizer.dat', proofNamed('organizer: two entries with one number'));
  await write('referee.cbor', proofNamed('referee: two nodes after one'));
  await write('header.bin', proofNamed('header: two headers with one nonce'));
  await write('forged.cbor', proofNamed('header: a header that the referee never signed'));
  await write('cut.cbor', proofNamed('truncated'));
});

describe('kifu verify reads a proof by its content', () => {
  test.each([
    [
      'player.cbor',
      /^player\.cbor: the proof is valid: the player with key 28a7.* signed two different actions with number 2 in seat 0 of match bafy\S+\nfirst seat 0 moves 0x0c1c00\nsecond seat 0 moves 0x0b1b00\n/,
    ],
    [
      'organizer.dat',
      /the organizer with key 19e5\S+ signed two different entries with number 3 of tournament bafy\S+\nfirst \{"type":"round"\}\nsecond \{"player":"@Bob","type":"withdraw"\}\n/,
    ],
    [
      'referee.cbor',
      /the referee with key 1926\S+ signed two different nodes after node 2 of a match\n/,
    ],
    [
      'header.bin',
      /the referee with key 1926\S+ signed entries under two different headers with nonce 0011\S+\nfirst chess, Player 0 – Player 1 \(match bafy\S+\)\nsecond chess, Ann – Eve \(match bafy\S+\)\ndiffer in players\n/,
    ],
  ])('%s', async (file, words) => {
    const { code, out } = await run(`verify @${file}`);
    expect(code).toBe(0);
    expect(out.replaceAll(/ {2,}/g, ' ')).toMatch(words);
    expect(out).toMatch(/signed +both signatures are valid\n$/);
  });

  test('says why a proof does not hold, and exits with status 1', async () => {
    const forged = await run('verify @forged.cbor');
    expect(forged.code).toBe(1);
    expect(forged.out).toMatch(/^forged\.cbor: the proof is invalid: bad-signature.*\nclaims /);
    const cut = await run('verify @cut.cbor');
    expect(cut.code).toBe(1);
    expect(cut.out).toMatch(/^cut\.cbor: the proof is invalid: malformed/);
  });

  test('prints JSON', async () => {
    const [held] = jsonLines((await run('verify @referee.cbor --json')).out);
    expect(held).toMatchObject({
      ...{ ok: true, file: expect.stringMatching(/referee\.cbor$/), holds: true },
      proof: {
        by: 'referee',
        after: { n: 2 },
        says: [/0x0c1c00/, /0x0b1b00/].map(words => expect.stringMatching(words)),
      },
      text: expect.stringMatching(/^the referee with key/),
    });
    const [forged] = jsonLines((await run('verify @forged.cbor --json')).out);
    expect(forged).toMatchObject({ ok: false, holds: false, fault: { code: 'bad-signature' } });
  });

  test('verifies proofs and records side by side', async () => {
    await run('record chess --moves - -o @mate.car', { input: 'f3 e5 g4 Qh4#' });
    const both = await run('verify @mate.car @player.cbor @referee.cbor');
    expect(both.code).toBe(0);
    expect(both.out).toMatch(/^unsigned .*mate\.car/);
    expect(both.out).toMatch(/1 record: .*1 unsigned.*; 2 proofs\n$/);
    expect((await run('verify @mate.car @forged.cbor')).code).toBe(1);
  });
});

/** Node 4 of a match with a referee, after e4; signed, but not appended. */
async function answer(playing: Playing, uci: string): Promise<Uint8Array> {
  const act = move(uci);
  const doing = { seat: 1, act, ms: 2000, signed: await signAct(playing, 1, act) };
  return unwrap(await appendSigned(playing.chain, doing, refereeSigner)).chain.last.bytes;
}

test('spells moves if the library has the match', async () => {
  const playing = await beginMatch({ game: chess.game as Game, keys: true, referee: true });
  await doAct(playing, 0, move('e2e4'));
  const nodes = nodesOf(playing.chain);
  const ids = nodes.map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes }));
  await write('game.car', writeCar([ids.at(-1)!.cid], ids));
  expect((await run('library import @game.car')).code).toBe(0);
  const key = await publicKeyOf(secretOf('referee'));
  const proof = findDoubleNode(key, await answer(playing, 'e7e5'), await answer(playing, 'g8f6'))!;
  await write('fork.cbor', encodeDoubleSigning(proof));
  const { out } = await run('verify @fork.cbor');
  expect(out).toContain(`after node 3 of match ${formatCid(ids[0]!.cid)}\n`);
  expect(out).toMatch(/first +Black moves e5\nsecond +Black moves Nf6\n/);
});

test.each(['library import', 'info', 'convert', 'replay'])(
  'kifu %s does not take a proof for a record',
  async command => {
    const more = command === 'convert' ? ' -o @no.car' : '';
    const { code, out, err } = await run(`${command} @player.cbor${more}`);
    expect(code).toBe(1);
    expect(out + err).toContain('not a record but a proof that a key signed twice');
  },
);
