/**
 * How two peers agree on a match: one offers a header in which a seat is free, the other takes it. Both make the same header of offer
 * and answer, byte by byte, so that there is nothing to compare; and each begins by signing it.
 */

import { chainSecret, type Links, makeLinks } from '@kifu/client/player';
import {
  bytesToHex,
  type Fail,
  fail,
  type Game,
  type Header,
  hexToBytes,
  type InviteTerms,
  inviteTerms,
  isInteger,
  type JsonObject,
  ok,
  type Result,
  type Seat,
  sha256,
} from '@kifu/core';
import { NO_TERMS, termsOf } from '@kifu/record/match-state';
import { decodeHeader, encodeHeader } from '@kifu/record/node';
import { isSeatProof, publicKeyOf, type SeatClaim, seatMessage, sign } from '@kifu/record/sign';
import type { MessageOf } from './messages.ts';

/** The player of this program, with the key that signs. */
export interface LocalPlayer {
  readonly name: string;
  /** The secret key, 32 bytes. */
  readonly secret: Uint8Array;
}

/** What the player here would like to play. */
export interface MatchPreferences extends Partial<InviteTerms> {
  readonly options?: JsonObject;
  /** The two seats that are played; default: the game's usual two. */
  readonly seats?: readonly [Seat, Seat];
  /** The one that is played here; default: the first. */
  readonly own?: Seat;
  /** How long a link may be withheld, if there are no clocks. */
  readonly waitMs?: number;
  /** Ticks from an input to the tick at which it counts, in games that all play at once. */
  readonly delay?: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
}

/** Peers come and go: one that is away for an hour while dice are due does not come back. */
const WAIT_MS = 3_600_000;
/** Ticks from an input to its effect: what the way takes, and what people bear. */
const MIN_DELAY = 2;
const MAX_DELAY = 8;
const USUAL_DELAY = 3;
/** The tag of the header for it. */
const DELAY = 'delay';
const MAX_NAME = 80;

/** An offer as the other peer reads it. */
export interface Offer {
  /** As far as it is known: the free seat has neither name nor key in it. */
  readonly header: Header;
  /** The seat that is free. */
  readonly free: Seat;
  readonly proof: Uint8Array;
}

/** Names an offer by its content, so that one that is sent again is known as the same. */
export const offerIdOf = ({ header, proof }: MessageOf<'offer'>): string =>
  bytesToHex(sha256(Uint8Array.of(...sha256(header), ...sha256(proof))));

/** The input delay of a match that is played in lockstep; null where it is played in turns. */
export const delayOf = ({ pace }: Game, { tags }: Header): number | null =>
  pace === 'free' ? Number(tags[DELAY]) : null;

/** The player's own links of a match; null in a game without randomness. */
export function linksOf(header: Header, seat: Seat, root: Uint8Array): Links | null {
  const { nonce, fair } = termsOf(header);
  return fair === null ? null : makeLinks(nonce, seat, chainSecret(root, nonce, seat));
}

/** Makes an offer. `nonce` and `root` are 32 random bytes each, used once; the second is the root of the player's own hash chain. */
export async function makeOffer(
  game: Game,
  { name, secret }: LocalPlayer,
  wish: MatchPreferences,
  nonce: Uint8Array,
  root: Uint8Array,
): Promise<Result<{ readonly offer: Offer; readonly message: MessageOf<'offer'> }>> {
  const seats = wish.seats ?? [0, 1];
  const own = wish.own ?? seats[0];
  const free = seats.find(seat => seat !== own)!;
  const key = bytesToHex(await publicKeyOf(secret));
  const terms = {
    ...NO_TERMS,
    nonce: bytesToHex(nonce),
    ...inviteTerms(wish),
    fair:
      game.chance === undefined
        ? null
        : { commitments: [null, null], waitMs: wish.waitMs ?? WAIT_MS, deal: null },
  };
  const bare: Header = {
    game: game.name,
    version: game.version,
    options: wish.options ?? {},
    players: seats.toSorted((a, b) => a - b).map(seat => ({ seat, name: '' })),
    seed: null,
    start: null,
    startedAt: wish.startedAt,
    tags: game.pace === 'free' ? { [DELAY]: String(wish.delay ?? USUAL_DELAY) } : {},
    terms,
  };
  const commitment = linksOf(bare, own, root)?.commitment ?? null;
  const header = seatPlayer(bare, own, { name, key, commitment });
  const proof = await sign(secret, seatMessage(claimOf(header, own)));
  const offer: Offer = { header, free, proof };
  const wrong = checkOffer(game, offer);
  return wrong ?? ok({ offer, message: { type: 'offer', header: encodeHeader(header), proof } });
}

