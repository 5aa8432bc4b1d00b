/** Hosts matches in this page: people at one screen, and bots. Each is a record like any other, and continues after the page is loaded again. */
import { wallTimer } from '@kifu/client/timer';
import {
  type Cid,
  cidOf,
  decodeBase64,
  fail,
  formatCid,
  type Game,
  type Header,
  type Json,
  type JsonObject,
  type Kit,
  ok,
  parseCid,
  type Result,
  type Seat,
  type TimeControl,
  unhurriedOptions,
} from '@kifu/core';
import { LocalHost, type SeatPlayer, type Timer } from '@kifu/record/match';
import { NO_TERMS } from '@kifu/record/match-state';
import { Replay, readAll } from '@kifu/record/replay';
import { beginMatch, keepRecord, loadMatch, loadNodes } from '@kifu/record/store';
import { workerBot } from './bot.ts';
import { type LocalNodes, localNodes } from './local-nodes.ts';
import {
  holdMatch,
  type LocalRole,
  type MatchSummary,
  type StoredMatch,
  storedMatch,
  storeMatch,
} from './local-store.ts';

/** What a match begins with. */
export interface LocalSetup {
  readonly roles: readonly LocalRole[];
  readonly options: JsonObject;
  readonly clock: TimeControl | null;
  /** A position to start from, instead of the usual one. */
  readonly start?: { readonly canon: Json; readonly aside: Json };
}

/** How long a bot takes at least, so that people see what happens; in milliseconds. */
const MIN_THINK_MS = 350;
/** A bot that has not answered for so long has failed: the best ones think for seconds, and games are loaded first. */
const STALLED_MS = 60_000;
/** How long players may look at the board before a match without turns begins. */
const COUNTDOWN_MS = 3000;
/** A new match that is opened later than this restarts its clocks. */
const FRESH_MS = 2000;

let latestMs = 0;
const TIMER: Timer = {
  now() {
    latestMs = Math.max(latestMs, Date.now());
    return latestMs;
  },
  after: wallTimer.after,
};

const freshSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;

const freshNonce = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map(n => n.toString(16).padStart(2, '0'))
    .join('');

/** Begins a match, and gives its id in this browser. */
export async function beginLocal(kit: Kit, setup: LocalSetup): Promise<Result<string>> {
  const { game } = kit;
  const { roles, clock, start = null } = setup;
  // a position has its rules in it
  const options = start === null ? unhurriedOptions(game, setup.options) : setup.options;
  const header: Header = {
    game: game.name,
    version: game.version,
    options,
    players: roles.map(({ seat, name }) => ({ seat, name })),
    seed: game.chance === undefined ? null : freshSeed(),
    start,
    startedAt: new Date().toISOString(),
    tags: {},
    terms: { ...NO_TERMS, nonce: freshNonce(), clock },
  };
  const nodes = await localNodes();
  const begun = await beginMatch(nodes, game as Game, header);
  if (!begun.ok) return begun;
  const { replay } = begun.value;
  const id = freshNonce().slice(0, 12);
  const beganAt = Date.now() + (game.pace === 'free' ? COUNTDOWN_MS : 0);
  const match = matchOf(replay.nodes);
  note(nodes, match, id, {
    ...{ game: game.name, roles, beganAt },
    summary: summaryOf(replay, beganAt),
  });
  return ok(id);
}

/** The hosts of this page, by the ids of their matches. */
const HOSTS = new Map<string, LocalHost>();

/** Continues a match that was begun in this browser. */
export async function openLocal(kit: Kit, id: string): Promise<Result<LocalHost>> {
  // what it records as it closes comes first
  await HOSTS.get(id)?.close();
  const stored = storedMatch(id);
  const nodes = await localNodes();
  const match = stored === null ? NOT_FOUND : await matchIn(nodes, kit, stored);
  if (!match.ok || stored === null) return match.ok ? NOT_FOUND : match;
  const open = await loadMatch(nodes, match.value, async () => ok(kit.game as Game));
  if (!open.ok) return open;
  const startedMs = startOf(open.value.replay, stored.beganAt);
  note(nodes, match.value, id, { ...stored, beganAt: startedMs });
  const host = new LocalHost({
    ...{ open: open.value, timer: TIMER, startedMs, evaluate: kit.evaluate ?? null },
    programs: new Map(botsOf(kit, stored.roles)),
    minThinkMs: kit.game.pace === 'free' ? 0 : MIN_THINK_MS,
    moveMs: STALLED_MS,
    recordsRefusals: false,
    onFailure: 'pause',
    readers: [
      {
        take(replay) {
          const now = storedMatch(id);
          // one that was deleted in another tab stays deleted
          if (now === null) return;
          note(nodes, match.value, id, { ...now, summary: summaryOf(replay, Date.now()) });
        },
      },
    ],
  });
  HOSTS.set(id, host);
  host.on('closed', () => void HOSTS.delete(id));
  retryFailed(host, kit, stored.roles);
  await host.start();
  return ok(host);
}

