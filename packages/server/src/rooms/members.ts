/** People who come, speak and go. */
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
import { TALKATIVE } from './acts.ts';
import { beginIfReady, IN_BETWEEN, isFair, isInBetween, isOpen, keepAs } from './begin.ts';
import {
  nodesFrom,
  storedAt,
  tell,
  tellAll,
  tellInvite,
  tellRefused,
  tellRest,
} from './broadcast.ts';
import { askLinks, takeLink } from './chance.ts';
import { takeNodes } from './history.ts';
import { takePlan, tellPlan } from './plans.ts';
import { offerRematch, tellRematch } from './rematch.ts';
import { type Member, type Room, toldNow } from './room.ts';
import { inviteOf, type StoredSeat, sitterOf } from './stored-invite.ts';
import { resume, schedule } from './wake.ts';

/** Chat messages that are stored per match. */
export const MAX_CHAT_LINES = 200;

type Hello = Extract<ClientMessage, { readonly type: 'hello' }>;

/** Lets a player or a spectator in, and sends everything that was missed. */
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
  connection.onCaughtUp = () => tellRest(room, member);
  connection.onSilent = () => tellPresence(room);
  if (seat !== null) room.away.delete(seat);
  tell(member, {
    type: 'welcome',
    protocol: 1,
    seat,
    now: toldNow(room),
    invite: inviteOf(room.kept),
    ...nodesFrom(room, seat, from),
    chat: room.chat,
    presence: presenceOf(room),
    maxLagMs: registry.limits.maxLagMs,
    referee: room.kept.referee ? registry.referee.key : null,
    era: registry.era(),
  });
  if (seat !== null && room.signing !== null)
    tell(member, { type: 'ending', node: room.signing.node });
  if (seat !== null && room.plans.has(seat)) tellPlan(room, member);
  tellRematch(room, member);
  tellPresence(room);
  if (room.resumeMs !== null && areAllHere(room)) resume(room);
  // a player who came back may owe a link
  if (room.kept.phase === 'live' && room.links.size > 0) askAgain(room);
  return member;
}

/** The first node that a member lacks who has seen some of them. */
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

/** Lets a member out. */
export function leave(room: Room, member: Member): void {
  const { seat } = member;
  if (!room.members.delete(member)) return;
  room.usedMs = room.registry.now();
  if (seat !== null && !isHere(room, seat)) room.away.set(seat, room.registry.now());
  // acts of the member that still wait are dropped: the client sends them again when it comes back
  for (const job of [...room.jobs])
    if (job.member === member) room.jobs.splice(room.jobs.indexOf(job), 1);
  tellPresence(room);
  if (!room.isBusy) schedule(room);
}

const isHere = ({ members }: Room, seat: Seat): boolean =>
  [...members].some(member => member.seat === seat);

/** Whether a seat is connected by a line that answers. */
const doesAnswer = ({ members }: Room, seat: Seat): boolean =>
  [...members].some(member => member.seat === seat && !member.connection.isSilent);

const people = ({ kept }: Room): StoredSeat[] => kept.seats.filter(({ type }) => type === 'person');

/** Whether all players are back, and no member knows of a node that is not known here. */
const areAllHere = (room: Room): boolean =>
  people(room).every(({ seat }) => isHere(room, seat)) &&
  ![...room.members].some(({ isAhead }) => isAhead);

const presenceOf = (room: Room): Presence =>
  room.presence ?? {
    seats: people(room)
      .map(({ seat }) => seat)
      .filter(seat => doesAnswer(room, seat)),
    watching:
      [...room.members].filter(({ seat }) => seat === null).length +
      [...room.elsewhere.values()].reduce((sum, count) => sum + count, 0),
  };

/** Notes how many spectators are at another process. */
export function countElsewhere(room: Room, by: string, count: number): void {
  if ((room.elsewhere.get(by) ?? 0) === count) return;
  if (count === 0) room.elsewhere.delete(by);
  else room.elsewhere.set(by, count);
  tellPresence(room);
}

/** Sends who is present; once for many members who connect at the same time. */
function tellPresence(room: Room): void {
  if (room.isTelling) return;
  room.isTelling = true;
  setTimeout(() => {
    room.isTelling = false;
    const { id, members, registry } = room;
    // the process that has the room tells who is there
    if (room.isFollowed) registry.cluster!.tell({ type: 'watching', id, count: members.size });
    else tellAll(room, { type: 'presence', ...presenceOf(room) });
  }, PRESENCE_MS);
}

const PRESENCE_MS = 50;

/** Takes what a member said, acts aside. */
export async function hear(
  room: Room,
  member: Member,
  message: Exclude<ClientMessage, ActionMessage>,
): Promise<void> {
  switch (message.type) {
    case 'link':
      return takeLink(room, member, message.k, message.link);
    case 'ready':
      return takeReady(room, member, message);
    case 'chat':
      return takeChat(room, member, message.text);
    case 'chat-off':
      return setChat(room, member, message.isOff);
    case 'plan':
      return takePlan(room, member, message);
    case 'sign':
      return takeSignature(room, member, message.signature);
    case 'nodes':
      return takeNodes(room, member, message);
    case 'rematch':
      return offerRematch(room, member);
    case 'stand':
      return stand(room, member);
    case 'ping':
      tell(member, { type: 'pong', t: message.t, now: toldNow(room) });
      return;
    case 'hello':
      return; // once is enough
  }
}

