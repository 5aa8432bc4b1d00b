/** Publishing beside a match in play: what it has to tell, and that it never keeps players waiting for long. */

import { type Cid, type Fault, fail, formatCid, type Kifu, ok, type Result } from '@kifu/core';
import type { ProgramReports } from '@kifu/texts/en/cli/reports/programs';
import { faultText } from '../fault-text.ts';
import type { Io } from '../io.ts';
import { type LocalMatch, standingIn, toKifu } from '../play/local-match.ts';
import { createLogPublisher, type LogPublisher, type SyncedLog } from './log-publisher.ts';
import { type LivePlace, watchLine } from './place.ts';
import { fetchWords } from './target.ts';

/** Follows a match. */
export interface LivePublisher {
  /** Publishes what is new, and waits a moment for it. Gives lines to tell: what was published, or why not. */
  follow(match: LocalMatch): Promise<readonly string[]>;
  /** The newest root that was read back; null before the first. */
  root(): string | null;
  /** Tries once more where something is left, and gives the last lines. */
  close(match: LocalMatch): Promise<readonly string[]>;
}

/** How long a turn waits for what is published; a peer on this machine takes a small part of it. */
const WAIT_MS = 3000;
/** How long a daemon may take for one call, and how long the end waits for what is left. */
const CALL_MS = 5000;
const CLOSE_MS = 10_000;

/** Makes a publisher for a match, or says why its game or its start cannot be published so. */
export async function startLive(
  io: Io,
  to: LivePlace,
  match: LocalMatch,
): Promise<Result<LivePublisher>> {
  if (to.kind === 'peer') return startByPeer(io);
  if (match.kit.game.name !== 'chess')
    return fail(
      'unsupported',
      `only chess has replay logs: kifu publish publishes a record of ${match.kit.game.name} when it is saved`,
    );
  const { readLogGame } = await import('@kifu/games/chess');
  const game = readLogGame(toLog(match));
  if (!game.ok) return game;
  return ok(followWith(io, createLogPublisher(io, to, CALL_MS)));
}

/** Publishes under a new name, as a native record too, so for any game. */
async function startByPeer(io: Io): Promise<Result<LivePublisher>> {
  const t = io.texts.reports.programs.publish.live;
  let news: string[] = [];
  let name: string | null = null;
  // not before it is needed: the libraries of IPFS take time to load
  const { openPeerPublisher } = await import('./peer-publisher.ts');
  const publisher = await openPeerPublisher(io, published => {
    if (!published.ok) news.push(t.failed(faultText(io, published.fault)));
    else if (name === null) {
      ({ name } = published.value);
      news.push(t.published(watchLine(name)));
    }
  });
  if (!publisher.ok) return publisher;
  let newest: Uint8Array | undefined;
  const publish = async ({ replay: { nodes } }: LocalMatch, waitMs: number) => {
    if (nodes.at(-1) !== newest) publisher.value.push([...nodes]);
    newest = nodes.at(-1);
    await waitAtMost(io, publisher.value.settle(), waitMs);
    const lines = news.map(line => `      ${line}`);
    news = [];
    return lines;
  };
  return ok({
    follow: match => publish(match, WAIT_MS),
    root: () => publisher.value.last?.head ?? null,
    async close(match) {
      const lines = await publish(match, CLOSE_MS);
      publisher.value.close();
      return lines;
    },
  });
}

/** The match as a log can tell it: a log cannot go back, so what was taken back makes another one. */
function toLog(match: LocalMatch): Kifu {
  const kifu = toKifu(match);
  return { ...kifu, entries: standingIn(kifu.entries) };
}

/** Waits for what is being done, but no longer. */
async function waitAtMost(io: Io, work: Promise<unknown>, ms: number): Promise<void> {
  const enough = new AbortController();
  await Promise.race([work, io.sleep(ms, enough.signal)]);
  enough.abort();
}

function followWith(io: Io, publisher: LogPublisher): LivePublisher {
  const t = io.texts.reports.programs.publish.live;
  let news: string[] = [];
  let wanted: readonly [match: Cid, kifu: Kifu] | null = null;
  let newest: Uint8Array | undefined;
  let told: SyncedLog | null = null;
  let failure: Fault | null = null;
  let working: Promise<void> | null = null;
  /** False after the target failed or did not answer in time: from then on players do not wait for it. */
  let isWorthWaiting = true;

  /** Publishes until nothing newer is wanted. */
  async function work(): Promise<void> {
    while (wanted !== null) {
      const now = wanted;
      wanted = null;
      hear(await publisher.sync(...now));
    }
    working = null;
  }

  /** Reports a failure once, and when it is over. */
  function hear(synced: Result<SyncedLog>): void {
    if (!synced.ok) {
      if (failure === null) news.push(t.failed(faultText(io, synced.fault)), t.retried);
      failure = synced.fault;
      isWorthWaiting = false;
      return;
    }
    news.push(...newsOf(t, synced.value, told, failure !== null));
    failure = null;
    isWorthWaiting = true;
    told = synced.value;
  }

  function want(match: LocalMatch): void {
    wanted = [match.replay.match, toLog(match)];
    newest = match.replay.nodes.at(-1);
    working ??= work();
  }

  const drain = (): readonly string[] => {
    const lines = news.map(line => `      ${line}`);
    news = [];
    return lines;
  };

  async function settle(ms: number): Promise<void> {
    if (working !== null) await waitAtMost(io, working, ms);
  }

  return {
    async follow(match) {
      if (match.replay.nodes.at(-1) !== newest) {
        want(match);
        if (isWorthWaiting) await settle(WAIT_MS);
        isWorthWaiting &&= working === null;
      }
      return drain();
    },
    root: () => (told === null || told.root === null ? null : formatCid(told.root)),
    async close(match) {
      await settle(CLOSE_MS);
      if (working === null && (failure !== null || match.replay.nodes.at(-1) !== newest)) {
        want(match);
        await settle(CLOSE_MS);
      }
      if (working !== null || failure !== null) news.push(t.incomplete);
      if (told !== null && told.root !== null)
        news.push(t.fetch(fetchWords(told.root, told.target.from)));
      await publisher.close();
      return drain();
    },
  };
}

/** What is new since it was last told. */
function newsOf(
  t: ProgramReports['publish']['live'],
  now: SyncedLog,
  before: SyncedLog | null,
  isAgain: boolean,
): string[] {
  const { target, root, moves, resumed } = now;
  const lines: string[] = [];
  if (before === null)
    lines.push(t.to(target.name), ...(target.serving === null ? [] : [t.servedAt(target.serving)]));
  if (resumed !== null && before?.resumed !== resumed) lines.push(t.continuing(resumed));
  const text = root && formatCid(root);
  if (text !== null && text !== (before?.root && formatCid(before.root)) && text !== resumed)
    lines.push(t.root(text, moves, isAgain));
  return lines;
}