const botsOf = (kit: Kit, roles: readonly LocalRole[]): readonly (readonly [Seat, SeatPlayer])[] =>
  roles.flatMap(({ seat, level }) => (level === null ? [] : [[seat, workerBot(kit, level)]]));

/** A match that was paused since a bot failed has fresh ones once a person resumes it. */
function retryFailed(host: LocalHost, kit: Kit, roles: readonly LocalRole[]): void {
  let hasFailed = false;
  host.on('fault', () => {
    hasFailed = true;
  });
  host.on('node', ({ entry, replay }) => {
    if (!hasFailed || entry?.act.type !== 'resume' || replay.table?.talk.isPaused) return;
    hasFailed = false;
    for (const [seat, bot] of botsOf(kit, roles)) host.replace(seat, bot);
  });
}

/** When a match began, by the timer. Time counts from there, also while no page hosts it, as that is a pause of the record. */
function startOf({ n, table }: Replay, beganAt: number): number {
  const now = TIMER.now();
  // of one that nobody has moved in, no time has passed
  if (n === 0) return now - beganAt < FRESH_MS ? beganAt : now;
  return Math.min(beganAt, now - (table?.ms ?? 0));
}

/** Stores what lists show of a match. */
function note(nodes: LocalNodes, match: Cid, id: string, stored: StoredMatch): void {
  const { nodes: _, ...listed } = stored;
  const noted = { ...listed, match: formatCid(match) };
  if (nodes.isHeld(match)) holdMatch(id, noted);
  else storeMatch(id, noted);
}

/** The content ID of a stored match. The nodes of an older one, which are stored with it, are stored where those of all are. */
async function matchIn(nodes: LocalNodes, kit: Kit, stored: StoredMatch): Promise<Result<Cid>> {
  if (stored.match !== undefined) return parseCid(stored.match);
  const replay = await replayStored(kit, stored);
  if (replay === null) return NOT_FOUND;
  if (replay.fault !== null) return replay.fault;
  await keepRecord(nodes, replay.nodes);
  return ok(matchOf(replay.nodes));
}

/** The nodes of a stored match; null where they are gone. */
export async function nodesOf(stored: StoredMatch): Promise<readonly Uint8Array[] | null> {
  if (stored.nodes !== undefined)
    return stored.nodes.map(decodeBase64).flatMap(node => (node.ok ? [node.value] : []));
  const nodes = await localNodes();
  const match = parseCid(stored.match ?? '');
  const head = match.ok ? await nodes.heads.get(match.value) : null;
  const loaded = head === null ? NOT_FOUND : await loadNodes(nodes, head);
  return loaded.ok ? loaded.value : null;
}

/** Plays a stored match through; null where its nodes are gone. */
export async function replayStored(kit: Kit, stored: StoredMatch): Promise<Replay | null> {
  const nodes = await nodesOf(stored);
  return nodes === null ? null : readAll(new Replay(kit.game as Game, nodes), []);
}

/** What a list shows of a match that was played last at a time, in milliseconds since 1970. */
export function summaryOf(replay: Replay, playedAt: number): MatchSummary {
  const { table, isEnded, game } = replay;
  const active = table === null || table.outcome !== null ? [] : game.active(table.state);
  return { playedAt, active, isEnded };
}

const matchOf = (nodes: readonly Uint8Array[]): Cid => cidOf('dag-cbor', nodes[0]!);

const NOT_FOUND = fail('not-found', 'match not found in this browser');
