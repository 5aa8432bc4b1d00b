/** What every match in hand promises, wherever it is played: checks by name, each of which throws where a promise is broken. */
import { botPlayer } from '@kifu/bots';
import {
  type Action,
  type Cid,
  formatCid,
  type Game,
  type Json,
  type Kit,
  moveAct,
  type Result,
  type Seat,
  start,
  type TimeControl,
  unwrap,
} from '@kifu/core';
import { loadKit } from '@kifu/games';
import { verify } from '@kifu/record';
import {
  activeSeats,
  legalMoves,
  type Match,
  presentOf,
  SeatDriver,
  type SeatPlayer,
  type Timer,
  takebackTarget,
} from '@kifu/record/match';
import { Replay, readAll, SeatViews } from '@kifu/record/replay';
import { expect } from 'vitest';

const kit = unwrap(await loadKit('chess')) as Kit;
const game = kit.game as Game;
const gameOf = async (name: string) => unwrap(await loadKit(name)).game as Game;

/** Both sides of a match that has started and waits for its first move. */
export interface MatchSides {
  /** By seat; for two people at one screen the same object. */
  readonly by: readonly [Match, Match];
  readonly timer: Timer;
  /** Resolves when something is so; throws where it never is. */
  until(isSo: () => boolean): Promise<void>;
  /** Lets time pass where it is stepped; elsewhere it passes by itself. */
  pass(ms: number): void;
  /** The newest node that a side has stored, as of the call. */
  head(seat: Seat): Promise<Cid | null>;
  /** Loses the connection, or the program that hosts the match, and comes back. */
  interrupt(): Promise<void>;
  close(): Promise<void>;
}

/** Begins a match of a game for two; with a clock where one is given, and with a countdown where the transport has one. */
export type MakeSides = (
  game: Game,
  clock: TimeControl | null,
  countdownMs: number,
) => Promise<MatchSides>;

/** What a transport has besides. */
export interface TransportAbilities {
  /** Whether someone deals hands that the players hide from each other. */
  readonly hidesHands: boolean;
  /** Whether a match may begin with a countdown. */
  readonly countsDown: boolean;
}

/** Short, as it also runs where time cannot be stepped. */
const SHORT = { type: 'absolute', mainMs: 400 } as const;

const COUNTDOWN_MS = 3000;

/** The checks, each with a match of its own. */
export function matchContract(
  make: MakeSides,
  { hidesHands, countsDown }: TransportAbilities,
): [name: string, check: () => Promise<void>][] {
  const using =
    (
      check: (sides: MatchSides) => Promise<void>,
      clock: TimeControl | null = null,
      name = game.name,
      countdownMs = 0,
    ) =>
    async () => {
      const sides = await make(await gameOf(name), clock, countdownMs);
      try {
        await check(sides);
      } finally {
        await sides.close();
      }
    };
  const hands: [string, () => Promise<void>] = [
    'shows each seat its own hand, and everything after the end',
    using(checkHands, null, 'dominos'),
  ];
  const countdown: [string, () => Promise<void>] = [
    'plays a premove that was set during the countdown once the match has started',
    using(checkCountdown, null, game.name, COUNTDOWN_MS),
  ];
  return [
    ['announces every node once and in order, and both sides have one history', using(checkOrder)],
    ['stores a node before it announces it', using(checkDurable)],
    ['resolves an action once it is in the replay', using(checkSubmit)],
    ['refuses illegal moves, and the turn stays', using(checkIllegal)],
    ['refuses a seat that is not played through it', using(checkSeat)],
    ['plays a premove when its turn comes', using(checkPremove)],
    ['drops a premove that is not legal when its turn comes', using(checkLatePremove)],
    ['appends a takeback once the other player allows it', using(checkTakeback)],
    ['ends in a draw once the other player accepts it', using(checkDraw)],
    ['ends by the flag of a player who does not move', using(checkFlag, SHORT)],
    ['continues after an interruption', using(checkInterruption)],
    ['lets a bot play through the same driver', using(checkBots)],
    ['reports once that it is closed, and takes nothing more', using(checkClose)],
    [
      'lets ticks pass without moves, and dates a move by them',
      using(checkTicks, null, 'kung-fu-chess'),
    ],
    ...(hidesHands ? [hands] : []),
    ...(countsDown ? [countdown] : []),
  ];
}

