/**
 * Histories that differ from the server's: after a backup was restored, players have newer nodes, and the server's own signature
 * under them proves it. Nodes that continue the head are restored unchanged; others are a fork, which ends the match.
 */
import type { ClientMessage } from '@kifu/client/protocol';
import { cidOf, decodeBase64, encodeBase64, fail, hexToBytes, ok } from '@kifu/core';
import { headOf, idOf, nodesOf, verify } from '@kifu/record';
import { checkDoubleSigning, encodeDoubleSigning, findDoubleNode } from '@kifu/record/sign';
import { sendRefusal } from './broadcast.ts';
import type { Member, Room } from './room.ts';

type NodesMessage = Extract<ClientMessage, { readonly type: 'nodes' }>;

/** How many nodes one member may send. */
const MAX_BROUGHT = 20_000;

/** Handles nodes that a player has and the server lacks, or that differ. They arrive in pieces. */
export async function receiveNodes(
  room: Room,
  member: Member,
  { from, nodes, isLast }: NodesMessage,
): Promise<void> {
  if (member.seat === null || room.chain === null || room.stored.phase !== 'live') return;
  const brought = member.brought ?? { from, nodes: [] };
  member.brought = brought;
  const decoded = nodes.map(decodeBase64);
  const isNext = from === brought.from + brought.nodes.length;
  if (
    !isNext ||
    brought.nodes.length + nodes.length > MAX_BROUGHT ||
    !decoded.every(one => one.ok)
  ) {
    member.brought = null;
    sendRefusal({ member }, MALFORMED);
    return;
  }
  for (const one of decoded) brought.nodes.push(one.value);
  if (!isLast) return;
  member.brought = null;
  await compare(room, member, brought.from, brought.nodes);
}

const MALFORMED = fail('malformed', 'the nodes do not form a chain').fault;
/** The match continues from another node than before. */
const OTHER = fail('conflict', 'your history cannot be verified and differs from the stored one', {
  rule: 'history',
}).fault;

async function compare(
  room: Room,
  member: Member,
  from: number,
  theirs: readonly Uint8Array[],
): Promise<void> {
  const { registry, chain, kit } = room;
  const own = nodesOf(chain!);
  const key = chain!.table.terms.referee;
  for (const [i, node] of theirs.entries()) {
    const mine = own[from + i];
    if (mine === undefined || Buffer.compare(mine, node) === 0) continue;
    const proof = key === null ? null : findDoubleNode(hexToBytes(key), mine, node);
    if (proof === null || !(await checkDoubleSigning(proof)).ok) {
      sendRefusal({ member }, OTHER);
      return;
    }
    await registry.forked(room, encodeBase64(encodeDoubleSigning(proof)));
    return;
  }
  const added = theirs.slice(Math.max(0, own.length - from));
  const all = [...own, ...added];
  if (added.length === 0 || from > own.length) return;
  // any guest could have made up what is not signed
  const isSigned = key !== null || chain!.table.seqs !== null;
  const report = await verify(all, async () => ok(kit.game), { signatures: 'all' });
  if (!isSigned || report.fault !== null) {
    sendRefusal({ member }, OTHER);
    return;
  }
  await adopt(room, added);
}

/** Stores nodes that follow the head unchanged; the room is then loaded again. */
async function adopt(room: Room, added: readonly Uint8Array[]): Promise<void> {
  const { registry, chain } = room;
  const { append, blocks, heads } = room.stores;
  const all = added.map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes }));
  const [match, head, newest] = [idOf(chain!.table.match), headOf(chain!), all.at(-1)!.cid];
  // only while nothing else is appended: otherwise it is a fork
  if (room.isBusy) return;
  room.isBusy = true;
  room.isBroken = true;
  if (append === undefined) {
    for (const { cid, bytes } of all) await blocks.put(cid, bytes);
    await heads.move(match, head, newest);
  } else await append(all, match, head, newest);
  registry.log.warn(
    { room: room.id, nodes: added.length },
    'a match was restored from its players',
  );
  await registry.healed(room);
}
