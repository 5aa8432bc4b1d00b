/** Messages come back as they were written, and nothing else is read as one. */
import { ok } from '@kifu/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeMessage } from '../sync/messages.ts';
import { decodeEnvelope, type Envelope, encodeEnvelope, type GossipMessage } from './envelope.ts';

const CID = 'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354';
const NODE = '12D3KooWGckMZoaYPUGSHWNLkcBmwMDtbKE22L1YvaMh7wRdB5mD';
const NOW = 1_800_000_000_000_000_000n;
const SECOND = 1_000_000_000n;
const bytes = Uint8Array.of(1, 2, 3);
const envelope = (message: GossipMessage, at = NOW): Envelope => ({ at, node: NODE, message });

test.each<GossipMessage>([
  { t: 'head', player: CID, record: bytes, root: CID },
  { t: 'commit', cid: CID, block: bytes, data: bytes },
  { t: 'want', head: null },
  { t: 'want', head: CID },
  { t: 'withdraw', cid: CID },
  { t: 'presence', until: NOW },
])('a $t message comes back as it was written', message => {
  expect(decodeEnvelope(encodeEnvelope(envelope(message)), NOW)).toEqual(ok(envelope(message)));
});

test('a message of another time is passed over', () => {
  const at = (seconds: bigint) =>
    decodeEnvelope(
      encodeEnvelope(envelope({ t: 'want', head: null }, NOW + seconds * SECOND)),
      NOW,
    );
  expect([at(300n).ok, at(-300n).ok]).toEqual([true, true]);
  for (const late of [at(301n), at(-301n)])
    expect(late).toMatchObject({ ok: false, fault: { code: 'conflict', rule: 'stale' } });
});

test('what is larger than the protocol allows is not read', () => {
  const message = { t: 'commit', cid: CID, block: new Uint8Array(65_536), data: bytes } as const;
  expect(decodeEnvelope(encodeEnvelope(envelope(message)), NOW)).toMatchObject({
    fault: { code: 'too-large' },
  });
});

test('garbage is a fault, never an error', () => {
  const good = encodeEnvelope(envelope({ t: 'commit', cid: CID, block: bytes, data: bytes }));
  for (let i = 0; i < good.length; i++)
    expect(decodeEnvelope(good.slice(0, i), NOW).ok).toBe(false);
  expect(decodeEnvelope(Uint8Array.of(...good, 0), NOW).ok).toBe(false);
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), junk => !decodeEnvelope(junk, NOW).ok));
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('v', 't', 'ts', 'node', 'cid', 'head'), fc.jsonValue()),
      map => !decodeEnvelope(encodeMessage(JSON.parse(JSON.stringify(map))), NOW).ok,
    ),
  );
});
