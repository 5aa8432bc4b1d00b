/**
 * What can be checked of a match with hidden hands before the deal is known: not the rules, but times, whose word counts, who must
 * have signed and in which order, and that every link leads to the one before.
 */
import { type Fail, fail, type Header, ok, type Result, type Seat, type Terms } from '@kifu/core';
import type { EntryNode } from '../node/entry.ts';
import { keyOf, termsOf } from '../table/terms.ts';
import { checkLinks, type Holder, holdersOf } from './fair.ts';

/** A match as far as it can be followed without seeing the hands. */
export interface Blind {
  readonly header: Header;
  readonly terms: Terms;
  readonly ms: number;
  readonly seqs: ReadonlyMap<Seat, number>;
  readonly links: ReadonlyMap<Holder, Uint8Array>;
  readonly left: ReadonlySet<Seat>;
}

/** Before the first entry. */
export function beginBlind(header: Header, links: readonly Uint8Array[]): Blind {
  const terms = termsOf(header);
  const holders = holdersOf(
    header.players.map(({ seat }) => seat),
    terms,
  );
  return {
    ...{ header, terms, ms: 0, seqs: new Map(), left: new Set() },
    links: new Map(holders.map((holder, i) => [holder, links[i]!])),
  };
}

/** After one more entry, or why it cannot be. */
export function followBlind(blind: Blind, node: EntryNode): Result<Blind> {
  const wrong = checkTime(blind, node) ?? checkSeat(blind, node) ?? checkSigned(blind, node);
  if (wrong !== null) return wrong;
  const { seat, act, signed } = node;
  const links = act.type === 'links' ? nextLinks(blind, act.links) : ok(blind.links);
  if (!links.ok) return links;
  return ok({
    ...blind,
    ms: node.ms ?? blind.ms,
    seqs: seat === null || signed === null ? blind.seqs : new Map(blind.seqs).set(seat, signed.seq),
    links: links.value,
    left: act.type === 'leave' ? new Set(blind.left).add(act.of) : blind.left,
  });
}

function checkTime({ ms }: Blind, node: EntryNode): Fail | null {
  return node.ms !== null && node.ms < ms
    ? fail('past-time', `${node.ms} ms are over, the entry before was at ${ms} ms`)
    : null;
}

function checkSeat({ header, left }: Blind, { seat }: EntryNode): Fail | null {
  const isSeated = header.players.some(player => player.seat === seat);
  return seat !== null && (!isSeated || left.has(seat))
    ? fail('wrong-seat', `seat ${seat} is not in the match`)
    : null;
}

function checkSigned({ header, seqs }: Blind, { n, seat, signed }: EntryNode): Fail | null {
  const isKeyed = seat !== null && keyOf(header, seat) !== null;
  if (!isKeyed)
    return signed === null ? null : fail('bad-signature', 'there is a signature, and no key');
  if (signed === null) return fail('bad-signature', `seat ${seat} has a key and did not sign`);
  if (signed.seq <= (seqs.get(seat) ?? 0))
    return fail('bad-signature', `seat ${seat} signed act ${signed.seq} out of order`, {
      rule: 'seq',
    });
  return signed.seen < n
    ? null
    : fail('bad-signature', `seat ${seat} had seen node ${signed.seen}, which comes later`, {
        rule: 'seen',
      });
}

function nextLinks(
  { header, terms, links, left }: Blind,
  shown: readonly Uint8Array[],
): Result<ReadonlyMap<Holder, Uint8Array>> {
  const seats = header.players.map(({ seat }) => seat).filter(seat => !left.has(seat));
  const holders = holdersOf(seats, terms);
  const before = holders.map(holder => links.get(holder)!);
  const checked = checkLinks(terms.nonce, holders, before, shown);
  if (!checked.ok) return checked;
  return ok(new Map([...links, ...holders.map((holder, i) => [holder, shown[i]!] as const)]));
}
