/** Signed endings: at the outcome all players are asked, and after a moment the ending is appended with the signatures so far. */
import { Buffer } from 'node:buffer';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { type Ending, hexToBytes, type Seat } from '@kifu/core';
import { type Chain, draftEnd } from '@kifu/record';
import { keyOf } from '@kifu/record/match-state';
import { encodeEnding } from '@kifu/record/node';
import { endingMessage, isSignedBy } from '@kifu/record/sign';
import { tell } from './broadcast.ts';
import type { Room } from './room.ts';

/** How long players have to sign, in short waits: what arrived while the server stalled is read before the time is over. */
const SIGN_MS = 3000;
const SIGN_WAITS = 30;

/** Returns the signatures of the players who are connected and sign in time. */
export async function gatherSignatures(
  room: Room,
  chain: Chain,
  how: Partial<Ending>,
): Promise<Ending['signed']> {
  const { header, seqs } = chain.table;
  const drafted = seqs === null ? null : draftEnd(chain, how);
  if (drafted === null || !drafted.ok) return [];
  const { node } = drafted.value;
  const message = endingMessage(node);
  const asked = new Set<Seat>();
  for (const { seat } of room.members)
    if (seat !== null && keyOf(header, seat) !== null) asked.add(seat);
  if (asked.size === 0) return [];
  const signed = new Map<Seat, Uint8Array>();
  const all = Promise.withResolvers<void>();
  room.signing = {
    node: Buffer.from(encodeEnding(node)).toString('base64'),
    async sign(seat, hex) {
      const [key, signature] = [keyOf(header, seat), hexToBytes(hex)];
      if (key === null || !(await isSignedBy(hexToBytes(key), message, signature))) return false;
      signed.set(seat, signature);
      if ([...asked].every(one => signed.has(one))) all.resolve();
      return true;
    },
  };
  for (const member of room.members)
    if (member.seat !== null && asked.has(member.seat))
      tell(member, { type: 'ending', node: room.signing.node });
  const isSigned = all.promise.then(() => true);
  for (let i = 0; i < SIGN_WAITS; i++)
    if (await Promise.race([isSigned, sleepFor(SIGN_MS / SIGN_WAITS, false)])) break;
  room.signing = null;
  return [...signed].sort(([a], [b]) => a - b).map(([seat, signature]) => ({ seat, signature }));
}
