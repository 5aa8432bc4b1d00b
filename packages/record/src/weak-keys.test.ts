/** Keys of small order, and such that are not in their canonical encoding, are refused wherever a key comes in. */
import { type Action, type Game, moveAct, unwrap } from '@kifu/core';
import { chess, parseUci } from '@kifu/games/chess';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { beginMatch, makeHeader, secretOf } from '../test/matches.ts';
import { WEAK_KEYS } from '../test/weak-keys.ts';
import { checkSharedNote } from './annotations/index.ts';
import { begin } from './index.ts';
import { encodeStatement, foldPlayer, type Statement, statementMessage } from './player/index.ts';
import {
  checkDoubleSigning,
  encodeDoubleSigning,
  isSeatProof,
  isSignedBy,
  publicKeyOf,
  sign,
} from './sign/index.ts';

const game = chess.game as Game;
/** R is the identity and s is 0: by ZIP-215 a good signature of any message for any key of small order. */
const NO_SECRET = concatBytes(Uint8Array.of(1), new Uint8Array(63));
const move = (uci: string): Action => moveAct(chess.game, unwrap(parseUci(uci)));

describe.each(WEAK_KEYS)('%s, %s', hex => {
  const key = hexToBytes(hex);

  test('signs nothing', async () => {
    expect(await isSignedBy(key, Uint8Array.of(1, 2, 3), NO_SECRET)).toBe(false);
  });

  test('is refused as key of a player or of a referee in a header', async () => {
    const { header } = await makeHeader({ game, keys: true, referee: true });
    const players = [{ ...header.players[0]!, key: hex }, header.players[1]!];
    for (const weak of [
      { ...header, players },
      { ...header, terms: { ...header.terms!, referee: hex } },
    ])
      expect(begin(game, weak)).toMatchObject({ fault: { code: 'bad-setup' } });
  });

  test('proves no seat', async () => {
    const claim = { nonce: '00'.repeat(16), seat: 0, name: 'Ann', commitment: null, referee: null };
    expect(await isSeatProof(hex, claim, bytesToHex(NO_SECRET))).toBe(false);
  });

  test('is refused as first and as later key of a player', async () => {
    const weak: Statement = {
      ...{ type: 'profile', key: hex, name: 'Nobody', about: '', prev: null, at: 1 },
    };
    const refused = { fault: { code: 'bad-signature' } };
    expect(await foldPlayer([encodeStatement(weak, [NO_SECRET])])).toMatchObject(refused);
    const secret = secretOf('seat 0');
    const own = bytesToHex(await publicKeyOf(secret));
    const profile: Statement = { ...weak, key: own };
    const first = encodeStatement(profile, [await sign(secret, statementMessage(profile))]);
    const { head: prev } = unwrap(await foldPlayer([first]));
    for (const more of [
      { type: 'key', other: hex, label: '' },
      { type: 'successor', other: hex },
    ] as const) {
      const next: Statement = { ...more, key: own, prev, at: 2 };
      const signatures = [await sign(secret, statementMessage(next)), NO_SECRET];
      expect(await foldPlayer([first, encodeStatement(next, signatures)])).toMatchObject(refused);
    }
  });

  test('signs no annotation', async () => {
    const note = { about: 'x', tick: null, author: '', text: 'y', shapes: [], madeAt: null };
    const signed = { ...note, key: hex, signature: bytesToHex(NO_SECRET) };
    expect(await checkSharedNote(signed)).toBe('broken');
  });

  test('is accused of no double signing', async () => {
    const { chain } = await beginMatch({ game, keys: true, referee: true });
    const { match } = chain.table;
    const intents = ['e2e4', 'd2d4'].map(uci => ({
      intent: { match, seat: 0, seq: 2, seen: chain.last.digest, act: move(uci), when: null },
      signature: NO_SECRET,
    }));
    const proof = { by: 'player', key, intents: [intents[0]!, intents[1]!] } as const;
    expect(encodeDoubleSigning(proof).length).toBeGreaterThan(0);
    expect(await checkDoubleSigning(proof)).toMatchObject({ fault: { code: 'bad-signature' } });
  });
});
