/** Nodes that the opponent wrote: checks that apply only between two peers, before they are appended. */
import { type Fail, fail, isSameBytes, ok } from '@kifu/core';
import { toEntry } from '@kifu/record';
import { decodeNext, type EndingNode, type EntryNode, isEnding } from '@kifu/record/node';
import { draftDue } from './ending.ts';
import type { MatchSide } from './match-side.ts';
import { GRACE_MS, tickOf } from './stopwatch.ts';

/** Appends a node; returns why if it cannot be. */
export const appendTheirs = (
  side: MatchSide,
  node: EntryNode | EndingNode,
): Promise<Fail | null> => (isEnding(node) ? appendEnding(side, node) : appendEntry(side, node));

async function appendEntry(side: MatchSide, node: EntryNode): Promise<Fail | null> {
  const { stopwatch, table, other, options } = side;
  const wrong = checkEntry(side, node);
  if (wrong !== null) return wrong;
  const time = node.seat === other ? stopwatch.judge(table, node) : ok(null);
  if (!time.ok) return time;
  const appended = await options.open.append(toEntry(node));
  if (!appended.ok) return appended;
  if (time.value !== null) stopwatch.grant(time.value);
  return null;
}

/** Checks that apply only between two peers: the player had seen all previous entries, and what it claims of our seat is true. */
function checkEntry(side: MatchSide, { n, seat, act, ms, at, signed }: EntryNode): Fail | null {
  const { table, stopwatch, seat: own, other } = side;
  if (seat === null || (seat !== own && seat !== other))
    return fail('wrong-seat', 'only the two players can act');
  if (signed?.seen !== n - 1)
    return fail('bad-signature', `seat ${seat} acted without having seen entry ${n - 1}`, {
      rule: 'seen',
    });
  if (ms === null) return fail('malformed', 'an entry between two peers needs a time');
  const due = tickOf(table, ms);
  if (at !== due) return fail('past-time', `the entry has tick ${at}, but its time gives ${due}`);
  if (seat === own || act.type !== 'leave' || act.of === seat) return null;
  if (stopwatch.isOut(table, own, act.how, side.elapsedMs())) return null;
  const message = `seat ${own} has not left by ${act.how} according to our stopwatch`;
  return fail('illegal-move', message, { rule: act.how });
}

async function appendEnding(side: MatchSide, node: EndingNode): Promise<Fail | null> {
  const { outcome, ms, at, hash, signed } = node;
  const due = draftDue(side.chain, side.elapsedMs() + GRACE_MS);
  if (due === null || !isSameBytes(due.node.hash, hash))
    return fail('broken-record', 'the match is not over here', { rule: 'ending' });
  if (!signed.some(({ seat }) => seat === side.other))
    return fail('bad-signature', 'the opponent did not sign the ending they sent');
  const ended = await side.options.open.end({ outcome, ms, at, hash, signed });
  return ended.ok ? null : ended;
}

/** Whether the bytes are those of an ending. */
export function isEndingNode(bytes: Uint8Array): boolean {
  const node = decodeNext(bytes);
  return node.ok && isEnding(node.value);
}
