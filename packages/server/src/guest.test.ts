/** Whom an address stands for. */
import { expect, test } from 'vitest';
import { guestOf, networkOf } from './guest.ts';

test.each<[string, string]>([
  ['203.0.113.1', '203.0.113.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
])('%s is %s', (address, guest) => expect(guestOf(address)).toBe(guest));

test.each<[string, string]>([
  ['203.0.113.1', '203.0.113'],
  ['2001:db8:1:2', '2001:db8:1'],
  ['0:0:0:0', '0:0:0'],
  ['', ''],
  ['nonsense', 'nonsense'],
])('%s is part of %s', (guest, network) => expect(networkOf(guest)).toBe(network));
