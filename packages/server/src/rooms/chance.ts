/** Links of fair chance: those that players show, and those of chains that the server holds. */
import { type Links, makeLinks } from '@kifu/client';
import { bytesToHex, fail, hexToBytes, type Seat } from '@kifu/core';
import { commitToLink, type Holder, holdersOf, linkBefore, REFEREE } from '@kifu/record/chance';
import type { Table } from '@kifu/record/table';
import { doNow } from './acts.ts';
import type { Member, Room } from './room.ts';
import { isHidden, tell, tellRefused } from './tell.ts';

/** The chain that the server holds for somebody; null where it holds none. */
export function chainOf(room: Room, holder: Holder): Links | null {
  const known = room.chains.get(holder);
  if (known !== undefined) return known;
  const { kept } = room;
  const secret =
    holder === REFEREE
      ? kept.chain
      : (kept.seats.find(({ seat }) => seat === holder)?.chain ?? null);
  if (secret === null) return null;
  const links = makeLinks(kept.nonce, holder, hexToBytes(secret));
  room.chains.set(holder, links);
  return links;
}

/** The draw that is due and waits for links; null where none does. */
export function drawDue(room: Room): Table | null {
  const table = room.chain?.table;
  if (table === undefined || table.links === null || table.outcome !== null) return null;
  return table.game.chance?.due(table.state) === true ? table : null;
}

/** Takes the server's own links for a draw that is due, and asks for the others. */
export function askLinks(room: Room): void {
  const table = drawDue(room);
  room.links.clear();
  if (table === null) return;
  const k = table.drawn + 1;
  for (const holder of holdersHere(table)) {
    const link = chainOf(room, holder)?.link(k) ?? null;
    if (link !== null) room.links.set(holder, link);
    else if (isHidden(room)) askOne(room, holder, k);
  }
  drawIfAll(room, table);
}

const holdersHere = ({ game, state, terms }: Table): Holder[] =>
  holdersOf(game.seated(state), terms);

function askOne({ members }: Room, holder: Holder, k: number): void {
  for (const member of members) if (member.seat === holder) tell(member, { type: 'reveal', k });
}

/** Takes a link that a player shows for the draw that is due. */
export function takeLink(room: Room, member: Member, k: number, link: string): void {
  const { seat } = member;
  const table = drawDue(room);
  if (seat === null || table === null) return; // it came twice, or too late
  const isHere = table.game.seated(table.state).includes(seat);
  if (k !== table.drawn + 1 || room.links.has(seat) || !isHere) return;
  const bytes = hexToBytes(link);
  const before = linkBefore(room.kept.nonce, seat, bytes);
  if (bytesToHex(before) !== bytesToHex(lastLink(table, seat))) {
    tellRefused({ member }, OTHER_LINK.fault);
    return;
  }
  room.links.set(seat, bytes);
  drawIfAll(room, table);
}

const OTHER_LINK = fail('broken-record', 'the link does not lead to the one before', {
  rule: 'link',
});

function lastLink({ header, terms, links }: Table, seat: Seat): Uint8Array {
  const all = holdersOf(
    header.players.map(player => player.seat),
    terms,
  );
  return links![all.indexOf(seat)]!;
}

function drawIfAll(room: Room, table: Table): void {
  const holders = holdersHere(table);
  if (!holders.every(holder => room.links.has(holder))) return;
  const links = holders.map(holder => room.links.get(holder)!);
  doNow(room, null, () => (drawDue(room)?.drawn === table.drawn ? { type: 'links', links } : null));
}

/** Who keeps the others waiting for a link. */
export const withholding = (room: Room, table: Table): Seat | null => {
  const holder = holdersHere(table).find(other => other !== REFEREE && !room.links.has(other));
  return holder === undefined ? null : holder;
};

/** Whether a first link is the one that a seat committed to. */
export const isCommitted = (nonce: string, seat: Seat, link: string, commitment: string): boolean =>
  bytesToHex(commitToLink(nonce, seat, hexToBytes(link))) === commitment;
