/** Double signing: what proves it, and what does not. */
import { type Action, type Game, moveAct, sha256, unwrap } from '@kifu/core';
import {
  encodeWith,
  MAX_NODE_BYTES,
  type Output,
  writeBytes,
  writeList,
  writeListHead,
  writeText,
} from '@kifu/core/cbor';
import { chess, parseUci } from '@kifu/games/chess';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  beginMatch,
  doAct,
  type MatchPlan,
  type Playing,
  refereeSigner,
  secretOf,
  signAct,
  signAhead,
  sitDown,
} from '../../test/matches.ts';
import { appendSigned, nodesOf } from '../index.ts';
import {
  decodeHeader,
  decodeNext,
  type EntryNode,
  encodeEntry,
  encodeHeader,
} from '../node/index.ts';
import {
  checkDoubleSigning,
  decodeDoubleSigning,
  describeDoubleSigning,
  encodeDoubleSigning,
  findDoubleHeader,
  findDoubleIntent,
  findDoubleNode,
  findFork,
  formatProof,
  intentMessage,
  isDoubleSigning,
  publicKeyOf,
  type SignedHeader,
  type SignedIntent,
  sign,
  whenOf,
} from './index.ts';

const move = (uci: string): Action => moveAct(chess.game, unwrap(parseUci(uci)));

async function intentOf(playing: Playing, seat: number, act: Action): Promise<SignedIntent> {
  const { table, last } = playing.chain;
  const { signature, seq } = await signAct(playing, seat, act);
  const when = whenOf(table.terms, {});
  return { intent: { match: table.match, seat, seq, seen: last.digest, act, when }, signature };
}

async function nodeOf(playing: Playing, act: Action): Promise<Uint8Array> {
  const signed = await signAct(playing, 0, act);
  const doing = { seat: 0, act, ms: 5, signed };
  return unwrap(await appendSigned(playing.chain, doing, refereeSigner)).chain.last.bytes;
}

test('a player who signs two acts of one number is proven to', async () => {
  const playing = await beginMatch({ game: chess.game as Game, keys: true });
  const key = await publicKeyOf(secretOf('seat 0'));
  const [a, b] = [
    await intentOf(playing, 0, move('e2e4')),
    await intentOf(playing, 0, move('d2d4')),
  ];
  const proof = findDoubleIntent(key, a, b)!;
  expect((await checkDoubleSigning(proof)).ok).toBe(true);
  const kept = unwrap(decodeDoubleSigning(encodeDoubleSigning(proof)));
  expect(kept).toEqual(proof);
  expect((await checkDoubleSigning(kept)).ok).toBe(true);
  expect(describeDoubleSigning(proof)).toMatchObject({ by: 'player', seat: 0, seq: 2 });
  expect(findDoubleIntent(key, a, a)).toBeNull();
  const other = await publicKeyOf(secretOf('seat 1'));
  expect(await checkDoubleSigning({ ...proof, key: other })).toMatchObject({
    fault: { code: 'bad-signature' },
  });
  playing.seqs.set(0, 2);
  expect(findDoubleIntent(key, a, await intentOf(playing, 0, move('d2d4')))).toBeNull();
});

test('a move that is signed ahead takes a number as any other does', async () => {
  const playing = await beginMatch({ game: chess.game as Game, keys: true, referee: true });
  await doAct(playing, 0, move('e2e4'));
  const key = await publicKeyOf(secretOf('seat 0'));
  const { table, last } = playing.chain;
  const [act, answer] = [move('g1f3'), move('e7e5') as Extract<Action, { type: 'move' }>];
  const given = [{ seat: 1, move: answer.move }];
  const { seq, signature } = await signAhead(playing, 0, act, given);
  const place = { match: table.match, seat: 0, seq, seen: last.digest, act, when: null };
  const ahead = { intent: { ...place, given }, signature };
  const proof = findDoubleIntent(key, ahead, await intentOf(playing, 0, act))!;
  const kept = unwrap(decodeDoubleSigning(encodeDoubleSigning(proof)));
  expect(kept).toEqual(proof);
  expect((await checkDoubleSigning(kept)).ok).toBe(true);
});

test('without a referee an action that was never entered frames nobody', async () => {
  const playing = await beginMatch({ game: chess.game as Game, keys: true, referee: false });
  const key = await publicKeyOf(secretOf('seat 0'));
  const { table, last } = playing.chain;
  const signed = async (seen: Uint8Array, uci: string) => {
    const place = { match: table.match, seat: 0, seq: 2, seen, when: { ms: 1, at: null } };
    const intent = { ...place, act: move(uci) };
    return { intent, signature: await sign(secretOf('seat 0'), intentMessage(intent)) };
  };
  const lost = await signed(last.digest, 'e2e4');
  expect(findDoubleIntent(key, lost, await signed(table.match, 'd2d4'))).toBeNull();
  const twice = findDoubleIntent(key, lost, await signed(last.digest, 'd2d4'))!;
  expect((await checkDoubleSigning(twice)).ok).toBe(true);
});

