/** Runs a peer on a player's directory, and requests of other commands to it. */

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fail, formatFault, ok, type Result } from '@kifu/core';
import { forgetStrangers, learnTree, MAX_TREES } from '@kifu/ipgs';
import type { Peer, PeerEvent, PeerHome, PeerStatus } from '@kifu/peer';
import { connectPeer, type PeerApi } from '@kifu/peer/api';
import { pickLanguage } from '@kifu/texts';
import type { PeerReports } from '@kifu/texts/en/cli/reports/peers';
import { faultText } from '../fault-text.ts';
import { type Context, type Io, putJson, putLine } from '../io.ts';
import { loadSpeech } from '../language.ts';
import { type CommandReport, SILENT } from '../run-command.ts';
import { reason } from '../save.ts';
import { oneLine, printable, tableLines } from '../text.ts';
import {
  folderPath,
  type PeerOptions,
  RETRY_MS,
  statusOf,
  unlockPeer,
  WAIT_MS,
  withPeerApi,
} from './ask-peer.ts';
import { readBootstrap } from './bootstrap.ts';
import type { PeerFolder } from './peer-folder.ts';
import { isInUse, openDirectory, peerApiOf } from './peer-service.ts';
import { idOfGame, openPeerSession } from './peer-session.ts';
import type { PeerSite } from './peer-site.ts';

/** How a peer is run. */
export interface RunOptions extends PeerOptions {
  readonly listen: readonly string[];
  readonly peer: readonly string[];
  /** Public addresses of the peer besides those that it listens on. */
  readonly announce: readonly string[];
  readonly relay?: boolean;
  readonly relayPeers: number;
  readonly relayMib: number;
  readonly relayTotalMib: number;
  readonly relayMinutes: number;
  /** Whether to connect to the peers and relays of the settings file. */
  readonly bootstrap?: boolean;
  readonly mdns?: boolean;
  readonly network: string;
  /** Port of the web interface (default: none). */
  readonly web?: number;
}

/** Timeout for fetching a block over IPFS, in milliseconds. */
const BLOCK_MS = 2000;
const LOOPBACK = '/ip4/127.0.0.1/tcp/0';
const CIRCUIT = '/p2p-circuit';
const MIB = 1 << 20;

/** Runs until it is stopped. */
export async function runPeer(
  { io, isJson }: Context,
  options: RunOptions,
): Promise<Result<CommandReport>> {
  const path = folderPath(io, options);
  const opened = await openFor(io, options, path);
  if (!opened.ok) return opened;
  const { folder, close } = opened.value;
  try {
    // unlocked at once, so that no move waits for a wrong passphrase
    if (folder.state.root !== null) {
      const signer = await folder.signer();
      if (!signer.ok && signer.fault.rule !== 'passphrase') return signer;
    } else if (!options.relay)
      return fail('not-found', `no identity in ${path}; create one with kifu id new`);
    return await running(io, isJson, folder, options);
  } finally {
    await close();
  }
}

/** Opens the directory. Waits for a command that is using it, but not for another peer. */
async function openFor(io: Io, options: PeerOptions, path: string) {
  for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
    const opened = await openDirectory(io, options);
    if (opened.ok || !isInUse(opened)) return opened;
    const other = await connectPeer(path);
    await other?.close();
    if (other !== null) return fail('conflict', `a peer is already running on ${path}`);
    if (waitedMs >= WAIT_MS) return opened;
    await delay(RETRY_MS);
  }
}

