/** What members of a room receive. A frame is written once for all who get the same. */
import { Buffer } from 'node:buffer';
import type { NodeList, ServerMessage } from '@kifu/client/protocol';
import type { Fault, Part, Seat } from '@kifu/core';
import { type Chain, nodesOf, type StoredNode } from '@kifu/record';
import { isHiding } from '@kifu/record/match-state';
import { Replay, readAll, type SeatView, SeatViews, seatView } from '@kifu/record/replay';
import { frameOf } from '../socket/frame.ts';
import type { AppendJob, Member, Room } from './room.ts';
import { inviteOf } from './stored-invite.ts';

/** Sends a message to one member. */
export const tell = ({ connection }: Member, message: ServerMessage): boolean =>
  connection.send(frameOf(JSON.stringify(message)));

/** Sends a message to all members, or to some. */
export function broadcast(
  room: Room,
  message: ServerMessage,
  isFor: (member: Member) => boolean = () => true,
): void {
  const { members, registry, id, isFollowed } = room;
  // spectators at other processes get it there
  if (!isFollowed && message.type !== 'bye') registry.cluster?.tell({ type: 'said', id, message });
  if (members.size === 0) return;
  const frame = frameOf(JSON.stringify(message));
  for (const member of members) if (isFor(member)) member.connection.send(frame);
}

/** Sends a refusal and its reason. */
export function sendRefusal({ member, id }: Pick<AppendJob, 'member' | 'id'>, fault: Fault): Fault {
  if (member !== undefined)
    tell(member, { type: 'refused', ...(id === undefined ? {} : { re: id }), fault });
  return fault;
}

/** Sends the newest node to all members; the member whose action it is gets its number. */
export function broadcastNode(
  room: Room,
  parts: readonly Part[],
  job: Partial<AppendJob> = {},
): void {
  const { members, chain } = room;
  if (members.size === 0) return;
  const { n, bytes } = chain!.last;
  const node = base64(bytes);
  if (isHidden(room)) {
    broadcastViews(room, node, parts, job);
    return;
  }
  let shared: Buffer | null = null;
  for (const member of members) {
    if (member.sent !== n - 1) continue; // it is behind, and will get the rest later
    let frame: Buffer;
    if (member === job.member && job.id !== undefined)
      frame = frameOf(`{"type":"node","node":"${node}","re":${job.id}}`);
    else {
      shared ??= frameOf(`{"type":"node","node":"${node}"}`);
      frame = shared;
    }
    if (member.connection.send(frame)) member.sent = n;
  }
}

/** Sends the newest node of a match with hidden hands: every seat sees something else. */
function broadcastViews(
  room: Room,
  node: string,
  parts: readonly Part[],
  { member: actor, id }: Partial<AppendJob>,
): void {
  const { table } = room.chain!;
  const { n } = table;
  const sights = new Map<Seat | null, SeatView>();
  for (const member of room.members) {
    if (member.sent !== n - 1) continue;
    const sight = sights.get(member.seat) ?? seatView(table, member.seat, parts);
    sights.set(member.seat, sight);
    const re = member === actor && id !== undefined ? { re: id } : {};
    if (tell(member, { type: 'node', node, ...re, sight })) member.sent = n;
  }
}

/** Returns the nodes that a member lacks, from a given one on, and the last number. */
export function nodesFrom(room: Room, seat: Seat | null, from: number): NodeList {
  const { chain } = room;
  if (chain === null) return { from: 0, nodes: [] };
  const nodes = nodesOf(chain).slice(from).map(base64);
  return isHidden(room) ? { from, nodes, sights: sightsFrom(chain, seat, from) } : { from, nodes };
}

/** Whether members must not see everything yet: hands are hidden until the ending reveals them. */
export const isHidden = ({ chain }: Room): boolean =>
  chain !== null && isHiding(chain.table.game, chain.table.header, chain.isEnded);

/** Returns what a seat saw after each node from a given one on, which replays the match. */
function sightsFrom(chain: Chain, seat: Seat | null, from: number): readonly SeatView[] {
  const { game, deal, header } = chain.table;
  const sights = new SeatViews(seat, from);
  readAll(new Replay(game, nodesOf(chain), { deal, header }), [sights]);
  return sights.views;
}

/** Sends a member the nodes that it lacks. */
export function sendRest(room: Room, member: Member): void {
  const last = room.chain?.last.n ?? -1;
  if (member.sent >= last) return;
  const rest = nodesFrom(room, member.seat, member.sent + 1);
  if (tell(member, { type: 'nodes', ...rest })) member.sent = last;
}

/** Sends the current invite to all members. */
export const broadcastInvite = (room: Room): void =>
  broadcast(room, { type: 'invite', invite: inviteOf(room.stored) });

/** Returns the node with a number, by walking back; null if there is none. */
export function storedAt(room: Room, n: number): StoredNode | null {
  let here: StoredNode | null = room.chain?.last ?? null;
  while (here !== null && here.n > n) here = here.before;
  return here?.n === n ? here : null;
}

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
