/** Publications arrive as they were sent, also with another continuation; invalid ones are refused, and nothing of them is published. */
import * as dagCbor from '@ipld/dag-cbor';
import { ok } from '@kifu/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { framePair } from './frame-pair.ts';
import {
  type Publication,
  type PublishedMatch,
  publishOver,
  takePublications,
} from './publishing.ts';

const PUBLISHED: PublishedMatch = { name: 'k51', sequence: '1', head: 'bafy', log: null };
const FAULT = {
  code: 'malformed',
  message: 'not a part of a match to publish',
  rule: 'message',
};

/** The command's end of a way, all that is published over it, and when the peer has done with it. */
function openWay() {
  const [here, there] = framePair();
  const published: Publication[] = [];
  const done = takePublications(there, async publication => {
    published.push(structuredClone(publication));
    return ok(PUBLISHED);
  });
  return { here, published, done };
}

test('decodes each publication as sent, after any other', () => {
  const blocks = fc.array(fc.uint8Array({ maxLength: 3 }), { maxLength: 4 });
  return fc.assert(
    fc.asyncProperty(fc.array(fc.record({ nodes: blocks, log: blocks })), async publications => {
      const { here, published, done } = openWay();
      const publish = publishOver(here);
      for (const one of publications) expect(await publish(one)).toEqual(ok(PUBLISHED));
      here.close();
      await done;
      expect(published).toEqual(publications);
    }),
    { numRuns: 50 },
  );
});

test.each<[string, unknown]>([
  ['a list that there is not', ['moves', 0, []]],
  ['a list that every object has', ['__proto__', 0, []]],
  ['a list without a name', [null, 0, []]],
  ['a number that is none', ['nodes', '0', []]],
  ['a number below 0', ['log', -1, []]],
  ['a gap', ['nodes', 2, [Uint8Array.of(2)]]],
  ['blocks other than a list', ['nodes', 0, 'abc']],
  ['a block other than bytes', ['nodes', 0, ['abc']]],
  ['a block that is too long', ['log', 0, [new Uint8Array((1 << 18) + 1)]]],
  ['too many blocks', ['log', 0, Array.from({ length: 1025 }, () => Uint8Array.of(1))]],
  ['too few items', ['nodes', 0]],
  ['another wish', ['forget']],
  ['no list', 'publish'],
  ['nothing', null],
])('refuses %s', async (_name, frame) => {
  const { here, published, done } = openWay();
  await here.send(dagCbor.encode(['nodes', 0, [Uint8Array.of(1)]]));
  await here.send(dagCbor.encode(frame));
  await done;
  expect(dagCbor.decode((await here.receive())!)).toEqual({ fault: FAULT });
  expect(await here.receive()).toBeNull();
  expect(published).toEqual([]);
});

test('answers every input', () =>
  fc.assert(
    fc.asyncProperty(fc.uint8Array(), async bytes => {
      const { here, done } = openWay();
      await here.send(bytes);
      await here.send(dagCbor.encode(['publish'])).catch(() => {}); // it may be closed by then
      expect(await here.receive()).not.toBeNull();
      here.close();
      await done;
    }),
  ));