async function running(
  io: Io,
  isJson: boolean,
  folder: PeerFolder,
  options: RunOptions,
): Promise<Result<CommandReport>> {
  const t = io.texts.reports.peers.peer;
  const bootstrap = options.bootstrap === false ? ok(null) : await readBootstrap(io);
  if (!bootstrap.ok) return bootstrap;
  const { peers = [], relays = [] } = bootstrap.value ?? {};
  const listen = options.listen.length > 0 ? options.listen : [LOOPBACK];
  // a relay is reached directly; peers with relays also listen through them
  const isBehind = relays.length > 0 && !options.relay && !listen.includes(CIRCUIT);
  const { serveCommands, startPeer } = await import('@kifu/peer');
  const say = (line: string, json: { readonly [key: string]: string }) =>
    isJson ? putJson(io, { ok: true, ...json }) : putLine(io, line);
  const stopped = new Promise<number>(resolve => {
    io.onStop(resolve);
  });
  let tellSite = (): void => {};
  let peer: Awaited<ReturnType<typeof startPeer>>;
  let isServing = false;
  const told = new Set<string>();
  /** Prints each address once, when commands can reach the peer. */
  const tellAddresses = async (): Promise<void> => {
    for (const address of isServing ? peer.addresses : []) {
      if (told.has(address)) continue;
      told.add(address);
      await say(t.listening(address), { event: 'listening', address });
    }
  };
  try {
    peer = await startPeer({
      home: homeOf(folder),
      datastore: join(folder.path, 'peer.sqlite'),
      listen: isBehind ? [...listen, CIRCUIT] : listen,
      announce: options.announce,
      contacts: [...new Set([...folder.state.contacts, ...options.peer, ...peers, ...relays])],
      ...(options.relay && { relay: limitsOf(options) }),
      isAnnouncedLocally: options.mdns ?? false,
      network: options.network,
      async exchange(libp2p, blocks) {
        const { joinIpfs } = await import('@kifu/stores/ipfs');
        return joinIpfs(libp2p, blocks, { timeoutMs: BLOCK_MS });
      },
      hear(event) {
        tellSite();
        if (event.type === 'addresses') return void tellAddresses();
        const { type, ...words } = describeEvent(io, event);
        void say(printable(words.line), { event: type, ...words });
      },
    });
  } catch (cause) {
    return fail('unwritable', `cannot start the peer: ${reason(cause)}`);
  }
  const api = peerApiOf(folder, peer);
  const local = await serveCommands(folder.path, api, peer, async language =>
    peerApiOf(await speaking(folder, language), peer),
  );
  const site = options.web === undefined ? ok(null) : await openSite(api, options.web, peer.follow);
  if (!site.ok) {
    await local.close();
    await peer.stop();
    return site;
  }
  tellSite = site.value?.changed ?? tellSite;
  isServing = true;
  await tellAddresses();
  if (site.value !== null)
    await say(t.pages(site.value.url), { event: 'pages', url: site.value.url });
  const exitCode = await stopped;
  await site.value?.close();
  await local.close();
  await peer.stop();
  return ok({ ...SILENT, exitCode });
}

/** The directory with texts in the language that a command asks for. */
async function speaking(folder: PeerFolder, language: unknown): Promise<PeerFolder> {
  const speech = await loadSpeech(pickLanguage([`${language}`]));
  const io: Io = Object.create(folder.io, Object.getOwnPropertyDescriptors(speech));
  return Object.create(folder, { io: { value: io } });
}

const limitsOf = ({ relayPeers, relayMib, relayTotalMib, relayMinutes }: RunOptions) => ({
  peers: relayPeers,
  bytesPerPeer: relayMib * MIB,
  bytesInAll: relayTotalMib * MIB,
  connectionMs: relayMinutes * 60_000,
});

/** The pages of the peer. */
async function openSite(
  api: PeerApi,
  port: number,
  follow: Peer['follow'],
): Promise<Result<PeerSite>> {
  const { siteFolder } = await import('@kifu/web');
  const pages = await siteFolder();
  if (!pages.ok) return pages;
  const { servePeerSite } = await import('./peer-site.ts');
  return servePeerSite(api, pages.value, port, follow);
}

/** Returns the directory in the shape for a peer. */
export const homeOf = (folder: PeerFolder): PeerHome => ({
  ...{ node: folder.node, nodeSecret: folder.nodeSecret, reading: folder.reading },
  ...{ now: folder.now, signer: folder.signer, note: folder.note },
  ...{ publish: folder.publish, recall: folder.recall, remember: folder.remember },
  get root() {
    return folder.state.root;
  },
  get changes() {
    return folder.changes;
  },
  isLearned: (root, node) =>
    Object.entries(folder.state.others).some(
      ([key, known]) => known === root && key.endsWith(`/${node}`),
    ),
  async learn(root, node) {
    const learned = await learnTree(folder.reading, folder.state, root, node);
    if (!learned.ok) return learned;
    const { others } = learned.value.state;
    const isFull = Object.keys(others).length > MAX_TREES;
    await folder.save({ others: isFull ? await withoutStrangers(folder, others) : others });
    return ok(learned.value.namespace);
  },
  look: (checked, only) =>
    openPeerSession(withReading(folder, { ...folder.reading, checked }), only),
});

/** The trees of others without old ones of strangers. Trees of opponents and the player's own devices stay. */
async function withoutStrangers(
  folder: PeerFolder,
  others: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const friends = new Set<string>();
  for (const game of (await folder.knownGames()).values())
    for (const fingerprint of game?.fingerprints ?? []) friends.add(fingerprint);
  const trees = await folder.trees();
  if (!trees.ok) return others;
  const { mine, others: known } = trees.value;
  friends.add(mine.identity.fingerprint);
  const names = [...mine.currentGames.keys(), ...mine.finishedGames.keys()].join('|');
  for (const { identity, root, nodes } of known)
    if (
      [identity.hash, root.hash].some(hash => names.includes(hash)) ||
      nodes.nodes.some(node => folder.state.contacts.some(address => address.endsWith(node)))
    )
      friends.add(identity.fingerprint);
  return forgetStrangers(others, fingerprint => friends.has(fingerprint));
}

