/** Frames written by hand are those that `ws` would write. */
import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as ws from 'ws';
import { frameOf, pongOf } from './frame.ts';

/** Not in its types: what `ws` itself writes a frame with. */
const { Sender } = ws as unknown as {
  readonly Sender: {
    frame(data: Buffer, options: { readonly [name: string]: unknown }): Buffer[];
  };
};
const TEXT = { fin: true, opcode: 1, mask: false, readOnly: false, rsv1: false };
const framed = (text: string): Buffer => Buffer.concat(Sender.frame(Buffer.from(text), TEXT));

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 100_000])(
  'frames a text of %i bytes as ws does',
  length => {
    const text = 'x'.repeat(length);
    expect(frameOf(text)).toEqual(framed(text));
  },
);

test('frames any text as ws does', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), text => {
      expect(frameOf(text)).toEqual(framed(text));
    }),
    { seed: 7 },
  );
});

test.each([0, 1, 125])('frames the answer to a ping of %i bytes as ws does', length => {
  const data = Buffer.alloc(length, 7);
  expect(pongOf(data)).toEqual(Buffer.concat(Sender.frame(data, { ...TEXT, opcode: 10 })));
});
