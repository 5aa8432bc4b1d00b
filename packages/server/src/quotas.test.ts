/** Quotas of one guest, of their network, and of all together. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHeldResources, createRate, holderOf, type QuotaScope } from './quotas.ts';

const v4 = (network: number, host: number) => `10.0.${network}.${host}`;

test('what is held is bounded for a guest, a network and all', () => {
  const refused: QuotaScope[] = [];
  const heldResources = createHeldResources(2, 20, scope => refused.push(scope));
  const take = (network: number, host: number) => heldResources.take(holderOf(v4(network, host)));
  expect([take(0, 1), take(0, 1), take(0, 1)]).toEqual([true, true, false]);
  for (let host = 2; host <= 8; host++) for (let i = 0; i < 2; i++) take(0, host);
  expect(take(0, 9)).toBe(false);
  expect([1, 2, 3, 4, 5].map(host => take(1, host))).toEqual([true, true, true, true, false]);
  expect(refused).toEqual(['guest', 'network', 'all']);
  expect(heldResources.held).toBe(20);
  heldResources.give(holderOf(v4(0, 1)));
  expect(take(1, 5)).toBe(true);
});

test('what is given back can be taken again, after any steps', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), fc.nat(9), fc.boolean())), steps => {
      const heldResources = createHeldResources(3, 30);
      const held: string[] = [];
      for (const [network, host, isTaken] of steps) {
        const guest = v4(network, host);
        if (isTaken) {
          if (heldResources.take(holderOf(guest))) held.push(guest);
        } else if (held.includes(guest)) {
          held.splice(held.indexOf(guest), 1);
          heldResources.give(holderOf(guest));
        }
        expect(heldResources.held).toBe(held.length);
        expect(held.filter(other => other === guest).length).toBeLessThanOrEqual(3);
      }
      for (const guest of held) heldResources.give(holderOf(guest));
      for (let i = 0; i < 3; i++) expect(heldResources.take(holderOf(v4(0, 0)))).toBe(true);
    }),
    { seed: 7 },
  );
});

test('what refills over time is bounded for a guest, a network and all', () => {
  let nowMs = 1000;
  const refused: QuotaScope[] = [];
  const rate = createRate({
    ...{ perSecond: 1, burst: 4, all: { perSecond: 2, burst: 40 } },
    now: () => nowMs,
    onRefusal: scope => refused.push(scope),
  });
  expect(rate.take('10.0.0.1', 4)).toBe(true);
  expect(rate.take('10.0.0.1')).toBe(false);
  for (let host = 2; host <= 8; host++) expect(rate.take(v4(0, host), 4)).toBe(true);
  expect(rate.take('10.0.0.9')).toBe(false);
  expect([1, 2, 3].map(host => rate.take(v4(1, host), 4))).toEqual([true, true, false]);
  expect(refused).toEqual(['guest', 'network', 'all']);
  nowMs += 2000;
  expect(rate.take('10.0.0.1', 3)).toBe(false);
  expect(rate.take('10.0.0.1', 2)).toBe(true); // what was refused was not taken
});

test('one /48 of IPv6 is one network', () => {
  const heldResources = createHeldResources(1, 1000);
  const taken = Array.from({ length: 100 }, (_, i) =>
    heldResources.take(holderOf(`2001:db8:1:${i.toString(16)}`)),
  );
  expect(taken.filter(Boolean)).toHaveLength(8);
  expect(heldResources.take(holderOf('2001:db8:2:0'))).toBe(true);
});
