/**
 * The replay log of a match, published while it is played: each node is saved first, then given to the target, then read
 * back by another reader. The progress is saved too, so that a match resumed after a crash is published from there.
 */
import {
  type Cid,
  cidOf,
  type Fault,
  fail,
  formatCid,
  isSameCid,
  type Kifu,
  ok,
  type Result,
} from '@kifu/core';
import type { LogGame, LogPort, LogWriter, Published } from '@kifu/games/chess';
import { BlockNotFoundError } from '@kifu/record/store';
import type { SqliteStore } from '@kifu/stores/sqlite';
import type { Io } from '../io.ts';
import { openOwn } from './own-store.ts';
import type { PublishTo } from './place.ts';
import { faultFromError } from './publish-faults.ts';
import { openReader, type Reader } from './reader.ts';
import { openTarget, type Target } from './target.ts';

/** Publishes one match at a time. */
export interface LogPublisher {
  /** Publishes entries that the log lacks, and retries failed ones. One call at a time. */
  sync(match: Cid, kifu: Kifu): Promise<Result<SyncedLog>>;
  close(): Promise<void>;
}

/** How far a log is published, and read back. */
export interface SyncedLog {
  readonly target: Target;
  /** Null before the first node. */
  readonly root: Cid | null;
  /** How many moves it has. */
  readonly moves: number;
  /** The root from which it continued, if any. */
  readonly resumed: string | null;
}

/** Makes a publisher. Nothing is opened before it is needed. */
export function createLogPublisher(io: Io, to: PublishTo, timeoutMs: number): LogPublisher {
  let open: TargetAndReader | null = null;
  let log: Log | null = null;
  return {
    async sync(match, kifu) {
      const { readLogGame } = await import('@kifu/games/chess');
      const game = readLogGame(kifu);
      if (!game.ok) return game;
      try {
        if (open === null) {
          const opened = await openAll(io, to, timeoutMs);
          if (!opened.ok) return opened;
          open = opened.value;
        }
        if (log === null || !goesOn(log, match, game.value))
          log = await beginLog(open, match, game.value);
        return await publish(open, match, log, game.value);
      } catch (cause) {
        return { ok: false, fault: failureOf(cause, open?.target.name ?? to.kind) };
      }
    },
    async close() {
      await open?.close();
    },
  };
}

/** Where a log is stored, published and read back. */
interface TargetAndReader {
  readonly own: SqliteStore;
  readonly target: Target;
  readonly reader: Reader;
  close(): Promise<void>;
}

/** A log that is being written. */
interface Log {
  /** The match. */
  readonly of: Cid;
  /** Null where it has its result already. */
  readonly writer: LogWriter | null;
  readonly port: Port;
  readonly resumed: string | null;
  /** Options of the writer. */
  moves: LogGame['moves'];
  result: LogGame['result'];
  root: Cid | null;
}

async function openAll(io: Io, to: PublishTo, timeoutMs: number): Promise<Result<TargetAndReader>> {
  const own = await openOwn(io);
  const target = await openTarget(io, to, { timeoutMs, own });
  if (!target.ok) {
    await own.close();
    return target;
  }
  const reader = await openReader(io, target.value.readBack, timeoutMs);
  if (!reader.ok) {
    await target.value.close();
    await own.close();
    return reader;
  }
  const close = async () => {
    await reader.value.close();
    await target.value.close();
    await own.close();
  };
  return ok({ own, target: target.value, reader: reader.value, close });
}

/** Returns whether the match has only grown since; a takeback makes it another log. */
const goesOn = ({ of, moves, result }: Log, match: Cid, game: LogGame): boolean =>
  isSameCid(of, match) &&
  game.moves.length >= moves.length &&
  moves.every((move, i) => sameMove(move, game.moves[i]!)) &&
  (result === null || (result === game.result && moves.length === game.moves.length));

