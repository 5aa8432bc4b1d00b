/**
 * Checks a match with hidden hands before the deal is known: not the rules, but times, seats, signatures and their
 * order, and that every link hashes to the previous one.
 */
import { type Fail, fail, type Header, ok, type Result, type Seat, type Terms } from '@kifu/core';
import { isKeyed, keyOf, termsOf } from '../match-state/terms.ts';
import type { EntryNode } from '../node/entry.ts';
import { checkFirstLinks, checkLinks, type Holder, holdersOf } from './fair.ts';

/** A match as far as it can be checked without seeing the hands. */
export interface SealedReplay {
  readonly header: Header;
  readonly terms: Terms;
  readonly ms: number;
  readonly seqs: ReadonlyMap<Seat, number>;
  /** Null before the first draw. */
  readonly links: ReadonlyMap<Holder, Uint8Array> | null;
  readonly left: ReadonlySet<Seat>;
  /** The seats that have not yet agreed to the header. */
  readonly opening: ReadonlySet<Seat>;
}

/** Before the first entry. */
export const beginBlind = (header: Header): SealedReplay => ({
  header,
  terms: termsOf(header),
  ms: 0,
  seqs: new Map(),
  links: null,
  left: new Set(),
  opening: new Set(isKeyed(header) ? header.players.map(({ seat }) => seat) : []),
});

/** Adds one more entry, or returns why it is invalid. */
export function followSealed(blind: SealedReplay, node: EntryNode): Result<SealedReplay> {
  const wrong =
    checkTime(blind, node) ??
    checkSeat(blind, node) ??
    checkOpening(blind, node) ??
    checkSigned(blind, node);
  if (wrong !== null) return wrong;
  const { seat, act, signed } = node;
  const links = act.type === 'links' ? nextLinks(blind, seat, act.links) : ok(blind.links);
  if (!links.ok) return links;
  return ok({
    ...blind,
    ms: node.ms ?? blind.ms,
    seqs: seat === null || signed === null ? blind.seqs : new Map(blind.seqs).set(seat, signed.seq),
    links: links.value,
    left: act.type === 'leave' ? new Set(blind.left).add(act.of) : blind.left,
    opening: new Set([...blind.opening].filter(other => other !== seat)),
  });
}

function checkTime({ ms }: SealedReplay, node: EntryNode): Fail | null {
  return node.ms !== null && node.ms < ms
    ? fail('past-time', `time ${node.ms} ms is before the previous entry (${ms} ms)`)
    : null;
}

function checkSeat({ header, left }: SealedReplay, { seat }: EntryNode): Fail | null {
  const isSeated = header.players.some(player => player.seat === seat);
  return seat !== null && (!isSeated || left.has(seat))
    ? fail('wrong-seat', `seat ${seat} is not playing`)
    : null;
}

function checkOpening({ opening }: SealedReplay, { seat, act }: EntryNode): Fail | null {
  if (opening.size === 0 || act.type === 'abort') return null;
  return act.type === 'resume' && seat !== null && opening.has(seat)
    ? null
    : fail('paused', 'the match has not started: not every seat has agreed to its header');
}

/** Hidden hands have a referee, so that links need no signature, and numbers may be left out. */
function checkSigned(
  { header, seqs }: SealedReplay,
  { n, seat, act, signed }: EntryNode,
): Fail | null {
  const isSigning = seat !== null && keyOf(header, seat) !== null && act.type !== 'links';
  if (!isSigning)
    return signed === null
      ? null
      : fail('bad-signature', 'signature given, but the seat has no key');
  if (signed === null) return fail('bad-signature', `missing signature of seat ${seat}`);
  if (signed.seq <= (seqs.get(seat) ?? 0))
    return fail('bad-signature', `signature ${signed.seq} of seat ${seat} is out of order`, {
      rule: 'seq',
    });
  return signed.seen < n
    ? null
    : fail(
        'bad-signature',
        `the signature of seat ${seat} refers to node ${signed.seen}, which comes later`,
        {
          rule: 'seen',
        },
      );
}

function nextLinks(
  { header, terms, links, left }: SealedReplay,
  seat: Seat | null,
  shown: readonly Uint8Array[],
): Result<ReadonlyMap<Holder, Uint8Array>> {
  const seats = header.players.map(player => player.seat).filter(each => !left.has(each));
  const holders = holdersOf(header, seats);
  if (seat !== null && !holders.includes(seat))
    return fail('wrong-seat', `seat ${seat} has no link to reveal`);
  const wrong =
    links === null
      ? checkFirstLinks(header, terms.fair!, holders, shown)
      : checkLinks(
          terms.nonce,
          holders,
          holders.map(holder => links.get(holder)!),
          shown,
        );
  if (wrong !== null) return wrong;
  return ok(
    new Map([...(links ?? []), ...holders.map((holder, i) => [holder, shown[i]!] as const)]),
  );
}
