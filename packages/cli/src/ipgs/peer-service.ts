/** A player's directory as a service: what a running peer answers, and what a command does itself where none runs. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fail, fail, ok, type Result } from '@kifu/core';
import { advance, seatOf, takeStepOn } from '@kifu/ipgs';
import type { LiveGame, Peer } from '@kifu/peer';
import {
  apiOf,
  type CheckedInput,
  createReadWriteLock,
  type PeerApi,
  type PeerHandlers,
  type PeerService,
  type RequestName,
  type RequestOutput,
} from '@kifu/peer/api';
import { createSqliteStore, type SqliteOptions } from '@kifu/stores/sqlite';
import type { Io } from '../io.ts';
import { attempt } from '../library/open.ts';
import { reason } from '../save.ts';
import { claimStore } from '../serve/lock.ts';
import { oneLine, tableLines } from '../text.ts';
import { exportArchive, listArchive, verifyArchive } from './archive.ts';
import { folderPath, type PeerOptions } from './ask-peer.ts';
import { accept, cancel, confirm, listChallenges, offer } from './challenges.ts';
import {
  agree,
  dispute,
  listGames,
  type PlayingDesk,
  playMove,
  propose,
  resign,
  say,
  showGame,
  sign,
} from './games.ts';
import {
  certify,
  changeDevice,
  changeSettings,
  createIdentity,
  exportIdentity,
  lockIdentity,
  showIdentity,
  updateIdentity,
} from './identity.ts';
import {
  checkNamespace,
  exportNamespace,
  importNamespace,
  listEvidence,
  showNamespace,
} from './namespace.ts';
import { FILE, openFolder, type PeerFolder } from './peer-folder.ts';
import { act, openPeerSession, type PlayedGame, pickGame } from './peer-session.ts';
import { vouching } from './people.ts';
import { listPlayers, notePlayer, showPlayer, trustPlayer } from './players.ts';

/** What requests use of a peer that runs. */
type PeerNetwork = Pick<
  Peer,
  'status' | 'call' | 'alone' | 'step' | 'games' | 'gameById' | 'seen' | 'reading'
>;

/** A directory that this process has to itself. */
export interface OpenDirectory {
  readonly folder: PeerFolder;
  close(): Promise<void>;
}

/** Opens the directory of a player for this process alone; it is made where there is none. */
export async function openDirectory(
  io: Io,
  options: PeerOptions,
  how: Pick<SqliteOptions, 'isHere'> = {},
): Promise<Result<OpenDirectory>> {
  const path = folderPath(io, options);
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    return fail('unwritable', `cannot create ${path}: ${reason(cause)}`);
  }
  return attempt(async () => {
    const lock = claimStore(join(path, 'peer'));
    if (!lock.ok) return fail('conflict', `another process is using ${path}`, { rule: 'in-use' });
    try {
      const store = await createSqliteStore(join(path, FILE), how);
      return ok({
        folder: await openFolder(io, options, path, store),
        async close() {
          await store.close();
          lock.value();
        },
      });
    } catch (cause) {
      lock.value();
      throw cause;
    }
  });
}

/** Does something with a directory that no other process uses meanwhile. */
export async function withDirectory<T>(
  io: Io,
  options: PeerOptions,
  work: (folder: PeerFolder) => Promise<Result<T>>,
): Promise<Result<T>> {
  const opened = await openDirectory(io, options);
  if (!opened.ok) return opened;
  try {
    return await work(opened.value.folder);
  } finally {
    await opened.value.close();
  }
}

/** Whether a directory could not be opened since another process has it. */
export const isInUse = ({ fault }: Fail): boolean => fault.rule === 'in-use';

/** The service of a directory without a network. A peer sends what it publishes when it next runs. */
export async function openPeerService(io: Io, options: PeerOptions): Promise<Result<PeerService>> {
  const opened = await openDirectory(io, options, { isHere: true });
  return opened.ok
    ? ok({ api: peerApiOf(opened.value.folder, null), close: opened.value.close })
    : opened;
}

/** What answers requests about a directory: by way of the peer that runs on it, or without one. */
export function peerApiOf(opened: PeerFolder, network: PeerNetwork | null): PeerApi {
  const folder = network === null ? opened : readingWith(opened, network);
  const { alone } = network ?? createReadWriteLock();
  const playing = network === null ? playingHere(folder) : playingLive(folder, network);
  const handlers: PeerHandlers = {
    'peer.status': async () => ok(network?.status() ?? null),
    'peer.locked': async () => ok(await isLocked(folder)),
    'peer.unlock': ({ passphrase }) => folder.unlock(passphrase),
    async 'peer.lock'() {
      folder.lock();
      return ok(null);
    },
    'peer.add': input => addContact(folder, network, input),
    'peer.list': async () => ok(contactsOf(folder, network)),
    'game.list': () => listGames(folder),
    'game.show': input => showGame(folder, input),
    'game.play': input => playMove(playing, input),
    'game.say': input => say(playing, input),
    'game.propose': input => propose(playing, input),
    'game.agree': input => agree(playing, input),
    'game.resign': input => resign(playing, input),
    'game.dispute': input => dispute(playing, input),
    'game.sign': input => sign(playing, input),
    'challenge.list': () => listChallenges(folder),
    'challenge.offer': input => offer(folder, input),
    'challenge.accept': input => accept(folder, input),
    'challenge.confirm': input => confirm(folder, input),
    'challenge.cancel': input => cancel(folder, input),
    'player.list': input => listPlayers(folder, input),
    'player.show': input => showPlayer(folder, input),
    'player.trust': input => trustPlayer(folder, input),
    'player.note': input => notePlayer(folder, input),
    'player.vouching': input => vouching(folder, input),
    'archive.list': () => listArchive(folder),
    'archive.verify': input => verifyArchive(folder, input),
    'archive.export': input => exportArchive(folder, input),
    'namespace.show': input => showNamespace(folder, input),
    'namespace.export': () => exportNamespace(folder),
    'namespace.import': input => importNamespace(folder, input),
    'namespace.evidence': () => listEvidence(folder),
    'namespace.check': () => checkNamespace(folder),
    'identity.create': input => createIdentity(folder, input),
    'identity.show': () => showIdentity(folder),
    'identity.lock': input => lockIdentity(folder, input),
    'identity.update': input => updateIdentity(folder, input),
    'identity.export': input => exportIdentity(folder, input),
    'identity.device': input => changeDevice(folder, input),
    'identity.certify': input => certify(folder, input),
    'identity.set': input => changeSettings(folder, input),
  };
  return apiOf(handlers, (name, work) => {
    const isStep = network !== null && STEPS.has(name);
    return AT_ONCE.has(name) || isStep ? attempt(work) : alone(() => attempt(work));
  });
}

