/** People who come, speak and go. */
import type { Chat } from '@kifu/client';
import type { ActMessage, ClientMessage } from '@kifu/client/protocol';
import { formatCid, type Json, type Seat } from '@kifu/core';
import { idOf } from '@kifu/record';
import type { Connection } from '../socket/connection.ts';
import { TALKATIVE } from './acts.ts';
import { beginIfReady, isFair, isOpen } from './begin.ts';
import { askLinks, takeLink } from './chance.ts';
import { offerRematch, tellRematch } from './rematch.ts';
import type { Member, Room } from './room.ts';
import { inviteOf, type StoredSeat } from './stored-invite.ts';
import { nodesFrom, storedAt, tell, tellAll, tellInvite, tellRefused, tellRest } from './tell.ts';
import { resume, schedule } from './wake.ts';

/** Lines of talk that are kept of a match. */
const MAX_CHAT_LINES = 200;

type Hello = Extract<ClientMessage, { readonly type: 'hello' }>;

/** Lets somebody in and sends everything that was missed. */
export function enter(
  room: Room,
  connection: Connection,
  seat: Seat | null,
  { seen }: Hello,
): Member {
  const member: Member = { connection, seat, sent: room.chain?.last.n ?? -1 };
  const { registry } = room;
  room.members.add(member);
  room.usedMs = registry.now();
  connection.onCaughtUp = () => tellRest(room, member);
  if (seat !== null) room.away.delete(seat);
  tell(member, {
    type: 'welcome',
    protocol: 1,
    seat,
    now: registry.now(),
    invite: inviteOf(room.kept),
    ...nodesFrom(room, seat, firstMissed(room, seen)),
    chat: room.chat,
    presence: presenceOf(room),
    maxLagMs: registry.limits.maxLagMs,
  });
  tellRematch(room, member);
  tellPresence(room);
  if (room.resumeMs !== null && areAllHere(room)) resume(room);
  // whoever came back may owe a link
  if (room.kept.phase === 'live' && room.links.size > 0) askAgain(room);
  return member;
}

/** The first node that somebody lacks who has seen some of them. */
function firstMissed(room: Room, seen: Hello['seen']): number {
  const stored = seen === undefined ? null : storedAt(room, seen.n);
  const isSame = stored !== null && formatCid(idOf(stored.digest)) === seen!.node;
  return isSame ? stored.n + 1 : 0;
}

function askAgain(room: Room): void {
  const held = new Map(room.links);
  askLinks(room);
  for (const [holder, link] of held) room.links.set(holder, link);
}

/** Lets somebody out. */
export function leave(room: Room, member: Member): void {
  const { seat } = member;
  if (!room.members.delete(member)) return;
  room.usedMs = room.registry.now();
  if (seat !== null && !isHere(room, seat)) room.away.set(seat, room.registry.now());
  // what has not begun of theirs is dropped: they will send it again when they come back
  for (const job of [...room.jobs])
    if (job.member === member) room.jobs.splice(room.jobs.indexOf(job), 1);
  tellPresence(room);
  if (!room.isBusy) schedule(room);
}

const isHere = ({ members }: Room, seat: Seat): boolean =>
  [...members].some(member => member.seat === seat);

const people = ({ kept }: Room): StoredSeat[] => kept.seats.filter(({ type }) => type === 'person');

const areAllHere = (room: Room): boolean => people(room).every(({ seat }) => isHere(room, seat));

const presenceOf = (room: Room) => ({
  seats: people(room)
    .map(({ seat }) => seat)
    .filter(seat => isHere(room, seat)),
  watching: [...room.members].filter(({ seat }) => seat === null).length,
});

/** Tells who is there; many who come at once are told of once. */
function tellPresence(room: Room): void {
  if (room.isTelling) return;
  room.isTelling = true;
  setTimeout(() => {
    room.isTelling = false;
    tellAll(room, { type: 'presence', ...presenceOf(room) });
  }, PRESENCE_MS);
}

const PRESENCE_MS = 50;

/** Takes what a member said, acts aside. */
export async function hear(
  room: Room,
  member: Member,
  message: Exclude<ClientMessage, ActMessage>,
): Promise<void> {
  switch (message.type) {
    case 'link':
      return takeLink(room, member, message.k, message.link);
    case 'ready':
      return takeReady(room, member, message.commitment ?? null);
    case 'chat':
      return takeChat(room, member, message.text);
    case 'rematch':
      return offerRematch(room, member);
    case 'stand':
      return stand(room, member);
    case 'ping':
      tell(member, { type: 'pong', t: message.t, now: room.registry.now() });
      return;
    case 'hello':
      return; // once is enough
  }
}

async function takeReady(room: Room, { seat }: Member, commitment: string | null): Promise<void> {
  if (seat === null || !isOpen(room)) return;
  await changeSeat(room, seat, old => {
    if (old.isReady && old.commitment !== null) return old; // what was given in advance stays
    return { ...old, isReady: true, commitment: isFair(room) ? commitment : null };
  });
  await beginIfReady(room);
}

/** Changes a seat of an invite; it is kept before anybody hears of it. */
export async function changeSeat(
  room: Room,
  seat: Seat,
  change: (seat: StoredSeat) => StoredSeat,
): Promise<void> {
  const before = room.kept;
  const seats = before.seats.map(old => (old.seat === seat ? change(old) : old));
  const after = { ...before, seats };
  room.kept = after;
  try {
    await room.registry.save(room);
  } catch (cause) {
    // nobody has heard of it, so it has not happened
    if (room.kept === after) room.kept = before;
    throw cause;
  }
  if (room.kept.phase === 'open') tellInvite(room);
}

async function stand(room: Room, { seat }: Member): Promise<void> {
  if (seat === null || !isOpen(room)) return;
  await changeSeat(room, seat, ({ seat: number, bot, level }) => ({
    ...{ seat: number, type: 'open', name: null, key: null, token: null, isReady: false },
    ...{ isMaker: false, bot, level, commitment: null },
  }));
  for (const member of [...room.members])
    if (member.seat === seat) member.connection.close(1000, 'the seat was given back');
}

/** Controls, line ends, and what turns text around: a line of talk stays one, wherever it is shown. */
const OBEYED = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

async function takeChat(room: Room, member: Member, said: string): Promise<void> {
  const { registry, kept } = room;
  const { seat, connection } = member;
  const text = said.replace(OBEYED, ' ').trim();
  if (text === '') return;
  if (!room.said.take(connection.address, registry.now())) {
    tellRefused({ member }, TALKATIVE.fault);
    return;
  }
  const name = kept.seats.find(other => other.seat === seat)?.name ?? 'spectator';
  const line: Chat = {
    n: room.chain?.last.n ?? 0,
    seat,
    name,
    text,
    at: Math.floor(registry.now()),
  };
  room.chat = [...room.chat, line].slice(-MAX_CHAT_LINES);
  await registry.stores.vault.put('chat', kept.id, room.chat as unknown as Json);
  tellAll(room, { type: 'chat', ...line });
}
