/** Ops arrive in another thread as they were sent, in their order. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BlockRow } from '../sql/ops.ts';
import type { FileOp } from './file-ops.ts';
import { decodeOps, encodeOps } from './ops-wire.ts';

const bytes = (maxLength: number) => fc.uint8Array({ maxLength });
const cid = fc.uint8Array({ minLength: 36, maxLength: 36 });
const block: fc.Arbitrary<BlockRow> = fc.record({ cid, bytes: bytes(300) });
const op: fc.Arbitrary<FileOp> = fc.oneof(
  fc.record({ do: fc.constant('put' as const), block }),
  fc.record({
    do: fc.constant('append' as const),
    match: cid,
    from: fc.option(cid),
    to: cid,
    blocks: fc.array(block, { maxLength: 3 }),
  }),
  fc.record({ do: fc.constant('drop' as const), kind: fc.string(), name: fc.string() }),
  fc.record({ do: fc.constant('hide' as const), match: cid, hidden: fc.nat(1) }),
);

/** As a message between threads is. */
const send = (ops: readonly FileOp[]): FileOp[] => {
  const sent = encodeOps(ops);
  return decodeOps(structuredClone(sent, { transfer: [sent.piece.buffer] }));
};

test('any ops arrive as they were sent', () => {
  const check = (ops: FileOp[]): void => {
    expect(send(ops)).toEqual(ops);
  };
  fc.assert(fc.property(fc.array(op, { maxLength: 20 }), check));
});

test('no ops, and one of a mebibyte, arrive as they were sent', () => {
  expect(send([])).toEqual([]);
  const large: FileOp = {
    do: 'put',
    block: { cid: new Uint8Array(36), bytes: new Uint8Array(1 << 20).fill(7) },
  };
  expect(send([large])).toEqual([large]);
});

test('leaves the bytes of the sender with the sender', () => {
  const own = { cid: new Uint8Array(36).fill(1), bytes: new Uint8Array(98).fill(2) };
  send([{ do: 'put', block: own }]);
  expect(own.bytes).toEqual(new Uint8Array(98).fill(2));
});
