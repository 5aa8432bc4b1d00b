/** Members of a room: they join, send messages and leave. */
import type { Chat } from '@kifu/client';
import {
  type ActionMessage,
  type ClientMessage,
  type Presence,
  plainLine,
} from '@kifu/client/protocol';
import {
  fail,
  formatCid,
  isObject,
  type Json,
  type JsonObject,
  ok,
  type Result,
  type Seat,
} from '@kifu/core';
import { idOf } from '@kifu/record';
import { isSeatProof } from '@kifu/record/sign';
import type { Connection } from '../socket/connection.ts';
import { TOO_MUCH_CHAT } from './acts.ts';
import { beginIfReady, IN_BETWEEN, isFair, isInBetween, isOpen, saveAs } from './begin.ts';
import {
  broadcast,
  broadcastInvite,
  nodesFrom,
  sendRefusal,
  sendRest,
  storedAt,
  tell,
} from './broadcast.ts';
import { askLinks, receiveReveal } from './chance.ts';
import { receiveNodes } from './history.ts';
import { receivePlan, sendPlan } from './plans.ts';
import { pushUnseen } from './push-turns.ts';
import { offerRematch, sendRematch } from './rematch.ts';
import { type Member, type Room, roomTimeMs } from './room.ts';
import { inviteOf, playerOfSeat, type StoredSeat } from './stored-invite.ts';
import { absences, resume, schedule } from './wake.ts';

/** Chat messages that are stored per match. */
export const MAX_CHAT_LINES = 200;

type Hello = Extract<ClientMessage, { readonly type: 'hello' }>;

/** Adds a player or a spectator, and sends everything that they missed. */
export function enter(
  room: Room,
  connection: Connection,
  seat: Seat | null,
  { seen }: Hello,
): Member {
  const { registry } = room;
  const from = firstMissed(room, seen);
  const member: Member = {
    ...{ connection, seat, sent: room.chain?.last.n ?? -1, brought: null },
    isAhead: seat !== null && seen !== undefined && from === 0,
  };
  room.members.add(member);
  room.usedMs = registry.now();
  connection.onCaughtUp = () => sendRest(room, member);
  connection.onSilent = () => broadcastPresence(room);
  if (seat !== null) room.away.delete(seat);
  tell(member, {
    type: 'welcome',
    protocol: 1,
    seat,
    now: roomTimeMs(room),
    invite: inviteOf(room.stored),
    ...nodesFrom(room, seat, from),
    chat: chatFor(room, seat),
    presence: presenceOf(room),
    maxLagMs: registry.limits.maxLagMs,
    referee: room.stored.referee ? registry.referee.key : null,
    era: registry.era(),
  });
  if (seat !== null && room.signing !== null)
    tell(member, { type: 'ending', node: room.signing.node });
  if (seat !== null && room.plans.has(seat)) sendPlan(room, member);
  sendRematch(room, member);
  broadcastPresence(room);
  if (room.resumeMs !== null && areAllHere(room)) resume(room);
  // a player who reconnects may owe a reveal
  if (room.stored.phase === 'live' && room.links.size > 0) askAgain(room);
  return member;
}

/** Returns the first node that a member lacks. */
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

/** Removes a member. */
export function leave(room: Room, member: Member): void {
  const { seat } = member;
  if (!room.members.delete(member)) return;
  room.usedMs = room.registry.now();
  if (seat !== null && !isHere(room, seat)) {
    room.away.set(seat, room.registry.now());
    pushUnseen(room);
  }
  // waiting actions of the member are dropped: the client sends them again when it reconnects
  for (const job of [...room.jobs])
    if (job.member === member) room.jobs.splice(room.jobs.indexOf(job), 1);
  broadcastPresence(room);
  if (!room.isBusy) schedule(room);
}

const isHere = ({ members }: Room, seat: Seat): boolean =>
  [...members].some(member => member.seat === seat);

/** Whether the player of a seat has a connection that answers. */
export const isResponsive = ({ members }: Room, seat: Seat): boolean =>
  [...members].some(member => member.seat === seat && !member.connection.isSilent);

const people = ({ stored }: Room): StoredSeat[] =>
  stored.seats.filter(({ type }) => type === 'person');

/** Whether all players are back, and no member has a node that the server lacks. */
const areAllHere = (room: Room): boolean =>
  people(room).every(({ seat }) => isHere(room, seat)) &&
  ![...room.members].some(({ isAhead }) => isAhead);