/** The header with a player on a seat. */
function seatPlayer(
  header: Header,
  seat: Seat,
  taken: { readonly name: string; readonly key: string; readonly commitment: string | null },
): Header {
  const terms = termsOf(header);
  const { fair } = terms;
  const place = header.players.findIndex(player => player.seat === seat);
  const commitments = fair?.commitments.with(place, taken.commitment);
  return {
    ...header,
    players: header.players.with(place, { seat, name: taken.name, key: taken.key }),
    terms: { ...terms, fair: fair === null ? null : { ...fair, commitments: commitments! } },
  };
}

/** What the player of a seat signs before the match. */
function claimOf(header: Header, seat: Seat): SeatClaim {
  const { nonce, fair } = termsOf(header);
  const place = header.players.findIndex(player => player.seat === seat);
  const { name } = header.players[place]!;
  return { nonce, seat, name, commitment: fair?.commitments[place] ?? null, referee: null };
}

/** Reads an offer that came, and checks that its maker has the key it is made with. */
export async function readOffer({ header, proof }: MessageOf<'offer'>): Promise<Result<Offer>> {
  const decoded = decodeHeader(header);
  if (!decoded.ok) return decoded;
  const { players } = decoded.value;
  const free = players.find(({ key }) => key === undefined);
  const maker = players.find(({ key }) => key !== undefined);
  if (players.length !== 2 || free === undefined || maker === undefined)
    return fail('bad-setup', 'an offer needs two seats, one of them open');
  const isProven = await isSeatProof(
    maker.key!,
    claimOf(decoded.value, maker.seat),
    bytesToHex(proof),
  );
  return isProven
    ? ok({ header: decoded.value, free: free.seat, proof })
    : fail('bad-signature', 'the offer is not signed by the key it names');
}

/** Why two peers cannot play what is offered; its header is checked by the table once it is whole. */
export function checkOffer(game: Game, { header, free }: Offer): Fail | null {
  const { referee, fair, clock, branch } = termsOf(header);
  const maker = header.players.find(({ seat }) => seat !== free)!;
  if (game.secrets !== undefined)
    return fail('unsupported', `${game.name} has hidden hands, which need a referee`);
  if (referee !== null || branch !== null || header.start !== null)
    return fail('unsupported', 'peer matches have no referee and start from the initial position');
  if (maker.name.length > MAX_NAME)
    return fail('too-large', `the name is too long: ${MAX_NAME} characters at most`);
  if (game.pace === 'free' && !isInteger(delayOf(game, header), MIN_DELAY, MAX_DELAY))
    return fail('bad-setup', `the input delay must be from ${MIN_DELAY} to ${MAX_DELAY} ticks`, {
      at: { path: '/tags/delay' },
    });
  if (game.pace === 'free' && clock !== null)
    return fail('bad-setup', `${game.name} has no turns and takes no clock`);
  const place = header.players.indexOf(maker);
  const isFair = fair !== null && (fair.commitments[place] ?? null) !== null;
  return isFair === (game.chance !== undefined)
    ? null
    : fail('bad-setup', 'peer matches need fair randomness with a hash chain of each player', {
        at: { path: '/terms/fair' },
      });
}

/** Takes an offer: the answer, and the header of the match. `root` is 32 random bytes, used once. */
export async function takeOffer(
  { header, free }: Offer,
  { name, secret }: LocalPlayer,
  root: Uint8Array,
): Promise<{ readonly header: Header; readonly message: MessageOf<'accept'> }> {
  const key = await publicKeyOf(secret);
  const commitment = linksOf(header, free, root)?.commitment ?? null;
  const whole = seatPlayer(header, free, { name, key: bytesToHex(key), commitment });
  const message: MessageOf<'accept'> = {
    type: 'accept',
    nonce: hexToBytes(termsOf(header).nonce),
    name,
    key,
    commitment: commitment === null ? null : hexToBytes(commitment),
    proof: await sign(secret, seatMessage(claimOf(whole, free))),
  };
  return { header: whole, message };
}

/** The header of the match, from an offer of ours and the answer to it. */
export async function headerOf(
  { header, free }: Offer,
  { nonce, name, key, commitment, proof }: MessageOf<'accept'>,
): Promise<Result<Header>> {
  const terms = termsOf(header);
  if (bytesToHex(nonce) !== terms.nonce)
    return fail('conflict', 'the answer is for a different offer', { rule: 'header' });
  if (name.length > MAX_NAME)
    return fail('too-large', `the name is too long: ${MAX_NAME} characters at most`);
  if ((commitment === null) !== (terms.fair === null))
    return fail('bad-setup', 'peer matches need fair randomness with a hash chain of each player');
  const taken = {
    name,
    key: bytesToHex(key),
    commitment: commitment === null ? null : bytesToHex(commitment),
  };
  const whole = seatPlayer(header, free, taken);
  return (await isSeatProof(taken.key, claimOf(whole, free), bytesToHex(proof)))
    ? ok(whole)
    : fail('bad-signature', 'the seat is not signed by the key that joined');
}