const sameMove = (a: LogGame['moves'][number], b: LogGame['moves'][number]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Kind under which the newest root of each match and target is stored. */
const KIND = 'published-log';
const keyOf = (match: Cid, { readBack }: Target): string => `${formatCid(match)} ${readBack.kind}`;

/** Continues from the last published root if it is a part of this match and readable; otherwise starts again. */
async function beginLog(open: TargetAndReader, match: Cid, game: LogGame): Promise<Log> {
  const { createLogWriter, resumeLog, writeLog } = await import('@kifu/games/chess');
  const port = portTo(open);
  const fresh = { of: match, port, resumed: null, moves: [], result: null, root: null };
  const kept = await open.own.vault.get(KIND, keyOf(match, open.target));
  const whole = writeLog(game);
  const nodes = whole.ok ? whole.value.nodes : [];
  const at = nodes.findIndex(({ cid }) => formatCid(cid) === kept);
  if (at < 0) return { ...fresh, writer: createLogWriter(port) };
  const root = nodes[at]!.cid;
  const writer = await resumeLog(root, cid => getOrNull(open.reader, cid), port);
  const isComplete = !writer.ok && writer.fault.code === 'game-over';
  if (!writer.ok && !isComplete) return { ...fresh, writer: createLogWriter(port) };
  return {
    of: match,
    port,
    writer: writer.ok ? writer.value : null,
    resumed: formatCid(root),
    moves: isComplete ? game.moves : game.moves.slice(0, 2 * (at + 1)),
    result: isComplete ? game.result : null,
    root,
  };
}

/** A block that the target has lost is published again; one that cannot be asked for now is waited for. */
const getOrNull = (reader: Reader, cid: Cid): Promise<Uint8Array | null> =>
  reader.blocks.get(cid).catch(cause => {
    if (cause instanceof BlockNotFoundError) return null;
    throw cause;
  });

interface Port extends LogPort {
  /** Why the last node was not taken, in better words than the writer has. */
  fault: Fault | null;
}

/** A node counts as stored when it has been read back with all that it names. */
function portTo({ own, target, reader }: TargetAndReader): Port {
  const port: Port = {
    fault: null,
    async add(bytes) {
      const cid = cidOf('raw', bytes);
      try {
        await own.blocks.put(cid, bytes);
        const parcel = { roots: [cid], blocks: [{ cid, bytes }], isLinked: false };
        const put = await target.put(parcel);
        const read = put.ok ? await checkLog(reader, cid) : put;
        port.fault = read.ok ? null : read.fault;
      } catch (cause) {
        port.fault = failureOf(cause, target.name);
      }
      if (port.fault !== null) throw new Error(port.fault.message);
      return cid;
    },
  };
  return port;
}

/** A fault for every cause; the match continues. */
function failureOf(cause: unknown, place: string): Fault {
  try {
    return faultFromError(cause, place).fault;
  } catch {
    return fail('unwritable', `${place}: ${cause}`).fault;
  }
}

async function checkLog(reader: Reader, root: Cid): Promise<Result<void>> {
  const { readLog } = await import('@kifu/games/chess');
  const report = await readLog(root, cid => reader.blocks.get(cid));
  if (!report.ok) return report;
  const { fault } = report.value;
  return fault === null ? ok(undefined) : { ok: false, fault };
}

async function publish(
  open: TargetAndReader,
  match: Cid,
  log: Log,
  game: LogGame,
): Promise<Result<SyncedLog>> {
  const published = log.writer === null ? null : await write(log, log.writer, game);
  if (published !== null && !published.ok) return published;
  const { root, fault } = published?.value ?? { root: log.root, fault: null };
  if (fault !== null) return { ok: false, fault: log.port.fault ?? fault };
  const { target } = open;
  if (root !== null) {
    await open.own.vault.put(KIND, keyOf(match, target), formatCid(root));
    // not waited for: it takes longer than a turn, and connected readers need no announcement
    target.announce?.(root).catch(() => {});
  }
  log.root = root;
  return ok({ target, root, moves: log.moves.length, resumed: log.resumed });
}

/** Tells the writer what is new; each call also tries again what was not stored. */
async function write(log: Log, writer: LogWriter, game: LogGame): Promise<Result<Published>> {
  for (const move of game.moves.slice(log.moves.length)) {
    const played = await writer.move(move);
    if (!played.ok) return played;
    log.moves = [...log.moves, move];
  }
  if (game.result !== null && log.result === null) {
    const ended = await writer.end(game.result);
    // where the laws ended the game, the last move has said so
    if (!ended.ok && ended.fault.code !== 'game-over') return ended;
    log.result = game.result;
  }
  return ok(await writer.retry());
}