/** The same directory with another reader. */
const withReading = (folder: PeerFolder, reading: PeerFolder['reading']): PeerFolder =>
  Object.create(folder, { reading: { value: reading } });

/** Describes an event as a line. */
function describeEvent(
  io: Io,
  event: Exclude<PeerEvent, { type: 'addresses' }>,
): {
  readonly type: string;
  readonly line: string;
  readonly [key: string]: string;
} {
  const { type } = event;
  const { phases, news, peer } = io.texts.reports.peers;
  const t = peer.events;
  switch (type) {
    case 'connected':
    case 'disconnected':
    case 'banned':
      return { type, node: event.node, line: t[type](event.node) };
    case 'tree':
      return {
        type,
        node: event.node,
        player: event.player,
        line: t.tree(oneLine(event.player), event.node),
      };
    case 'behind': {
      const sequence = `${event.sequence}`;
      return { type, node: event.node, sequence, line: t.behind(sequence) };
    }
    case 'archived':
      return { type, node: event.node, line: t.archived(event.games, event.node) };
    case 'news': {
      const { game, what } = event.news;
      return { type, game, what, line: news.game(game, phases[what]) };
    }
    case 'commit': {
      const { record } = event.game;
      const id = idOfGame(record);
      const said = event.isMine ? t.sent : t.received;
      return {
        ...{
          type,
          game: id,
          phase: record.phase,
          commits: `${record.count}`,
          head: record.head.cid,
        },
        line: said(id, phases[record.phase], record.count),
      };
    }
    case 'offer': {
      const { node, game, player } = event.offer;
      return { type, node, game, player, line: t.offer(oneLine(player), game) };
    }
    case 'refused': {
      const fault = formatFault(event.fault);
      return {
        type,
        node: event.node,
        fault,
        line: t.refused(event.node, faultText(io, event.fault)),
      };
    }
  }
}

/** Shows the status of the running peer. */
export async function showStatus(io: Io, options: PeerOptions): Promise<Result<CommandReport>> {
  const status = await statusOf(folderPath(io, options));
  if (status === null) return NOT_RUNNING;
  const rows = statusRows(io, status);
  return ok({ json: JSON.parse(JSON.stringify(status)), text: tableLines(rows).join('\n') });
}

const NOT_RUNNING = fail('not-found', 'no running peer; start one with kifu peer');

/** Unlocks or locks the running peer. */
export const setLock = (
  io: Io,
  options: PeerOptions,
  isLocked: boolean,
): Promise<Result<CommandReport>> =>
  withPeerApi(io, options, async (api, isRunning) => {
    if (!isRunning) return NOT_RUNNING;
    const done = isLocked ? await api['peer.lock']({}) : await unlockPeer(io, options, api);
    if (!done.ok) return done;
    const t = io.texts.reports.peers.peer;
    const text = isLocked ? t.locked : t.unlocked;
    return ok({ json: { locked: isLocked }, text });
  });

function statusRows({ texts }: Io, status: PeerStatus): string[][] {
  const { rows, ...t } = texts.reports.peers.peer;
  return [
    [rows.node, status.node],
    [rows.player, oneLine(status.player ?? t.relayOnly)],
    ...status.addresses.map(address => [rows.listening, address]),
    [rows.connectedTo, t.peers(status.connections.length)],
    [rows.games, texts.counts.number(status.games)],
    publishedRow(texts.reports.peers.peer, status),
    ...status.waiting.map(what => [t.waiting[what], t.waitsForPassphrase]),
    ...(status.banned > 0 ? [[rows.banned, `${status.banned}`]] : []),
    ...(status.relayedBytes === null
      ? []
      : [[rows.relayed, t.relayed(texts.counts.decimal(status.relayedBytes / MIB, 1))]]),
  ];
}

/** What is published under the node's name. */
function publishedRow(
  { rows, ...t }: PeerReports['peer'],
  { root, sequence, takenBy }: PeerStatus,
): string[] {
  if (root === null) return [rows.published, t.nothing];
  return takenBy > 0
    ? [rows.published, t.published(root, `${sequence}`, takenBy)]
    : [rows.pending, t.pending(root, `${sequence}`)];
}