async function checkOrder(sides: MatchSides): Promise<void> {
  const heard = sides.by.map(match => {
    const numbers: number[] = [];
    match.on('node', ({ replay, entry }) => {
      expect(entry === null).toBe(replay.isEnded);
      numbers.push(replay.n);
    });
    return numbers;
  });
  const from = sides.by[0].replay!.n;
  await play(sides, 'f3', 'e5', 'g4', 'Qh4#');
  await sides.until(() => sides.by.every(({ replay }) => replay!.isEnded));
  for (const numbers of heard) expect(numbers).toEqual([1, 2, 3, 4, 5].map(i => from + i));
  const [a, b] = sides.by.map(({ replay }) => replay!.nodes);
  expect(a).toEqual(b);
  expect(sides.by[0].replay!.outcome).toMatchObject({ reason: 'checkmate', winners: [1] });
  expect((await verify(a!, async () => ({ ok: true, value: game }))).fault).toBeNull();
  expect(activeSeats(sides.by[0])).toEqual([]);
  expect(legalMoves(sides.by[0], 0)).toEqual([]);
}

async function checkDurable(sides: MatchSides): Promise<void> {
  const stored: { n: number; head: Promise<Cid | null> }[] = [];
  for (const seat of [0, 1] as const)
    sides.by[seat].on('node', ({ replay }) => stored.push({ n: replay.n, head: sides.head(seat) }));
  await play(sides, 'e4', 'e5', 'Nf3');
  const { replay } = sides.by[0];
  const ids = replay!.nodes.map((_, n) => String(replay!.digestAt(n)));
  expect(stored).toHaveLength(6);
  for (const { n, head } of stored) {
    const cid = (await head)!;
    const at = ids.indexOf(String(cid.digest));
    expect(at, `node ${n} was announced while ${formatCid(cid)} was stored`).toBeGreaterThanOrEqual(
      n,
    );
  }
}

async function checkSubmit(sides: MatchSides): Promise<void> {
  const [white] = sides.by;
  let isDone = false;
  const done = white.submit(0, moveNow(white, 'e4')).then(result => {
    isDone = true;
    return { result, n: white.replay!.n, moves: white.replay!.table!.moves };
  });
  await sides.until(() => isDone);
  const { result, n, moves } = await done;
  expect([result, moves]).toEqual([{ ok: true, value: n }, 1]);
  expect(white.pending).toEqual([]);
}

async function checkIllegal(sides: MatchSides): Promise<void> {
  const [white, black] = sides.by;
  const { n } = white.replay!;
  const from = unwrap(kit.notations[1]!.parse(presentOf(white)!.state, 'e2e4'));
  await play(sides, 'e4', 'e5');
  const done = await settled(sides, white, 0, moveAct(game, from as Json));
  expect(done).toMatchObject({ ok: false, fault: { code: 'illegal-move' } });
  expect([white.replay!.n, black.replay!.n]).toEqual([n + 2, n + 2]);
  expect(activeSeats(white)).toEqual([0]);
}

async function checkSeat(sides: MatchSides): Promise<void> {
  const [white] = sides.by;
  const { n } = white.replay!;
  // two people at one screen play both seats, and no third one
  const foreign = white.seats.includes(1) ? 2 : 1;
  const done = await settled(sides, white, foreign, moveNow(white, 'e4'));
  expect(done).toMatchObject({ ok: false, fault: { code: 'wrong-seat' } });
  expect(white.replay!.n).toBe(n);
  expect(legalMoves(white, foreign)).toEqual([]);
  white.premove(foreign, later(white, 'e7e5'));
  expect(white.premoves.size).toBe(0);
}

async function checkPremove(sides: MatchSides): Promise<void> {
  const [white, black] = sides.by;
  await play(sides, 'e4');
  white.premove(0, later(white, 'd2d4'));
  expect([...white.premoves.keys()]).toEqual([0]);
  void black.submit(1, moveNow(black, 'e5'));
  await sides.until(() => sides.by.every(({ replay }) => replay!.table!.moves === 3));
  expect(white.premoves.size).toBe(0);
}

async function checkCountdown(sides: MatchSides): Promise<void> {
  const [white, black] = sides.by;
  expect(white.elapsedMs()).toBeLessThan(0);
  white.premove(0, later(white, 'd2d4'));
  white.premove(0, later(white, 'e2e4'));
  expect([white.premoves.size, activeSeats(white)]).toEqual([1, []]);
  sides.pass(COUNTDOWN_MS);
  await sides.until(() => sides.by.every(({ replay }) => replay!.table!.moves === 1));
  expect(white.premoves.size).toBe(0);
  expect(black.replay!.table!.state).toEqual(
    unwrap(game.play(unwrap(start(game, {})).state, 0, later(white, 'e2e4'))).state,
  );
}