const presenceOf = (room: Room): Presence =>
  room.presence ?? {
    seats: people(room)
      .map(({ seat }) => seat)
      .filter(seat => isResponsive(room, seat)),
    watching:
      [...room.members].filter(({ seat }) => seat === null).length +
      [...room.elsewhere.values()].reduce((sum, count) => sum + count, 0),
    ...awayOf(room),
  };

/** Who is away while the match waits for them, and until when, by the time of the room. */
function awayOf(room: Room): Pick<Presence, 'away'> {
  if (room.stored.phase !== 'live' || room.chain === null) return {};
  const offsetMs = roomTimeMs(room) - room.registry.now();
  const away = absences(room).map(({ seat, untilMs }) => ({ seat, untilMs: untilMs + offsetMs }));
  return away.length === 0 ? {} : { away };
}

/** Notes how many spectators are at another process. */
export function countElsewhere(room: Room, by: string, count: number): void {
  if ((room.elsewhere.get(by) ?? 0) === count) return;
  if (count === 0) room.elsewhere.delete(by);
  else room.elsewhere.set(by, count);
  broadcastPresence(room);
}

/** Sends who is present; once for many members who connect at the same time. */
export function broadcastPresence(room: Room): void {
  if (room.isPresenceQueued) return;
  room.isPresenceQueued = true;
  setTimeout(() => {
    room.isPresenceQueued = false;
    const { id, members, registry } = room;
    // the process that has the room sends who is present
    if (room.isFollowed) registry.cluster!.tell({ type: 'watching', id, count: members.size });
    else {
      const presence = presenceOf(room);
      registry.storedRooms.current.watched(id, presence.watching);
      broadcast(room, { type: 'presence', ...presence });
    }
  }, PRESENCE_MS);
}

const PRESENCE_MS = 50;

/** Handles a message of a member other than an action. */
export async function hear(
  room: Room,
  member: Member,
  message: Exclude<ClientMessage, ActionMessage>,
): Promise<void> {
  switch (message.type) {
    case 'link':
      return receiveReveal(room, member, message.k, message.link);
    case 'ready':
      return receiveReady(room, member, message);
    case 'chat':
      return receiveChat(room, member, message.text);
    case 'chat-off':
      return setChat(room, member, message.isOff);
    case 'plan':
      return receivePlan(room, member, message);
    case 'sign':
      return receiveSignature(room, member, message.signature);
    case 'nodes':
      return receiveNodes(room, member, message);
    case 'rematch':
      return offerRematch(room, member);
    case 'stand':
      return stand(room, member);
    case 'ping':
      tell(member, { type: 'pong', t: message.t, now: roomTimeMs(room) });
      return;
    case 'hello':
      return; // once is enough
  }
}

async function receiveReady(
  room: Room,
  member: Member,
  ready: Extract<ClientMessage, { readonly type: 'ready' }>,
): Promise<void> {
  const commitment = ready.commitment ?? null;
  const { seat } = member;
  if (seat === null || !isOpen(room)) return;
  const { name, key } = room.stored.seats.find(other => other.seat === seat)!;
  if (!(await isProved(room, seat, commitment, ready.proof))) {
    sendRefusal({ member }, UNPROVED.fault);
    return;
  }
  if (!isOpen(room)) return;
  await changeSeat(room, seat, old => {
    if (old.name !== name || old.key !== key) return old; // another player has the seat now
    if (old.isReady && old.commitment !== null) return old; // what was given in advance stays
    return {
      ...old,
      isReady: true,
      isProven: old.key !== null,
      commitment: isFair(room) ? commitment : null,
    };
  });
  await beginIfReady(room);
}

const UNPROVED = fail('bad-signature', 'you have not proved that you hold the key of this seat');

/** Whether a player has proved the key of their seat: otherwise a guest could take a seat with the key of another. */
async function isProved(
  { stored, registry }: Room,
  seat: Seat,
  commitment: string | null,
  proof: string | undefined,
): Promise<boolean> {
  const { name, key } = stored.seats.find(other => other.seat === seat)!;
  if (key === null) return true;
  if (proof === undefined) return false;
  const referee = stored.referee ? registry.referee.key : null;
  return isSeatProof(
    key,
    { nonce: stored.nonce, seat, name: name ?? '', commitment, referee },
    proof,
  );
}

/** Handles the signature of a player for the ending. */
async function receiveSignature(room: Room, member: Member, signature: string): Promise<void> {
  const { seat } = member;
  if (seat === null || room.signing === null) return; // it came too late
  if (!(await room.signing.sign(seat, signature))) sendRefusal({ member }, UNPROVED.fault);
}

