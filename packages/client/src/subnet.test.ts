/** Which addresses one owner has. */
import { expect, test } from 'vitest';
import { subnetOf } from './subnet.ts';

test.each<[string, string]>([
  ['203.0.113.1', '203.0.113.1'],
  ['::ffff:203.0.113.1', '203.0.113.1'],
  ['::FFFF:203.0.113.1', '203.0.113.1'],
  ['::ffff:cb00:7101', '203.0.113.1'],
  ['::ffff:a:1', '0.10.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['', ''],
  ['nonsense', 'nonsense'],
])('%s is in %s', (address, subnet) => expect(subnetOf(address)).toBe(subnet));
