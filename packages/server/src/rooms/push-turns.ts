/** Notifies players whose page is closed: the game has started, it is their turn, or it is over. */
import type { Json, Seat } from '@kifu/core';
import { moversOf } from '@kifu/record/match-state';
import { changeSeat, isResponsive } from './members.ts';
import { elapsedMs, type Room } from './room.ts';
import type { StoredSeat } from './stored-invite.ts';

/** What a notification is about. */
type Occasion = 'started' | 'turn' | 'ended';

/** How soon after a move a player who leaves is taken not to have seen it. */
const UNSEEN_MS = 30_000;

/** Notifies absent players of what they can do now. Each is notified once per move of the match. */
export function pushTurns(room: Room): void {
  const { chain, stored, kit } = room;
  if (chain === null || !stored.seats.some(({ push }) => push !== undefined)) return;
  const { moves, outcome } = chain.table;
  const isOver = outcome !== null;
  // in real time, a player who is away cannot come back in time for a move
  if (!isOver && kit.game.pace === 'free') return;
  const movers = isOver ? [] : moversOf(chain.table);
  for (const seat of stored.seats)
    if (isOver || movers.includes(seat.seat)) pushTo(room, seat, isOver ? 'ended' : 'turn', moves);
}

/** Notifies players who left so soon after a move that they may not have seen it: a connection can be dead before it closes. */
export function pushUnseen(room: Room): void {
  if (room.chain !== null && elapsedMs(room) - room.chain.table.ms < UNSEEN_MS) pushTurns(room);
}

/** Notifies absent players that the game has started. */
export function pushStart(room: Room): void {
  for (const seat of room.stored.seats) pushTo(room, seat, 'started', 0);
}

function pushTo(room: Room, { seat, push }: StoredSeat, what: Occasion, moves: number): void {
  const { registry, pushed, stored } = room;
  if (push === undefined || registry.push === null || isResponsive(room, seat)) return;
  if (what === 'turn' && pushed.get(seat) === moves) return;
  pushed.set(seat, moves);
  const message: Json = {
    ...{ what, id: stored.id, game: stored.game, seat },
    opponents: stored.seats.flatMap(other => (other.seat === seat ? [] : [other.name ?? ''])),
  };
  // the topic has at most 32 letters of base64url
  void registry.push.send(push, message, stored.id.slice(0, 32)).then(outcome => {
    registry.metrics.pushes.inc({ outcome });
    if (outcome === 'gone') void forget(room, seat, push.endpoint);
  });
}

/** Forgets a subscription that the push service no longer knows. */
async function forget(room: Room, seat: Seat, endpoint: string): Promise<void> {
  if (room.stored.phase === 'ended' || room.isBroken) return;
  await changeSeat(room, seat, ({ push, ...rest }) =>
    push === undefined || push.endpoint === endpoint ? rest : { ...rest, push },
  ).catch(err => room.registry.log.warn({ err }, 'a push subscription was not removed'));
}
