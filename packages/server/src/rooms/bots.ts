/** Bots in a room: they move when it is their turn, and answer offers of people. */
import { moveAct, type NewEntry, playerViewOf, type Seat } from '@kifu/core';
import { answerOf, type SeatPlayer, standingMoves } from '@kifu/record/match';
import { poolPlayer } from '../bots/pool-player.ts';
import { breakDown, doNow } from './acts.ts';
import { drawDue } from './chance.ts';
import { elapsedMs, type Room } from './room.ts';
import { stateNow } from './wake.ts';

/** How often bots look at a game without turns. */
const LOOK_MS = 400;
/** Bots whose answer is no longer needed keep thinking; the answer is dropped. */
const NEVER = new AbortController().signal;

const botSeats = ({ stored }: Room): Seat[] =>
  stored.seats.filter(({ type }) => type === 'bot').map(({ seat }) => seat);

/** Lets bots sign the header of their match as soon as it exists. */
export function agreeAll(room: Room): void {
  for (const seat of botSeats(room))
    doNow(room, seat, () => {
      const { isOpening, resume } = room.chain!.table.talk;
      return isOpening && !resume.includes(seat) ? { type: 'resume' } : null;
    });
}

/** Asks every bot that may move and is not thinking. */
export function thinkAll(room: Room): void {
  const { chain, kit, registry } = room;
  room.botsMs = 0;
  const seats = botSeats(room);
  if (seats.length === 0 || chain === null || chain.isEnded || registry.bots === null) return;
  const { outcome, talk } = chain.table;
  if (outcome !== null || talk.isPaused || drawDue(room) !== null) return;
  const now = registry.now();
  const readyMs = Math.max(room.startMs, restedMs(room));
  if (readyMs > now) {
    room.botsMs = readyMs;
    return;
  }
  if (kit.game.pace === 'free') room.botsMs = now + LOOK_MS;
  const state = stateNow(room);
  for (const seat of kit.game.active(state))
    if (seats.includes(seat)) think(room, seat, state).catch(cause => breakDown(room, cause));
}

/** Returns until when a move stays visible if only bots play: spectators may want to follow. */
function restedMs({ kit, stored, chain, startMs, registry }: Room): number {
  const isAlone = stored.seats.every(({ type }) => type === 'bot');
  const isPaced = isAlone && kit.game.pace !== 'free';
  return isPaced ? startMs + chain!.table.ms + registry.limits.botPauseMs : 0;
}

async function think(room: Room, seat: Seat, state: unknown): Promise<void> {
  const { kit, thinking } = room;
  if (thinking.has(seat)) return;
  const view = playerViewOf(kit.game, state, seat);
  if (view.legal.length === 0) return;
  thinking.add(seat);
  const { table, last } = room.chain!;
  const { n } = last;
  const budget = { moveMs: null, clocks: table.clocks, elapsedMs: elapsedMs(room) };
  const turn = { seat, n, view, moves: () => standingMoves(table), budget };
  const decision = await playerOf(room, seat).decide(turn, NEVER);
  thinking.delete(seat);
  if (room.isBroken || decision.do === 'wait') return;
  doNow(room, seat, () => {
    if (decision.do === 'action') return decision.action;
    const isFresh = kit.game.pace === 'free' || room.chain!.table.changed <= n;
    if (isFresh) return moveAct(kit.game, decision.move);
    thinkAll(room); // in games with turns a changed position needs a new choice
    return null;
  });
}

function playerOf(room: Room, seat: Seat): SeatPlayer {
  const { kit, stored, registry, programs } = room;
  const player = programs.get(seat) ?? poolPlayer(registry.bots!, kit, stored, seat);
  programs.set(seat, player);
  return player;
}

/** Lets bots answer offers of people, by the policy of all programs. */
export function answerOffers(room: Room, { seat }: NewEntry): void {
  const bots = botSeats(room);
  if (seat === null || bots.includes(seat)) return;
  for (const bot of bots) {
    const answer = () => answerOf(room.chain!.table, bot, room.kit.evaluate ?? null);
    if (answer() !== null) doNow(room, bot, answer);
  }
}