test('a referee who signs two nodes after one is proven to', async () => {
  const playing = await beginMatch({ game: chess.game as Game, keys: true, referee: true });
  const key = await publicKeyOf(secretOf('referee'));
  const [a, b] = [await nodeOf(playing, move('e2e4')), await nodeOf(playing, move('d2d4'))];
  const proof = findDoubleNode(key, a, b)!;
  expect((await checkDoubleSigning(proof)).ok).toBe(true);
  expect(unwrap(decodeDoubleSigning(encodeDoubleSigning(proof)))).toEqual(proof);
  expect(describeDoubleSigning(proof)).toMatchObject({ by: 'referee' });
  expect(findDoubleNode(key, a, a)).toBeNull();
  await doAct(playing, 0, move('e2e4'));
  const later = playing.chain.last.bytes;
  await doAct(playing, 1, move('e7e5'));
  expect(findDoubleNode(key, later, playing.chain.last.bytes)).toBeNull();
});

/** A header with its first node, both signed by the referee. */
async function firstOf(plan: Partial<MatchPlan>): Promise<SignedHeader> {
  const playing = await sitDown({ game: chess.game as Game, keys: true, referee: true, ...plan });
  const header = playing.chain.last.bytes;
  await doAct(playing, 0, { type: 'resume' });
  return [header, playing.chain.last.bytes];
}

test('proves that a referee signed under two headers with one nonce', async () => {
  const key = await publicKeyOf(secretOf('referee'));
  const [a, b] = [await firstOf({}), await firstOf({ names: ['Ann', 'Bob'] })];
  const proof = findDoubleHeader(key, a, b)!;
  expect(await checkDoubleSigning(proof)).toMatchObject({ ok: true });
  expect(unwrap(decodeDoubleSigning(encodeDoubleSigning(proof)))).toEqual(proof);
  expect(isDoubleSigning(encodeDoubleSigning(proof))).toBe(true);
  expect(describeDoubleSigning(proof)).toMatchObject({ by: 'header' });
});

test('does not accuse a referee whose headers do not contradict', async () => {
  const key = await publicKeyOf(secretOf('referee'));
  const [a, b] = [await firstOf({}), await firstOf({ names: ['Ann', 'Bob'] })];
  expect(findDoubleHeader(key, a, a)).toBeNull();
  expect(findDoubleHeader(key, a, [a[0], b[1]])).toBeNull(); // node 1 of the other header
  expect(findDoubleHeader(await publicKeyOf(secretOf('seat 0')), a, b)).toBeNull();
  const header = unwrap(decodeHeader(b[0]));
  const other = encodeHeader({ ...header, terms: { ...header.terms!, nonce: '22'.repeat(16) } });
  const node = unwrap(decodeNext(b[1])) as EntryNode;
  const moved = encodeEntry({ ...node, prev: sha256(other) });
  expect(findDoubleHeader(key, a, [other, moved])).toBeNull(); // another nonce
  const renamed = encodeHeader({ ...header, tags: { Event: 'made up' } });
  const forged = encodeEntry({ ...node, prev: sha256(renamed) });
  const found = findDoubleHeader(key, a, [renamed, forged])!; // the referee never signed that node
  expect(await checkDoubleSigning(found)).toMatchObject({ fault: { code: 'bad-signature' } });
  const bare = encodeEntry({ ...node, referee: null });
  expect(findDoubleHeader(key, a, [b[0], bare])).toBeNull();
  const second = encodeEntry({ ...node, n: 2 });
  expect(findDoubleHeader(key, a, [b[0], second])).toBeNull();
});