async function takeReady(
  room: Room,
  member: Member,
  ready: Extract<ClientMessage, { readonly type: 'ready' }>,
): Promise<void> {
  const commitment = ready.commitment ?? null;
  const { seat } = member;
  if (seat === null || !isOpen(room)) return;
  if (!(await isProved(room, seat, commitment, ready.proof))) {
    tellRefused({ member }, UNPROVED.fault);
    return;
  }
  if (!isOpen(room)) return;
  await changeSeat(room, seat, old => {
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

/** Whether a player has the key that the seat was taken with: else a guest could sit with the key of another. */
async function isProved(
  { kept, registry }: Room,
  seat: Seat,
  commitment: string | null,
  proof: string | undefined,
): Promise<boolean> {
  const { name, key } = kept.seats.find(other => other.seat === seat)!;
  if (key === null) return true;
  if (proof === undefined) return false;
  const referee = kept.referee ? registry.referee.key : null;
  return isSeatProof(
    key,
    { nonce: kept.nonce, seat, name: name ?? '', commitment, referee },
    proof,
  );
}

/** Takes the signature of a player under the ending. */
async function takeSignature(room: Room, member: Member, signature: string): Promise<void> {
  const { seat } = member;
  if (seat === null || room.signing === null) return; // it came too late
  if (!(await room.signing.sign(seat, signature))) tellRefused({ member }, UNPROVED.fault);
}

/** Changes a seat of an invite; members are notified once it is stored. */
export async function changeSeat(
  room: Room,
  seat: Seat,
  change: (seat: StoredSeat) => StoredSeat,
): Promise<void> {
  const seats = room.kept.seats.map(old => (old.seat === seat ? change(old) : old));
  await keepAs(room, { ...room.kept, seats });
  if (room.kept.phase === 'open') tellInvite(room);
}

async function stand(room: Room, { seat }: Member): Promise<void> {
  if (seat === null || !isOpen(room)) return;
  // without `by`: it no longer counts in the budget of a guest
  await changeSeat(room, seat, ({ seat: number, bot, level }) => ({
    ...{ seat: number, type: 'open', name: null, key: null, token: null, isReady: false },
    ...{ isMaker: false, bot, level, commitment: null },
  }));
  for (const member of [...room.members])
    if (member.seat === seat) member.connection.close(1000, 'the seat was given back');
}

async function takeChat(room: Room, member: Member, said: string): Promise<void> {
  const text = plainLine(said);
  if (text === '') return;
  const { address } = member.connection;
  const { registry, kept } = room;
  const seat = kept.seats.find(other => other.seat === member.seat);
  const who = seat === undefined ? null : sitterOf(seat);
  const forbidden = isQuiet(room)
    ? QUIET
    : who === null
      ? null
      : await registry.order.talkFault(who);
  const isTooMuch = () =>
    !room.said.take(address, registry.now()) ||
    (seat?.isProven === true && !registry.quotas.talk.take(who!));
  if (forbidden !== null) tellRefused({ member }, forbidden.fault);
  else if (isTooMuch()) tellRefused({ member }, TALKATIVE.fault);
  else if (room.isFollowed) room.registry.cluster!.tell({ type: 'say', id: room.id, text });
  else await say(room, member.seat, text);
}

/** Whether talk is off at a match. */
const isQuiet = ({ kept }: Room): boolean => (kept.chatOff ?? []).length > 0;

const QUIET = fail('unsupported', 'chat is off for this match', { rule: 'chat-off' });

/** A player wants no talk, or takes that back. */
async function setChat(room: Room, member: Member, isOff: boolean): Promise<void> {
  const { seat } = member;
  const done = seat === null ? ok(null) : await silence(room, seat, isOff);
  if (!done.ok) tellRefused({ member }, done.fault);
}

/** Ends the talk at a match by the word of a player, or of an admin; or takes that word back. */
export async function silence(
  room: Room,
  by: Seat | 'admin',
  isOff: boolean,
): Promise<Result<null>> {
  const before = room.kept.chatOff ?? [];
  if (before.includes(by) === isOff) return ok(null);
  if (isInBetween(room)) return IN_BETWEEN;
  const chatOff = isOff ? [...before, by] : before.filter(other => other !== by);
  const { phase, id } = room.kept;
  if (phase !== 'ended') await keepAs(room, { ...room.kept, chatOff });
  else {
    const { vault } = room.stores;
    const past = await vault.get('past', id);
    if (isObject(past ?? null)) await vault.put('past', id, { ...(past as JsonObject), chatOff });
    room.kept = { ...room.kept, chatOff };
  }
  tellInvite(room);
  return ok(null);
}

/** Says something for a seat, or for a spectator. */
export async function say(room: Room, seat: Seat | null, text: string): Promise<void> {
  const { registry, kept } = room;
  // a spectator at another process may have said it before that process knew
  if (isQuiet(room)) return;
  const name = kept.seats.find(other => other.seat === seat)?.name ?? 'spectator';
  const makeLine = (): Chat => ({
    n: room.chain?.last.n ?? 0,
    seat,
    name,
    text,
    at: Math.floor(registry.now()),
  });
  // one after the other, and stored before members are notified
  const before = room.talking;
  const saying = before.then(async () => {
    const line = makeLine();
    const chat = [...room.chat, line].slice(-MAX_CHAT_LINES);
    await room.stores.vault.put('chat', kept.id, chat as unknown as Json);
    room.chat = chat;
    tellAll(room, { type: 'chat', ...line });
  });
  room.talking = saying.catch(() => {});
  return saying;
}
