/** Reveals of provably fair randomness: those of players, and those of the hash chains that the server holds. */
import { type Links, makeLinks } from '@kifu/client';
import { hexToBytes, type Seat } from '@kifu/core';
import { checkLink, type Holder, holdersOf, REFEREE } from '@kifu/record/chance';
import { isDrawDue, type MatchState } from '@kifu/record/match-state';
import { doNow } from './acts.ts';
import { isHidden, sendRefusal, tell } from './broadcast.ts';
import type { Member, Room } from './room.ts';
import { schedule } from './wake.ts';

/** Returns the referee's own hash chain; null without a referee. */
export function chainOf(room: Room): Links | null {
  const { stored } = room;
  if (!stored.referee || stored.chain === null) return null;
  room.own ??= makeLinks(stored.nonce, REFEREE, hexToBytes(stored.chain));
  return room.own;
}

/** Returns the match state if a random draw is due and waits for reveals; otherwise null. */
export function drawDue(room: Room): MatchState | null {
  const table = room.chain?.table;
  if (table === undefined || table.outcome !== null || table.talk.isPaused) return null;
  return isDrawDue(table) ? table : null;
}

/** Adds the referee's reveal for a random draw that is due, and requests the others if hands are hidden. */
export function askLinks(room: Room): void {
  const table = drawDue(room);
  room.links.clear();
  if (table === null) return;
  const k = table.drawn + 1;
  for (const holder of holdersHere(table)) {
    const link = holder === REFEREE ? (chainOf(room)?.link(k) ?? null) : null;
    if (link !== null) room.links.set(holder, link);
    else if (isHidden(room) && k > 0) askOne(room, holder, k);
  }
  drawIfAll(room, table, null);
}

const holdersHere = ({ game, header, state }: MatchState): Holder[] =>
  holdersOf(header, game.seated(state));

function askOne({ members }: Room, holder: Holder, k: number): void {
  for (const member of members) if (member.seat === holder) tell(member, { type: 'reveal', k });
}

/** Handles the reveal of a player for the random draw that is due. */
export function receiveReveal(room: Room, member: Member, k: number, link: string): void {
  const { seat } = member;
  const table = drawDue(room);
  if (seat === null || table === null) return; // it came twice, or too late
  const isHere = holdersHere(table).includes(seat);
  if (k !== table.drawn + 1 || room.links.has(seat) || !isHere) return;
  const bytes = hexToBytes(link);
  const wrong = checkLink(table, seat, bytes);
  if (wrong !== null) {
    sendRefusal({ member }, wrong.fault);
    return;
  }
  room.links.set(seat, bytes);
  drawIfAll(room, table, seat);
  if (!room.isBusy) schedule(room); // fewer links are waited for now
}

/** Draws once all reveals are there; the entry names the seat whose reveal came last. */
function drawIfAll(room: Room, table: MatchState, last: Seat | null): void {
  const holders = holdersHere(table);
  if (!holders.every(holder => room.links.has(holder))) return;
  const links = holders.map(holder => room.links.get(holder)!);
  doNow(room, last, () => (drawDue(room)?.drawn === table.drawn ? { type: 'links', links } : null));
}

/** Returns everyone whose reveal is missing. */
export const withholding = (room: Room, table: MatchState): readonly Seat[] =>
  holdersHere(table).filter(holder => holder !== REFEREE && !room.links.has(holder));
