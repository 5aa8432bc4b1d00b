/** Bots at the table: they are asked when it is their turn, and answer what people ask them. */
import { type Act, moveAct, type NewEntry, type Seat, sightOf } from '@kifu/core';
import { breakDown, doNow } from './acts.ts';
import { drawDue } from './chance.ts';
import type { Room } from './room.ts';
import { stateNow } from './wake.ts';

/** How often bots look at a game without turns. */
const LOOK_MS = 400;

const botSeats = ({ kept }: Room): Seat[] =>
  kept.seats.filter(({ type }) => type === 'bot').map(({ seat }) => seat);

/** Bots agree to the header of their match as soon as it is there. */
export function agreeAll(room: Room): void {
  for (const seat of botSeats(room))
    doNow(room, seat, () => {
      const { isOpening, resume } = room.chain!.table.talk;
      return isOpening && !resume.includes(seat) ? { type: 'resume' } : null;
    });
}

/** Asks every bot that may move and is not thinking yet. */
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

/** Until when a move stays the last one where bots play among themselves: spectators may want to follow. */
function restedMs({ kit, kept, chain, startMs, registry }: Room): number {
  const isAlone = kept.seats.every(({ type }) => type === 'bot');
  const isPaced = isAlone && kit.game.pace !== 'free';
  return isPaced ? startMs + chain!.table.ms + registry.limits.botPauseMs : 0;
}

async function think(room: Room, seat: Seat, state: unknown): Promise<void> {
  const { kit, registry, kept, thinking } = room;
  if (thinking.has(seat)) return;
  const { legal, view, state: shown } = sightOf(kit.game, state, seat);
  if (legal.length === 0) return;
  thinking.add(seat);
  const { n } = room.chain!.last;
  const { bot, level } = kept.seats.find(other => other.seat === seat)!;
  const { moves, states, pace, time } = kit.game;
  const point = pace === 'free' ? time!.now(state) : n;
  const question = {
    game: kept.game,
    version: kept.version,
    bot: bot!,
    level,
    seat,
    // the same at the same point, also after a restart; a bot that waits is asked again at another point
    seed: Number.parseInt(kept.nonce.slice(0, 7), 16) ^ (point * 16 + seat),
    legal: legal.map(move => moves.json.encode(move)),
    canon: shown === null ? null : states.canon(shown),
    aside: shown === null ? null : states.aside(shown),
    view,
  };
  const answer = await registry.bots!.choose(question, room.id);
  thinking.delete(seat);
  if (room.isBroken || answer === null) return;
  const move = moves.json.decode(answer);
  if (!move.ok) return;
  doNow(room, seat, () => {
    const isFresh = kit.game.pace === 'free' || room.chain!.table.changed <= n;
    if (isFresh) return moveAct(kit.game, move.value);
    thinkAll(room); // in games with turns a changed position needs a new choice
    return null;
  });
}

/** What bots say to what people ask: no to a draw, yes to a pause, and to a takeback where nothing is at stake. */
export function answerWords(room: Room, { seat, act }: NewEntry): void {
  const bots = botSeats(room);
  if (seat === null || bots.includes(seat)) return;
  for (const bot of bots) {
    const answer = answerTo(room, bot, act);
    if (answer !== null) doNow(room, bot, () => answer);
  }
}

function answerTo(room: Room, bot: Seat, act: Act): Act | null {
  const { talk, trail } = room.chain!.table;
  switch (act.type) {
    case 'offer-draw':
      return { type: 'decline' };
    case 'ask-takeback': {
      let back = trail;
      while (back !== null && back.mover !== talk.takeback?.by) back = back.before;
      return room.kept.rated || back === null
        ? { type: 'decline' }
        : { type: 'allow-takeback', to: back.n };
    }
    case 'pause':
      return talk.isPaused || talk.pause.includes(bot) ? null : { type: 'pause' };
    case 'resume':
      return !talk.isPaused || talk.isOpening || talk.resume.includes(bot)
        ? null
        : { type: 'resume' };
    default:
      return null;
  }
}
