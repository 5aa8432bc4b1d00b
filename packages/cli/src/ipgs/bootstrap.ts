/**
 * The peers and relays to which a peer of this machine connects when it starts: one JSON file in the data directory, for all players here,
 * so that it can be copied from another machine.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, isObject, type Json, ok, parseJson, type Result } from '@kifu/core';
import { dataDir, makeHome } from '../home.ts';
import type { Io } from '../io.ts';
import { addressText } from '../options.ts';
import type { CommandReport } from '../run-command.ts';
import { reason, saveBytes } from '../save.ts';
import { tableLines } from '../text.ts';

/** Addresses of both kinds. */
export interface Bootstrap {
  /** Peers that know others. */
  readonly peers: readonly string[];
  /** Peers through which this one is reached if it cannot accept connections. */
  readonly relays: readonly string[];
}

const FILE = 'network.json';
/** More addresses are a mistake. */
const MAX_ADDRESSES = 100;
const NONE: Bootstrap = { peers: [], relays: [] };

const pathOf = (io: Io): string => join(dataDir(io), FILE);

/** Reads the file; an absent file has no addresses. */
export async function readBootstrap(io: Io): Promise<Result<Bootstrap>> {
  let text: string;
  try {
    text = await readFile(pathOf(io), 'utf8');
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ENOENT'
      ? ok(NONE)
      : fail('unreadable', `cannot read ${pathOf(io)}: ${reason(cause)}`);
  }
  const json = parseJson(text, { maxLength: 1 << 16 });
  const { peers = [], relays = [] } = json.ok && isObject(json.value) ? json.value : {};
  if (!json.ok || !isObject(json.value) || !isAddresses(peers) || !isAddresses(relays))
    return fail(
      'malformed',
      `${pathOf(io)} must be an object with lists of addresses, peers and relays; remove or repair it`,
    );
  return ok({ peers, relays });
}

const isAddresses = (value: Json): value is readonly string[] =>
  Array.isArray(value) && value.length <= MAX_ADDRESSES && value.every(isAddress);

function isAddress(value: Json): value is string {
  try {
    return typeof value === 'string' && addressText(value) === value;
  } catch {
    return false;
  }
}

async function write(io: Io, bootstrap: Bootstrap): Promise<Result<string>> {
  const home = await makeHome(io);
  if (!home.ok) return home;
  return saveBytes(pathOf(io), `${JSON.stringify(bootstrap, null, 2)}\n`, true);
}

/** Adds an address; it replaces one of the other kind. */
export async function addBootstrap(
  io: Io,
  address: string,
  { relay = false }: { readonly relay?: boolean },
): Promise<Result<CommandReport>> {
  const before = await readBootstrap(io);
  if (!before.ok) return before;
  const { peers, relays } = without(before.value, address);
  if (peers.length + relays.length >= MAX_ADDRESSES)
    return fail('too-large', `the list has ${MAX_ADDRESSES} addresses; remove one first`);
  const written = await write(
    io,
    relay ? { peers, relays: [...relays, address] } : { peers: [...peers, address], relays },
  );
  if (!written.ok) return written;
  const what = relay ? 'relay' : 'peer';
  return ok({
    json: { address, kind: what },
    text: io.texts.reports.peers.peer.bootstrap.added(address, relay),
  });
}

/** Removes an address. */
export async function removeBootstrap(io: Io, address: string): Promise<Result<CommandReport>> {
  const before = await readBootstrap(io);
  if (!before.ok) return before;
  if (![...before.value.peers, ...before.value.relays].includes(address))
    return fail('not-found', `${address} is not in the list; kifu peer bootstrap list shows it`);
  const written = await write(io, without(before.value, address));
  return written.ok
    ? ok({ json: { address }, text: io.texts.reports.peers.peer.bootstrap.removed(address) })
    : written;
}

const without = ({ peers, relays }: Bootstrap, address: string): Bootstrap => ({
  peers: peers.filter(each => each !== address),
  relays: relays.filter(each => each !== address),
});

/** Lists all addresses. */
export async function listBootstrap(io: Io): Promise<Result<CommandReport>> {
  const bootstrap = await readBootstrap(io);
  if (!bootstrap.ok) return bootstrap;
  const { peers, relays } = bootstrap.value;
  const t = io.texts.reports.peers.peer.bootstrap;
  const rows = [
    ...peers.map(address => [t.kinds.peer, address]),
    ...relays.map(address => [t.kinds.relay, address]),
  ];
  return ok({
    json: { peers, relays },
    text: tableLines(rows).join('\n') || t.none,
  });
}