/** Changes a seat of an invite; members are notified once it is stored. */
export async function changeSeat(
  room: Room,
  seat: Seat,
  change: (seat: StoredSeat) => StoredSeat,
): Promise<void> {
  const seats = room.stored.seats.map(old => (old.seat === seat ? change(old) : old));
  await saveAs(room, { ...room.stored, seats });
  if (room.stored.phase === 'open') broadcastInvite(room);
}

async function stand(room: Room, { seat }: Member): Promise<void> {
  if (seat === null || !isOpen(room)) return;
  // without `by`: it no longer counts in the quota of a guest
  await changeSeat(room, seat, ({ seat: number, bot, level }) => ({
    ...{ seat: number, type: 'open', name: null, key: null, token: null, isReady: false },
    ...{ isMaker: false, bot, level, commitment: null },
  }));
  for (const member of [...room.members])
    if (member.seat === seat) member.connection.close(1000, 'the seat was given back');
}

async function receiveChat(room: Room, member: Member, said: string): Promise<void> {
  const text = plainLine(said);
  if (text === '') return;
  const { address } = member.connection;
  const { registry, stored } = room;
  const seat = stored.seats.find(other => other.seat === member.seat);
  const who = seat === undefined ? null : playerOfSeat(seat);
  const forbidden = isQuiet(room)
    ? QUIET
    : who === null
      ? null
      : await registry.moderation.chatFault(who);
  const isTooMuch = () =>
    !room.chatBuckets.take(address, registry.now()) ||
    (seat?.isProven === true && !registry.quotas.talk.take(who!));
  if (forbidden !== null) sendRefusal({ member }, forbidden.fault);
  else if (isTooMuch()) sendRefusal({ member }, TOO_MUCH_CHAT.fault);
  else if (room.isFollowed) room.registry.cluster!.tell({ type: 'say', id: room.id, text });
  else await say(room, member.seat, text);
}

/** Whether chat is off at a match. */
const isQuiet = ({ stored }: Room): boolean => (stored.chatOff ?? []).length > 0;

const QUIET = fail('unsupported', 'chat is off for this match', { rule: 'chat-off' });

/** Turns chat off for a player, or on again. */
async function setChat(room: Room, member: Member, isOff: boolean): Promise<void> {
  const { seat } = member;
  const done = seat === null ? ok(null) : await silence(room, seat, isOff);
  if (!done.ok) sendRefusal({ member }, done.fault);
}

/** Turns chat off at a match for a player or a moderator, or on again. */
export async function silence(
  room: Room,
  by: Seat | 'admin',
  isOff: boolean,
): Promise<Result<null>> {
  const before = room.stored.chatOff ?? [];
  if (before.includes(by) === isOff) return ok(null);
  if (isInBetween(room)) return IN_BETWEEN;
  const chatOff = isOff ? [...before, by] : before.filter(other => other !== by);
  const { phase, id } = room.stored;
  if (phase !== 'ended') await saveAs(room, { ...room.stored, chatOff });
  else {
    const { vault } = room.stores;
    const past = await vault.get('past', id);
    if (isObject(past ?? null)) await vault.put('past', id, { ...(past as JsonObject), chatOff });
    room.stored = { ...room.stored, chatOff };
  }
  broadcastInvite(room);
  return ok(null);
}

/** The chat as a seat may read it; null for a spectator. */
const chatFor = (room: Room, seat: Seat | null): readonly Chat[] =>
  room.chat.filter(line => mayRead(room, line, seat));

/** Whether a member may read a message: what spectators say reaches players only when the match is over, since it may be advice. */
const mayRead = ({ chain }: Room, { seat }: Chat, to: Seat | null): boolean =>
  seat !== null || to === null || (chain !== null && chain.table.outcome !== null);

/** Sends a chat message of a seat, or of a spectator. */
export async function say(room: Room, seat: Seat | null, text: string): Promise<void> {
  const { registry, stored } = room;
  // a spectator at another process may have sent it before that process knew
  if (isQuiet(room)) return;
  const name = stored.seats.find(other => other.seat === seat)?.name ?? 'spectator';
  const makeLine = (): Chat => ({
    n: room.chain?.last.n ?? 0,
    seat,
    name,
    text,
    at: Math.floor(registry.now()),
  });
  // one after the other, and stored before members are notified
  const before = room.savingChat;
  const saying = before.then(async () => {
    const line = makeLine();
    const chat = [...room.chat, line].slice(-MAX_CHAT_LINES);
    await room.stores.vault.put('chat', stored.id, chat as unknown as Json);
    room.chat = chat;
    broadcast(room, { type: 'chat', ...line }, ({ seat: to }) => mayRead(room, line, to));
  });
  room.savingChat = saying.catch(() => {});
  return saying;
}
