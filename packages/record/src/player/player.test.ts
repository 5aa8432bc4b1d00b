/** Players: which statements are taken, what follows from them, and what a stranger can do about it. */
import { bytesToHex, sha256, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { publicKeyOf } from '../sign/index.ts';
import {
  decodePlayerFile,
  decodeStatement,
  encodePlayerFile,
  encodeStatement,
  foldPlayer,
  isKeyAt,
  MAX_STATEMENTS,
  type Player,
  presentKeys,
  type Statement,
  type StatementBody,
  signInMessage,
  signStatement,
  takeStatement,
} from './index.ts';

const secretOf = (n: number): Uint8Array => sha256(new TextEncoder().encode(`key ${n}`));
const KEYS = await Promise.all(
  Array.from({ length: 6 }, async (_, n) => bytesToHex(await publicKeyOf(secretOf(n)))),
);
const START = 1_700_000_000_000;

/** Signs a statement after those of a player, with the keys of these numbers. */
const say = (
  player: Player | null,
  body: StatementBody,
  signers: readonly number[] = [0],
  change: Partial<Statement> = {},
): Promise<Uint8Array> => {
  const place = {
    key: KEYS[signers[0]!]!,
    prev: player?.head ?? null,
    at: (player?.at ?? START) + 1,
  };
  return signStatement({ ...body, ...place, ...change } as Statement, ...signers.map(secretOf));
};
const PROFILE: StatementBody = { type: 'profile', name: 'Ann', about: '' };
const added = (n: number): StatementBody => ({ type: 'key', other: KEYS[n]!, label: 'phone' });
const successor = (n: number): StatementBody => ({ type: 'successor', other: KEYS[n]! });
const revoked = (n: number): StatementBody => ({ type: 'revoked', other: KEYS[n]! });

/** A player after these statements. */
async function played(
  ...said: readonly (readonly [StatementBody, readonly number[]])[]
): Promise<Player> {
  let player: Player | null = null;
  for (const [body, signers] of said)
    player = unwrap(await takeStatement(player, await say(player, body, signers)));
  return player!;
}
const ann = () => played([PROFILE, [0]]);

test('a player goes on vacation and comes back', async () => {
  const away: StatementBody = { type: 'vacation', isAway: true };
  const back: StatementBody = { type: 'vacation', isAway: false };
  const gone = await played([PROFILE, [0]], [away, [0]]);
  expect(gone.vacations).toEqual([{ from: gone.at, until: null }]);
  const there = unwrap(await takeStatement(gone, await say(gone, back)));
  expect(there.vacations).toEqual([{ from: gone.at, until: there.at }]);
  expect(await takeStatement(there, await say(there, back))).toMatchObject({
    fault: { code: 'not-found' },
  });
  // a player who never came back can start another vacation
  const again = unwrap(await takeStatement(gone, await say(gone, away)));
  expect(again.vacations).toEqual([
    { from: gone.at, until: again.at },
    { from: again.at, until: null },
  ]);
});

test('a profile makes a player, whom the first key names', async () => {
  const player = await ann();
  expect(player).toMatchObject({ id: KEYS[0], name: 'Ann', about: '', count: 1 });
  expect(presentKeys(player)).toEqual([KEYS[0]]);
});

test('the bytes of statements, files and sign-ins do not change', async () => {
  const first = await say(null, PROFILE);
  const player = unwrap(await takeStatement(null, first));
  const file = encodePlayerFile([first, await say(player, successor(1), [0, 1])]);
  expect(unwrap(await foldPlayer(unwrap(decodePlayerFile(file)))).head).toBe(
    '9b242f5cb4cf741759394160536e0628286b209ceea04ca79f08bcbd7e7dbaab',
  );
  expect(bytesToHex(sha256(file))).toBe(
    '41e30d5f4240ca4ad4aa63fe2c63a2af852130b01d4b1dbd1429e112c1e070ac',
  );
  expect(
    bytesToHex(
      signInMessage({
        ...{ origin: 'https://kifu.example', server: 'ab'.repeat(32) },
        ...{ nonce: '00ff', expiresAt: 1 },
      }),
    ),
  ).toBe(
    `6b6966752f7369676e2d696e2f3200847468747470733a2f2f6b6966752e6578616d706c655820${'ab'.repeat(32)}643030666601`,
  );
});

test('keys are added, follow on each other, and are revoked; each counts up to its end', async () => {
  const player = await played(
    [PROFILE, [0]],
    [added(1), [0, 1]],
    [successor(2), [0, 2]],
    [revoked(1), [2]],
    [{ type: 'profile', name: 'Ann B.', about: 'plays go' }, [2]],
  );
  expect(player).toMatchObject({ id: KEYS[0], name: 'Ann B.', about: 'plays go', count: 5 });
  expect(player.keys).toEqual([
    { key: KEYS[0], label: '', from: START + 1, until: START + 3, gone: 'successor' },
    { key: KEYS[1], label: 'phone', from: START + 2, until: START + 4, gone: 'revoked' },
    { key: KEYS[2], label: '', from: START + 3, until: null, gone: null },
  ]);
  expect(presentKeys(player)).toEqual([KEYS[2]]);
  expect(isKeyAt(player, KEYS[1]!, START + 3)).toBe(true);
  expect(isKeyAt(player, KEYS[1]!, START + 4)).toBe(false);
  // what a key signed before it was given to the player is theirs as well
  expect(isKeyAt(player, KEYS[2]!, 0)).toBe(true);
  expect(isKeyAt(player, KEYS[3]!, 0)).toBe(false);
});

describe('refused', () => {
  const WEAK = '00'.repeat(32);
  const two = () => played([PROFILE, [0]], [added(1), [0, 1]]);
  const gone = () => played([PROFILE, [0]], [successor(1), [0, 1]]);

  test.each<
    [string, () => Promise<Player> | null, (player: Player | null) => Promise<Uint8Array>, string]
  >([
    [
      'a first statement other than a profile',
      () => null,
      player => say(player, revoked(0)),
      'broken-chain',
    ],
    [
      'a first profile after something',
      () => null,
      player => say(player, PROFILE, [0], { prev: KEYS[5]! }),
      'broken-chain',
    ],
    ['a second beginning', ann, () => say(null, PROFILE), 'broken-chain'],
    [
      'one after another statement',
      ann,
      player => say(player, PROFILE, [0], { prev: KEYS[5]! }),
      'broken-chain',
    ],
    ['one that is older', ann, player => say(player, PROFILE, [0], { at: START }), 'broken-chain'],
    ['one by a stranger', ann, player => say(player, PROFILE, [3]), 'bad-signature'],
    [
      'one in the name of the player',
      ann,
      player => say(player, PROFILE, [3], { key: KEYS[0]! }),
      'bad-signature',
    ],
    ['one by a key that was replaced', gone, player => say(player, PROFILE, [0]), 'bad-signature'],
    ['a key that does not sign', ann, player => say(player, added(1), [0, 2]), 'bad-signature'],
    ['a key that is the player’s', two, player => say(player, added(1), [0, 1]), 'exists'],
    [
      'a successor that was the player’s',
      gone,
      player => say(player, successor(0), [1, 0]),
      'exists',
    ],
    [
      'a weak key',
      ann,
      player => say(player, { ...added(1), other: WEAK } as never, [0, 1]),
      'bad-signature',
    ],
    ['the end of the last key', ann, player => say(player, revoked(0)), 'unsupported'],
    ['the end of a strange key', two, player => say(player, revoked(4)), 'not-found'],
    [
      'a name without letters',
      () => null,
      player => say(player, { ...PROFILE, name: '' } as never),
      'malformed',
    ],
    [
      'a name that is too long',
      () => null,
      player => say(player, { ...PROFILE, name: 'x'.repeat(81) } as never),
      'malformed',
    ],
    [
      'one signature more',
      ann,
      async player =>
        signStatement(
          { ...PROFILE, key: KEYS[0]!, prev: player!.head, at: START + 9 } as Statement,
          secretOf(0),
          secretOf(1),
        ),
      'malformed',
    ],
  ])('%s', async (_what, before, make, code) => {
    const player = await before();
    const taken = await takeStatement(player, await make(player));
    expect(taken).toMatchObject({ ok: false, fault: { code } });
  });

  test('more statements than MAX_STATEMENTS', async () => {
    const player = { ...(await ann()), count: MAX_STATEMENTS };
    const taken = await takeStatement(player, await say(player, PROFILE));
    expect(taken).toMatchObject({ ok: false, fault: { code: 'too-large' } });
  });

  test('no statements; and of several the wrong one is named', async () => {
    expect(await foldPlayer([])).toMatchObject({ ok: false, fault: { code: 'malformed' } });
    const first = await say(null, PROFILE);
    expect(await foldPlayer([first, first])).toMatchObject({
      fault: { code: 'broken-chain', message: expect.stringMatching(/^statement 1: /) },
    });
  });
});

/** What a stranger may try, by numbers of keys. */
const wishArbitrary = fc.record({
  type: fc.constantFrom('profile', 'key', 'successor', 'revoked' as const),
  by: fc.nat(KEYS.length - 1),
  other: fc.nat(KEYS.length - 1),
});

test('after any statements a player has a key, keys end once, and the fold of what was taken is the player', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(wishArbitrary, { maxLength: 12 }), async wishes => {
      const taken = [await say(null, PROFILE)];
      let player = unwrap(await takeStatement(null, taken[0]!));
      for (const { type, by, other } of wishes) {
        const body =
          type === 'profile'
            ? PROFILE
            : type === 'key'
              ? added(other)
              : type === 'successor'
                ? successor(other)
                : revoked(other);
        const signers = type === 'key' || type === 'successor' ? [by, other] : [by];
        const bytes = await say(player, body, signers);
        const next = await takeStatement(player, bytes);
        const mayBy = presentKeys(player).includes(KEYS[by]!);
        if (next.ok) {
          expect(mayBy).toBe(true);
          taken.push(bytes);
          player = next.value;
        }
        expect(presentKeys(player).length).toBeGreaterThan(0);
        expect(new Set(player.keys.map(({ key }) => key)).size).toBe(player.keys.length);
      }
      expect(player.id).toBe(KEYS[0]);
      expect(unwrap(await foldPlayer(taken))).toEqual(player);
      // a file that is cut anywhere else than between statements says so
      const file = encodePlayerFile(taken);
      expect(unwrap(decodePlayerFile(file))).toEqual(taken);
    }),
    { numRuns: 25 },
  );
}, 60_000);

describe('hostile bytes', () => {
  test('a statement has one spelling', async () => {
    const bytes = await say(null, PROFILE);
    const { statement, signatures } = unwrap(decodeStatement(bytes));
    expect(encodeStatement(statement, signatures)).toEqual(bytes);
  });

  test('each changed bit, each cut and each byte more is refused', async () => {
    const bytes = await say(null, PROFILE);
    for (let i = 0; i < bytes.length; i += 3) {
      const changed = bytes.slice();
      changed[i]! ^= 1 << (i % 8);
      expect((await takeStatement(null, changed)).ok).toBe(false);
      expect((await takeStatement(null, bytes.subarray(0, i))).ok).toBe(false);
    }
    expect((await takeStatement(null, Uint8Array.of(...bytes, 0))).ok).toBe(false);
  }, 30_000);

  test('any bytes are a fault', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async bytes => {
        expect((await takeStatement(null, bytes)).ok).toBe(false);
        expect(decodePlayerFile(bytes).ok).toBe(false);
      }),
    );
    expect(decodeStatement(new Uint8Array(5000))).toMatchObject({ fault: { code: 'too-large' } });
  });
});