/** Requests that read and change nothing of the folder. */
const AT_ONCE: ReadonlySet<RequestName> = new Set([
  ...(['peer.status', 'peer.locked', 'peer.unlock', 'peer.lock'] as const),
]);
/** Requests that a running peer answers from the games in its memory. */
const STEPS: ReadonlySet<RequestName> = new Set([
  ...(['game.play', 'game.say', 'game.propose', 'game.agree'] as const),
  ...(['game.resign', 'game.dispute', 'game.sign'] as const),
]);

/** The directory with the cache of verified games of the peer. */
const readingWith = (folder: PeerFolder, { reading }: PeerNetwork): PeerFolder =>
  Object.create(folder, { reading: { value: reading } });

/** Whether something is there that only the passphrase unlocks. */
async function isLocked({ state, signer }: PeerFolder): Promise<boolean> {
  const unlocked = state.root === null ? null : await signer();
  return unlocked?.ok === false && unlocked.fault.rule === 'passphrase';
}

/** Games that are read from the folder. */
const playingHere = (folder: PeerFolder): PlayingDesk => ({
  folder,
  alone: work => work(), // the whole request is
  async find(typed, fits) {
    // by its id a game is found without a look at the others
    const name = await folder.gameNamed(typed);
    const near = name === null ? null : await openPeerSession(folder, name);
    const game = near?.ok ? near.value.games.find(each => each.name === name) : undefined;
    if (game !== undefined && fits(game)) return ok(game);
    const desk = await openPeerSession(folder);
    return desk.ok ? pickGame(desk.value.games, typed, fits) : desk;
  },
  async step(game, step) {
    const made = await act(folder, signer => takeStepOn(signer, game.record, step, folder.now()));
    return made.ok ? ok({ ...game, record: made.value.record }) : made;
  },
});

/** Games that a running peer has in its memory. */
function playingLive(folder: PeerFolder, network: PeerNetwork): PlayingDesk {
  const playedBy =
    (fingerprint: string) =>
    ({ name, record: known }: LiveGame): PlayedGame => {
      const late = advance(known, { do: 'time', at: folder.now() });
      const record = late.ok ? late.value.record : known;
      const isMine = record.offer.file.fingerprint === fingerprint;
      return {
        ...{ name, record, seat: seatOf(record, fingerprint) },
        role: isMine ? 'challenger' : 'contender',
      };
    };
  const own = () => network.seen?.trees.mine.identity.fingerprint ?? '';
  return {
    ...{ folder, alone: network.alone },
    async find(typed, fits) {
      const exact = network.gameById(typed);
      const games = exact === undefined ? [...network.games.values()] : [exact];
      const found = pickGame(games.map(playedBy(own())), typed, fits);
      if (found.ok || found.fault.rule === 'ambiguous') return found;
      // one that has ended, perhaps
      return network.alone(() => playingHere(folder).find(typed, fits));
    },
    async step({ name }, step) {
      const taken = await network.step(name, step);
      return taken.ok ? ok(playedBy(own())(taken.value)) : taken;
    },
  };
}

type Report = RequestOutput<'peer.add'>;

/** Remembers an address, and has the peer that runs call it. */
async function addContact(
  folder: PeerFolder,
  network: PeerNetwork | null,
  { address }: CheckedInput<'peer.add'>,
): Promise<Result<Report>> {
  const { contacts } = folder.state;
  const t = folder.io.texts.reports.peers.peer;
  if (!contacts.includes(address)) await folder.save({ contacts: [...contacts, address] });
  network?.call(address);
  return ok({
    json: { address, running: network !== null },
    text: network === null ? t.added(address) : t.connecting(address),
  });
}

/** Connections and remembered addresses. */
function contactsOf({ state: { contacts }, io }: PeerFolder, network: PeerNetwork | null): Report {
  const t = io.texts.reports.peers.peer;
  const connections = network?.status().connections ?? [];
  const rows = [
    ...connections.map(({ node, address, player }) => [
      ...[t.connected, player === null ? node : oneLine(player), address],
    ]),
    ...contacts.map(address => [t.saved, '', address]),
  ];
  return {
    json: {
      running: network !== null,
      connections: connections.map(each => ({ ...each })),
      contacts,
    },
    text: tableLines(rows).join('\n') || t.none,
  };
}
