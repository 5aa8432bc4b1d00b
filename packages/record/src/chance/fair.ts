/**
 * Provably fair randomness. Each holder has a hash chain: from a link, everyone can compute the link revealed before
 * it, and only its holder the next one. All commit to their chains before the first link is revealed; each draw takes the next link of all.
 */
import {
  commitment,
  type Fail,
  type FairTerms,
  fail,
  type Header,
  ok,
  parseSeed,
  type Result,
  revealSeed,
  type Seat,
  type Seed,
  sha256,
  type Terms,
} from '@kifu/core';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { termsOf } from '../match-state/terms.ts';

/** The holder of a hash chain: a seat, or the referee. */
export type Holder = Seat | typeof REFEREE;

/** Stands for the referee where a seat number is expected. */
export const REFEREE = 255;
/** Stands for the deal in the commitment to its secret. */
const DEAL = 254;

const tagged = (tag: string, ...parts: readonly Uint8Array[]): Uint8Array =>
  sha256(concatBytes(utf8ToBytes(`${tag}\0`), ...parts));

function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** Computes the link revealed before this one. It is bound to the match and the holder, so that no chain can be used twice. */
export const linkBefore = (nonce: string, holder: Holder, link: Uint8Array): Uint8Array =>
  tagged('kifu/link/1', hexToBytes(nonce), Uint8Array.of(holder), link);

/** Makes a chain: as many links as requested, in the order in which they are revealed; the last one is the secret itself. */
export function makeChain(
  nonce: string,
  holder: Holder,
  secret: Uint8Array,
  length: number,
): Uint8Array[] {
  const chain = [secret];
  while (chain.length < length) chain.push(linkBefore(nonce, holder, chain.at(-1)!));
  return chain.reverse();
}

/** Commits a holder to a chain that starts with this link. Move format §4. */
export const commitToLink = (nonce: string, holder: Holder, link: Uint8Array): Uint8Array =>
  commitment(nonce, holder, link);

/** Commits the referee to the secret of a deal. */
export const commitToDeal = (nonce: string, secret: Uint8Array): Uint8Array =>
  commitment(nonce, DEAL, secret);

/** Returns who contributes to random draws: the seats that have a hash chain, in order, then the referee, if there is one with a chain. */
export function holdersOf(
  header: Header,
  seats: readonly Seat[] = header.players.map(({ seat }) => seat),
): Holder[] {
  const { fair, referee } = termsOf(header);
  if (fair === null) return [];
  const { commitments } = fair;
  const seated: Holder[] = header.players
    .filter(({ seat }, i) => (commitments[i] ?? null) !== null && seats.includes(seat))
    .map(({ seat }) => seat);
  const isDrawing = referee !== null && (commitments[header.players.length] ?? null) !== null;
  return isDrawing ? [...seated, REFEREE] : seated;
}

/** Returns the commitment of a holder. */
const commitmentOf = ({ players }: Header, fair: FairTerms, holder: Holder): string | null =>
  fair.commitments[
    holder === REFEREE ? players.length : players.findIndex(({ seat }) => seat === holder)
  ] ?? null;

/** Checks the format of the commitments: one for each seat and the referee, and at least one that is not null. */
export function checkCommitments(header: Header, fair: FairTerms): Fail | null {
  const { referee } = termsOf(header);
  const { commitments } = fair;
  const isWhole = commitments.length === header.players.length + (referee === null ? 0 : 1);
  return isWhole && commitments.some(each => each !== null)
    ? null
    : fail(
        'bad-setup',
        'fair.commitments must have an item for each seat and the referee, at least one of them not null',
        {
          at: { path: '/terms/fair/commitments' },
        },
      );
}

/** Checks that every first link matches its holder's commitment. */
export function checkFirstLinks(
  header: Header,
  fair: FairTerms,
  holders: readonly Holder[],
  links: readonly Uint8Array[],
): Fail | null {
  const { nonce } = termsOf(header);
  const wrong = checkCount(holders, links);
  if (wrong !== null) return wrong;
  for (const [i, holder] of holders.entries())
    if (bytesToHex(commitToLink(nonce, holder, links[i]!)) !== commitmentOf(header, fair, holder))
      return fail(
        'broken-record',
        `the first link of ${nameOf(holder)} does not match the commitment`,
        {
          rule: 'commitment',
          at: { path: `/act/links/${i}` },
        },
      );
  return null;
}

const checkCount = (holders: readonly Holder[], links: readonly Uint8Array[]): Fail | null =>
  links.length === holders.length
    ? null
    : fail('broken-record', `a random draw needs ${holders.length} links, not ${links.length}`, {
        rule: 'links',
      });

/** Checks that the secret of a deal matches its commitment. */
export const checkDeal = (terms: Terms, fair: FairTerms, secret: Uint8Array): Result<Uint8Array> =>
  bytesToHex(commitToDeal(terms.nonce, secret)) === fair.deal
    ? ok(secret)
    : fail('broken-record', 'the revealed deal does not match its commitment', {
        rule: 'commitment',
        at: { path: '/ending/deal' },
      });

/** The start seed that the first links make; with hidden hands the secret of the deal goes in too. */
export function startSeed(
  nonce: string,
  links: readonly Uint8Array[],
  deal: Uint8Array | null,
): string {
  const { bytes } = revealSeed(nonce, links).long;
  return bytesToHex(deal === null ? bytes : tagged('kifu/deal/1', bytes, deal));
}

/** Checks the next link of each holder against the previous one. */
export function checkLinks(
  nonce: string,
  holders: readonly Holder[],
  before: readonly Uint8Array[],
  links: readonly Uint8Array[],
): Fail | null {
  const wrong = checkCount(holders, links);
  if (wrong !== null) return wrong;
  for (const [i, holder] of holders.entries())
    if (bytesToHex(linkBefore(nonce, holder, links[i]!)) !== bytesToHex(before[i]!))
      return fail(
        'broken-record',
        `the link of ${nameOf(holder)} does not hash to the previous one`,
        {
          rule: 'link',
          at: { path: `/act/links/${i}` },
        },
      );
  return null;
}

/** Checks one link for the next draw on its own: the first against its commitment, others against the previous link. */
export function checkLink(
  {
    header,
    links,
  }: { readonly header: Header; readonly links: ReadonlyMap<Holder, Uint8Array> | null },
  holder: Holder,
  link: Uint8Array,
): Fail | null {
  const { nonce, fair } = termsOf(header);
  const before = links?.get(holder);
  return before === undefined
    ? checkFirstLinks(header, fair!, [holder], [link])
    : checkLinks(nonce, [holder], [before], [link]);
}

/**
 * The seed of a draw: of all links, bound to the match and the number of the draw, and with hidden hands of the deal. Were it the
 * number of the entry, a holder who knew all links could shift it by entries that mean nothing.
 */
export function drawSeed(
  match: Uint8Array,
  k: number,
  links: readonly Uint8Array[],
  deal: Uint8Array | null,
): Seed {
  const parts = [match, u32(k), Uint8Array.of(links.length), ...links];
  const bytes = tagged('kifu/draw/1', ...(deal === null ? parts : [...parts, deal]));
  const seed = parseSeed(bytesToHex(bytes));
  return seed.ok ? seed.value : 0;
}

/** A state hash as it stands in a node of a match with hidden hands: states cannot be tried against it before the deal is revealed. */
export const saltHash = (deal: Uint8Array, n: number, hash: Uint8Array): Uint8Array =>
  sha256(concatBytes(tagged('kifu/salt/1', deal, u32(n)), hash));

const nameOf = (holder: Holder): string => (holder === REFEREE ? 'the referee' : `seat ${holder}`);
