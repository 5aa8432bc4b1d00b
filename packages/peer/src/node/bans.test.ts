/** Whom a ban concerns: a node, its network, or those behind a relay. */
import { expect, test } from 'vitest';
import { createBans } from './bans.ts';
import { sourceName } from './sources.ts';

const RELAY = '12D3KooWHnuy1hVtu8zHdLbnYHhWr22geop8KP4yrL63x5txnNWM';
const AT_RELAY = `/ip4/192.0.2.1/tcp/4001/p2p/${RELAY}`;
const behind = (node: string, relay = AT_RELAY) => `${relay}/p2p-circuit/p2p/${node}`;

test.each<[string, string]>([
  ['/ip4/192.0.2.1/tcp/4001', '192.0.2.1'],
  ['/ip6/2001:db8:1:2:3:4:5:6/tcp/4001/ws', '2001:db8:1:2'],
  ['/ip6/::ffff:192.0.2.1/tcp/4001', '192.0.2.1'],
  ['/ip6/::ffff:c000:201/tcp/4001', '192.0.2.1'],
  ['/ip6zone/eth0/ip6/fe80::1/tcp/4001', 'fe80:0:0:0'],
  ['/dns4/peer.example/tcp/4001', 'one'],
  [`/dns4/peer.example/tcp/4001/p2p/${RELAY}`, 'one'],
  [behind('one'), '192.0.2.1/one'],
  [`${AT_RELAY}/p2p-circuit`, '192.0.2.1/one'],
  [behind('one', `/ip6/2001:db8::1/tcp/1/p2p/${RELAY}`), '2001:db8:0:0/one'],
  [behind('one', `/dns4/relay.example/tcp/1/p2p/${RELAY}`), `${RELAY}/one`],
])('what node one sends from %s is from %s', (address, source) =>
  expect(sourceName(address, 'one')).toBe(source),
);

test('bans a node and its network for ten minutes', () => {
  let now = 0;
  const bans = createBans(() => now);
  bans.ban('one', '/ip6/2001:db8:1:2::1/tcp/4001');
  expect(bans.isBanned('one')).toBe(true);
  expect(bans.isAddressBanned('/ip6/2001:db8:1:2:ffff::9/tcp/5')).toBe(true);
  expect(bans.isAddressBanned('/ip6/2001:db8:1:3::1/tcp/4001')).toBe(false);
  expect(bans.count).toBe(2);
  now += 600_000;
  expect(bans.isBanned('one')).toBe(false);
  expect(bans.isAddressBanned('/ip6/2001:db8:1:2::1/tcp/4001')).toBe(false);
  expect(bans.count).toBe(0);
});

test.each(['/ip4/127.0.0.1/tcp/4001', '/ip6/::1/tcp/4001', '/dns4/peer.example/tcp/1', null])(
  'bans the node alone at %s',
  address => {
    const bans = createBans(() => 0);
    bans.ban('one', address);
    expect(bans.isBanned('one')).toBe(true);
    if (address !== null) expect(bans.isAddressBanned(address)).toBe(false);
  },
);

test('a banned node behind a relay bans neither the relay nor the others behind it', () => {
  const bans = createBans(() => 0);
  bans.ban('one', behind('one'));
  expect(bans.isBanned('one')).toBe(true);
  expect(bans.isAddressBanned(behind('two'))).toBe(false);
  expect(bans.isAddressBanned(AT_RELAY)).toBe(false);
});

test('twenty banned nodes behind a relay within ten minutes ban all behind it, but not the relay', () => {
  let now = 0;
  const bans = createBans(() => now);
  const banSome = (from: number, to: number, relay?: string) => {
    for (let id = from; id < to; id++) bans.ban(`made-up-${id}`, behind(`made-up-${id}`, relay));
  };
  banSome(0, 19);
  banSome(19, 30, `/ip4/192.0.2.2/tcp/1/p2p/${RELAY}`);
  expect(bans.isAddressBanned(behind('two'))).toBe(false);
  now += 600_000;
  banSome(30, 49);
  banSome(30, 49); // the same again
  expect(bans.isAddressBanned(behind('two'))).toBe(false);
  banSome(49, 50);
  expect(bans.isAddressBanned(behind('two'))).toBe(true);
  expect(bans.isAddressBanned(AT_RELAY)).toBe(false);
  expect(bans.isAddressBanned(behind('two', `/ip4/192.0.2.2/tcp/1/p2p/${RELAY}`))).toBe(false);
});

test('a banned relay bans what comes through it', () => {
  const bans = createBans(() => 0);
  bans.ban(RELAY, AT_RELAY);
  expect(bans.isAddressBanned(behind('two'))).toBe(true);
});