test('finds where two histories part, and whose key signed both', async () => {
  const plan = { game: chess.game as Game, keys: true };
  const historyOf = async (more: Partial<MatchPlan>, ...moves: string[]) => {
    const playing = await beginMatch({ ...plan, ...more });
    for (const [i, uci] of moves.entries()) await doAct(playing, i % 2, move(uci));
    return nodesOf(playing.chain);
  };
  const [e4, d4] = [await historyOf({}, 'e2e4'), await historyOf({}, 'd2d4')];
  const byPlayer = await findFork(e4, d4);
  expect(byPlayer).toMatchObject({ at: 3, proof: { by: 'player' } });
  expect((await checkDoubleSigning(byPlayer!.proof!)).ok).toBe(true);
  const [one, other] = [
    await historyOf({ referee: true }, 'e2e4', 'e7e5'),
    await historyOf({ referee: true }, 'd2d4'),
  ];
  expect(await findFork(one, other)).toMatchObject({ at: 3, proof: { by: 'referee' } });
  expect(await findFork(one, one.slice(0, 2))).toBeNull(); // one continues the other
  expect(await findFork(e4, one)).toBeNull(); // two matches
  const unsigned = [
    await historyOf({ keys: false }, 'e2e4'),
    await historyOf({ keys: false }, 'd2d4'),
  ];
  expect(await findFork(unsigned[0]!, unsigned[1]!)).toEqual({ at: 1, proof: null });
  expect(await findFork(e4, [...e4.slice(0, 3), new Uint8Array(3)])).toEqual({
    at: 3,
    proof: null,
  });
  expect(await findFork([], e4)).toBeNull();
});

test('cuts long statements', async () => {
  const first = await firstOf({ names: ['A'.repeat(5000), 'B'] });
  const proof = findDoubleHeader(await publicKeyOf(secretOf('referee')), first, await firstOf({}))!;
  expect(describeDoubleSigning(proof).says[0]).toHaveLength(501);
});

test('rejects garbage', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
      expect(decodeDoubleSigning(bytes).ok).toBe(false);
    }),
    { seed: 9 },
  );
});

test('rejects every truncation and trailing bytes, and survives every changed byte', async () => {
  const playing = await beginMatch({ game: chess.game as Game, keys: true, referee: true });
  const key = await publicKeyOf(secretOf('referee'));
  const player = await publicKeyOf(secretOf('seat 0'));
  const proofs = [
    findDoubleHeader(key, await firstOf({}), await firstOf({ names: ['Ann', 'Bob'] }))!,
    findDoubleNode(key, await nodeOf(playing, move('e2e4')), await nodeOf(playing, move('d2d4')))!,
    findDoubleIntent(
      player,
      await intentOf(playing, 0, move('e2e4')),
      await intentOf(playing, 0, move('d2d4')),
    )!,
  ].map(encodeDoubleSigning);
  for (const bytes of proofs) {
    for (let end = 0; end < bytes.length; end++)
      expect(decodeDoubleSigning(bytes.subarray(0, end)).ok).toBe(false);
    expect(decodeDoubleSigning(Uint8Array.of(...bytes, 0)).ok).toBe(false);
    for (let at = 0; at < bytes.length; at += 3) {
      const changed = bytes.map((byte, i) => (i === at ? byte ^ 0x41 : byte));
      const decoded = decodeDoubleSigning(changed);
      if (!decoded.ok) continue;
      expect((await checkDoubleSigning(decoded.value)).ok, `${at}`).toBe(false);
      expect(formatProof(describeDoubleSigning(decoded.value))).toContain(' signed ');
    }
  }
});

test('rejects wrong types, unknown kinds and huge sizes', async () => {
  const proofOf = (write: (output: Output) => void, by = 'header') =>
    decodeDoubleSigning(
      encodeWith(output => {
        writeListHead(output, 5);
        writeText(output, 'kifu/double-signing/1');
        writeText(output, by);
        writeBytes(output, new Uint8Array(32));
        write(output);
      }),
    );
  const two = (output: Output) => {
    writeBytes(output, new Uint8Array(3));
    writeBytes(output, new Uint8Array(3));
  };
  expect(proofOf(two)).toMatchObject({ fault: { code: 'malformed' } });
  expect(proofOf(two, 'organizer')).toMatchObject({
    fault: { code: 'malformed', message: expect.stringContaining('"organizer"') },
  });
  const triple = (output: Output) => {
    for (let i = 0; i < 2; i++)
      writeList(output, [new Uint8Array(), new Uint8Array(), new Uint8Array()], writeBytes);
  };
  expect(proofOf(triple).ok).toBe(false);
  const empty = (output: Output) => {
    for (let i = 0; i < 2; i++) writeList(output, [new Uint8Array(), new Uint8Array()], writeBytes);
  };
  const hollow = unwrap(proofOf(empty));
  expect(await checkDoubleSigning(hollow)).toMatchObject({ fault: { code: 'malformed' } });
  const large = (size: number) => (output: Output) => {
    for (let i = 0; i < 2; i++)
      writeList(output, [new Uint8Array(size), new Uint8Array()], writeBytes);
  };
  const long = unwrap(proofOf(large(MAX_NODE_BYTES + 1)));
  expect(await checkDoubleSigning(long)).toMatchObject({ fault: { code: 'too-large' } });
  expect(proofOf(large(2 * MAX_NODE_BYTES + 1024))).toMatchObject({ fault: { code: 'too-large' } });
});