async function checkLatePremove(sides: MatchSides): Promise<void> {
  const [white, black] = sides.by;
  await play(sides, 'e4');
  white.premove(0, later(white, 'e4e5'));
  void black.submit(1, moveNow(black, 'e5'));
  await sides.until(() => sides.by.every(({ replay }) => replay!.table!.moves === 2));
  await sides.until(() => white.premoves.size === 0);
  white.premove(0, later(white, 'e4e5'));
  expect(white.premoves.size).toBe(0);
  await play(sides, 'd4', 'd5');
  expect(white.replay!.table!.moves).toBe(4);
}

async function checkTakeback(sides: MatchSides): Promise<void> {
  const [white, black] = sides.by;
  await play(sides, 'e4', 'e5');
  const { n } = white.replay!;
  void white.submit(0, { type: 'ask-takeback' });
  await sides.until(() => black.replay!.n > n);
  const { table } = black.replay!;
  // at one screen the other player has consented already
  if (table!.talk.takeback !== null)
    void black.submit(1, { type: 'allow-takeback', to: takebackTarget(table!, 0)! });
  await sides.until(() => sides.by.every(({ replay }) => replay!.n === n + 2));
  expect(activeSeats(black)).toEqual([0]);
  expect(legalMoves(white, 0)).toHaveLength(20);
  expect(white.replay!.nodes).toEqual(black.replay!.nodes);
}

async function checkDraw(sides: MatchSides): Promise<void> {
  const [white, black] = sides.by;
  await play(sides, 'e4', 'e5');
  void white.submit(0, { type: 'offer-draw' });
  await sides.until(() => black.replay!.table!.talk.offer?.by === 0);
  void black.submit(1, { type: 'accept-draw' });
  await sides.until(() => sides.by.every(({ replay }) => replay!.isEnded));
  for (const { replay } of sides.by)
    expect(replay!.outcome).toMatchObject({ result: 'draw', reason: 'agreement' });
}

async function checkFlag(sides: MatchSides): Promise<void> {
  sides.pass(SHORT.mainMs + 60_000);
  await sides.until(() => sides.by.every(({ replay }) => replay!.isEnded));
  for (const { replay } of sides.by)
    expect(replay!.outcome).toMatchObject({ reason: 'timeout', winners: [1] });
}

async function checkInterruption(sides: MatchSides): Promise<void> {
  await play(sides, 'e4', 'e5');
  const before = sides.by[0].replay!.nodes.slice();
  await sides.interrupt();
  await play(sides, 'Nf3', 'Nc6');
  for (const { replay } of sides.by) {
    expect(replay!.nodes.slice(0, before.length)).toEqual(before);
    expect(replay!.table!.moves).toBe(4);
  }
}

async function checkBots({ by, timer, until }: MatchSides): Promise<void> {
  const drivers = by.map((match, seat) => {
    const player = unwrap(botPlayer(kit, 'random', { seed: seat + 1, nodes: 10 })) as SeatPlayer;
    return new SeatDriver({ match, seat, player, timer });
  });
  for (const driver of drivers) driver.wake();
  await until(() => by.every(({ replay }) => replay!.table!.moves >= 8));
  for (const driver of drivers) await driver.stop();
}

async function checkClose(sides: MatchSides): Promise<void> {
  await play(sides, 'e4', 'e5');
  const [white] = sides.by;
  let closed = 0;
  let nodes = 0;
  white.on('closed', () => closed++);
  await white.close();
  await white.close();
  await sides.until(() => closed > 0);
  white.on('node', () => nodes++);
  const { n } = white.replay!;
  expect((await settled(sides, white, 0, moveNow(white, 'Nf3'))).ok).toBe(false);
  expect([closed, nodes, white.replay!.n]).toEqual([1, 0, n]);
}

