/** A server on its own port, for tests: in memory by default, with all games. */

import {
  type ConnectOptions,
  connect,
  type LiveMatch,
  makeInvite,
  type NewInvite,
  takeSeat,
} from '@kifu/client';
import { type Json, type Result, type Seat, unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { findGameIn } from '@kifu/record/file';
import { presentOf } from '@kifu/record/match';
import { isDrawDue, openingsOf, termsOf } from '@kifu/record/match-state';
import {
  memoryBlocks,
  memoryHeads,
  memoryLibrary,
  memoryPlayers,
  memoryRemarks,
  memoryVault,
} from '@kifu/stores/memory';
import {
  createServer,
  type KifuServer,
  type ServerOptions,
  type ServerStores,
} from '../src/index.ts';

export const GAMES: ServerOptions['games'] = {
  names: gameNames,
  load: loadKit,
  module: new URL('../../games/src/index.ts', import.meta.url).href,
};

export const findGame = findGameIn(GAMES);

export const inMemory = (): ServerStores => ({
  blocks: memoryBlocks(),
  heads: memoryHeads(),
  vault: memoryVault(),
  remarks: memoryRemarks(),
  library: memoryLibrary(),
  players: memoryPlayers(),
});

/** The clock of a server, moved by hand alone: nothing is due before its time, however long the machine takes. */
export function handClock() {
  let nowMs = Date.now();
  return {
    now: () => nowMs,
    pass(ms: number): void {
      nowMs += ms;
    },
  };
}

/** A server, its address, and what connects to it; all of it is closed at once. */
export interface Served {
  readonly server: KifuServer;
  readonly url: string;
  readonly stores: ServerStores;
  /** Makes an invite and connects to all seats of people, in order. */
  play(invite: NewInvite, options?: Partial<ConnectOptions>): Promise<LiveMatch[]>;
  connect(match: string, options?: Partial<ConnectOptions>): Promise<LiveMatch>;
  close(): Promise<void>;
}

export async function serve(options: Partial<ServerOptions> = {}, port = 0): Promise<Served> {
  const stores = options.stores ?? inMemory();
  const server = await createServer({
    games: GAMES,
    // a busy machine stalls, and its threads take long, which must not affect tests of other things
    steadyNow: () => 0,
    ...options,
    stores,
    limits: { messagesPerSecond: 10_000, messageBurst: 10_000, foldMs: 60_000, ...options.limits },
  });
  const url = await server.listen({ port });
  const lives: LiveMatch[] = [];
  const open = async (match: string, more: Partial<ConnectOptions> = {}): Promise<LiveMatch> => {
    const live = unwrap(await connect(url, { match, findGame, vault: memoryVault(), ...more }));
    lives.push(live);
    return live;
  };
  return {
    server,
    url,
    stores,
    connect: open,
    async play(invite, more = {}) {
      const { invite: made, tokens, joinToken } = unwrap(await makeInvite(url, invite));
      const all: { seat: Seat; token: string }[] = [...tokens];
      for (const { seat, type } of made.seats) {
        if (type !== 'open') continue;
        const key = joinToken === null ? {} : { joinToken };
        all.push(unwrap(await takeSeat(url, made.id, { name: `guest ${seat}`, seat, ...key })));
      }
      all.sort((a, b) => a.seat - b.seat);
      const { secret, ...rest } = more;
      // a seat without a key signs nothing
      const keyed = ({ seat }: { seat: Seat }) => 'key' in (invite.seats[seat] ?? {});
      return Promise.all(
        all.map(one =>
          open(made.id, {
            token: one.token,
            ...rest,
            ...(secret !== undefined && keyed(one) ? { secret } : {}),
          }),
        ),
      );
    },
    async close() {
      for (const live of lives) await live.close();
      await server.close();
    },
  };
}

/** Waits for events of a live match. */
const EVENTS = [
  ...(['welcome', 'invite', 'node', 'chat', 'presence', 'change', 'rematch'] as const),
  ...(['ending', 'elsewhere', 'stop', 'fault', 'down'] as const),
];

/** Resolves when something is so, and looks again whenever anything comes. */
export function until(live: LiveMatch, isSo: (live: LiveMatch) => boolean): Promise<void> {
  return new Promise(done => {
    const look = () => {
      if (!isSo(live)) return;
      for (const off of offs) off();
      done();
    };
    const offs = EVENTS.map(name => live.on(name, look));
    look();
  });
}

/** Resolves when the match has started and a number of entries have followed since; with 0, when every seat has signed its header. */
export const seen = (live: LiveMatch, n: number): Promise<void> =>
  until(live, ({ replay }) => replay !== null && replay.n >= n + openingOf(live));

/** How many entries a match begins with: where a player has a key, all agree; then the first draw, with fair chance. */
export function openingOf({ replay }: LiveMatch): number {
  const header = replay?.header ?? null;
  if (header === null) return 0;
  return openingsOf(header) + (termsOf(header).fair === null ? 0 : 1);
}

/** Resolves when the match has ended, and the ending has been followed. */
export const ended = (live: LiveMatch): Promise<void> =>
  until(live, ({ replay }) => replay?.isEnded === true);

/** What may become of a move that was right when it was chosen. */
const EXPECTED = ['conflict', 'game-over', 'paused', 'unreadable'];
/** Where seats act at any time, the tick that a client guesses is not always that of the server. */
const EXPECTED_IF_FREE = [...EXPECTED, 'illegal-move', 'wrong-seat'];

/** Plays a move for a person whenever it is their turn: the one that `pick` takes, told how many entries there are since the opening. */
export function autoplay(
  live: LiveMatch,
  pick: (legal: readonly Json[], n: number) => Json | null,
): () => void {
  let isBusy = false;
  const turn = async (): Promise<void> => {
    const { seat, replay } = live;
    if (isBusy || replay === null || seat === null) return;
    const { table } = replay;
    const sight = live.viewsOf(seat)?.at(-1);
    const isOn =
      table === null
        ? (sight?.active.includes(seat) ?? false)
        : table.outcome === null &&
          !table.talk.isPaused &&
          !isDrawDue(table) &&
          table.game.active(presentOf(live)!.state).includes(seat);
    if (!isOn) return;
    const legal =
      table === null ? sight!.legal : [...table.game.legal(presentOf(live)!.state, seat)];
    const move = pick(legal, replay.n - openingOf(live));
    if (move === null) return;
    isBusy = true;
    const done: Result<number> = await live.play(move);
    isBusy = false;
    const expected = replay.game.pace === 'free' ? EXPECTED_IF_FREE : EXPECTED;
    if (!done.ok && !expected.includes(done.fault.code))
      throw new Error(`${done.fault.code}: ${done.fault.message}`);
    // a match that is closed or stopped refuses at once: asking again would leave no time for anything else
    const isOver = live.stopped !== null || (!done.ok && done.fault.code === 'unreadable');
    if (!isOver) void turn();
  };
  void turn();
  // where seats act at any time, what was not possible a moment ago may be now
  const again = setInterval(() => {
    const { replay } = live;
    if (replay?.game.pace === 'free') void turn();
    if (replay !== null && replay.outcome !== null) clearInterval(again);
  }, 50);
  again.unref();
  return live.on('node', () => void turn());
}

/** Says something, and tells what became of it. */
export const talk = (live: LiveMatch, words: string): Promise<string> =>
  new Promise(done => {
    const offs = [
      live.on('chat', ({ text }) => text === words && settle('said')),
      live.on('fault', fault => settle(fault.rule ?? fault.code)),
    ];
    const settle = (what: string) => {
      for (const off of offs) off();
      done(what);
    };
    live.chat.say(words);
  });