async function checkTicks(sides: MatchSides): Promise<void> {
  const [white, black] = sides.by;
  const { n } = white.replay!;
  const ticks = () => sides.by.map(match => presentOf(match)!.tick!);
  const flightsOf = (match: Match) => JSON.stringify(canonOf(match).moves);
  const [first] = ticks();
  sides.pass(1000);
  await sides.until(() => ticks().every(tick => tick >= first! + 15));
  expect([white.replay!.n, black.replay!.n]).toEqual([n, n]);
  const [before] = ticks();
  const [move] = legalMoves(white, 0);
  void white.submit(0, moveAct(white.replay!.game, move!));
  await sides.until(() => sides.by.every(({ replay }) => replay!.n === n + 1));
  for (const { replay } of sides.by) expect(replay!.entry!.at).toBeGreaterThanOrEqual(before!);
  expect(flightsOf(black)).not.toBe('[]');
  sides.pass(10_000);
  // the piece lands, and nobody has moved
  await sides.until(() => sides.by.every(match => flightsOf(match) === '[]'));
  for (const match of sides.by) {
    expect(match.replay!.n).toBe(n + 1);
    expect(presentOf(match)!.state).not.toEqual(match.replay!.table!.state);
  }
  expect(white.replay!.nodes).toEqual(black.replay!.nodes);
}

const canonOf = (match: Match) =>
  match.replay!.game.states.canon(presentOf(match)!.state) as { readonly [name: string]: Json };

async function checkHands(sides: MatchSides): Promise<void> {
  const { by, until } = sides;
  const seen = [0, 1].map(seat => () => by[seat as 0 | 1].viewsOf(seat) ?? []);
  for (let turn = 0; turn < 6; turn++) {
    const { n } = by[0].replay!;
    const seat = activeSeats(by[0])[0] as 0 | 1;
    await until(() => by.every(match => activeSeats(match)[0] === seat));
    for (const match of by) {
      expect(presentOf(match)).toBeNull();
      expect(match.viewsOf(null)).not.toBeNull();
      expect(match.viewsOf(match.seats.includes(1 - seat) ? null : 1 - seat)).not.toBeNull();
    }
    const [move] = legalMoves(by[seat], seat);
    expect(seen[seat]!().at(-1)!.legal).toContainEqual(move);
    expect(legalMoves(by[seat], (1 - seat) as Seat)).toEqual([]);
    by[1 - seat]!.on('node', ({ replay, parts }) => replay.isEnded || expect(parts).toEqual([]));
    void by[seat].submit(seat, moveAct(by[seat].replay!.game, move!));
    await until(() => by.every(({ replay }) => replay!.n > n && activeSeats(by[0]).length > 0));
  }
  const views = seen.map(each => [...each()]);
  void by[0].submit(0, { type: 'leave', of: 0, how: 'resignation' });
  await until(() => by.every(({ replay }) => replay!.isEnded));
  for (const match of by) {
    expect([match.viewsOf(0), match.viewsOf(null)]).toEqual([null, null]);
    expect(presentOf(match)).not.toBeNull();
  }
  // with everything revealed, what each seat was shown is what the rules show it
  const { game: rules, nodes } = by[0].replay!;
  for (const seat of [0, 1]) {
    const sights = new SeatViews(seat);
    readAll(new Replay(rules, nodes), [sights]);
    expect(views[seat]).toEqual(sights.views.slice(0, views[seat]!.length));
    expect(views[seat]!.length).toBeGreaterThan(6);
  }
}

/** Plays moves by whose turn it is, each once both sides have the one before. */
async function play({ by, until }: MatchSides, ...moves: string[]): Promise<void> {
  for (const text of moves) {
    const before = by[0].replay!.table!.moves;
    const seat = activeSeats(by[0])[0] as 0 | 1;
    const match = by[seat];
    await until(() => activeSeats(match)[0] === seat);
    void match.submit(seat, moveNow(match, text));
    await until(() => by.every(({ replay }) => replay!.table!.moves === before + 1));
  }
}

/** Submits an action, and lets things happen until it is settled. */
async function settled(
  { until }: MatchSides,
  match: Match,
  seat: Seat,
  action: Action,
): Promise<Result<number>> {
  let isDone = false;
  const done = match.submit(seat, action).finally(() => {
    isDone = true;
  });
  await until(() => isDone);
  return done;
}

const moveNow = (match: Match, text: string): Action =>
  moveAct(game, unwrap(kit.notations[0]!.parse(presentOf(match)!.state, text)) as Json);

/** A move that need not be legal now. */
const later = (match: Match, text: string): Json =>
  unwrap(kit.notations[1]!.parse(presentOf(match)!.state, text)) as Json;
