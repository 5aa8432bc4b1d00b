/** How a match starts: an offer, its acceptance, its confirmation. IPGS §5, §6. */
import {
  bytesToHex,
  type CommitTerms,
  encodeCid,
  type Fail,
  fail,
  hexToBytes,
  type JsonObject,
  ok,
  parseCid,
  type Result,
  type Seat,
  sgfLetters,
  sha256,
  unwrap,
} from '@kifu/core';
import { rankOf } from '@kifu/core/glicko2';
import { commitToLink } from '@kifu/record/chance';
import type { SignedCommit } from '../commit.ts';
import { hashOfFile } from '../ipld.ts';
import {
  type Confirm,
  type Offer,
  parseAccept,
  parseConfirm,
  parseOffer,
  type Rating,
  type Role,
} from '../payload.ts';
import { startPeerClocks } from './clock.ts';
import type {
  GameRecord,
  IpgsMatch,
  PeerChance,
  PeerGame,
  RecordEvent,
  SignedPayload,
} from './game-record.ts';
import { type NativeSetup, sitDown } from './native.ts';

/** A record after something happened. */
export interface Advanced {
  readonly record: GameRecord;
  readonly events: readonly RecordEvent[];
}

export const refuse = (rule: string, message: string): Fail =>
  fail('broken-chain', message, { rule });

/** Begins a record with an offer. The rules object is the text that the offer names. */
export function beginRecord(
  peer: PeerGame,
  rules: string,
  signed: SignedCommit,
): Result<GameRecord> {
  const { commit, file, payload } = signed;
  const form = peer.form.forRules?.(rules) ?? peer.form;
  if (commit.type !== 'challenge-offer' || commit.parent !== null)
    return refuse('order', 'a record must start with an offer');
  const offer = parseOffer(payload);
  if (!offer.ok) return offer;
  const wrong = checkOffer({ ...peer, form }, rules, offer.value);
  if (wrong !== null) return wrong;
  return ok({
    ...{ ...peer, form, phase: 'offered', rules, offer: { payload: offer.value, commit, file } },
    ...{ accept: null, confirm: null, match: null, head: commit, count: 1 },
    ...{ finished: null, signed: [false, false] },
  });
}

/** Why an offer cannot be played; null where it can. */
function checkOffer({ game, form }: PeerGame, rules: string, offer: Offer): Fail | null {
  if (offer.game !== game.name) return refuse('game', `the offer is for ${offer.game}`);
  if (hashOfFile(new TextEncoder().encode(rules)) !== offer.rules)
    return refuse('rules', 'the rules differ from those the offer names');
  // with a handicap to be settled yet, an even game stands for it
  const terms = {
    offer: offer.payload,
    rules,
    handicap: Math.max(0, offer.handicap),
    komi: offer.komi,
  };
  const options = form.options(terms);
  if (!options.ok) return options;
  if (game.chance === undefined)
    return offer.chance === null ? null : badOffer('nonce', `${game.name} has no randomness`);
  if (offer.chance === null)
    return badOffer('commitment', `${game.name} needs a commitment of each player to a hash chain`);
  return offer.firstTurn === 'automatic'
    ? badOffer('first-turn', 'an offer with randomness must say who moves first')
    : null;
}

const badOffer = (key: string, message: string): Fail =>
  fail('bad-setup', message, { rule: 'payload', at: { path: `/${key}` } });

/** Takes the acceptance of an offer. */
export function takeAccept(record: GameRecord, signed: SignedCommit): Result<Advanced> {
  const { offer } = record;
  const { commit, file } = signed;
  if (file.fingerprint === offer.file.fingerprint)
    return refuse('committer', 'you cannot accept your own offer');
  const { opponent, timeout } = offer.payload;
  if (opponent !== null && opponent !== file.hash)
    return refuse('committer', 'the offer is for another player');
  if (commit.at > timeout) return late('the offer has expired');
  const accept = parseAccept(signed.payload);
  if (!accept.ok) return accept;
  if ((accept.value.commitment === null) !== (offer.payload.chance === null))
    return badOffer(
      'commitment',
      'the acceptance must have a commitment exactly if the offer has one',
    );
  const said = { payload: accept.value, commit, file };
  return ok({
    record: { ...record, phase: 'accepted', accept: said, ...after(record, signed) },
    events: [{ type: 'accepted', seat: null }],
  });
}

/** The head is on the new commit. */
export const after = (
  { count }: GameRecord,
  { commit }: SignedCommit,
): Pick<GameRecord, 'head' | 'count'> => ({ head: commit, count: count + 1 });

export const late = (message: string): Fail => fail('out-of-time', message, { rule: 'deadline' });

/** Takes the confirmation of an acceptance: now the match is set up. */
export function takeConfirm(record: GameRecord, signed: SignedCommit): Result<Advanced> {
  const { offer, accept } = record;
  const { commit, file } = signed;
  if (file.fingerprint !== offer.file.fingerprint)
    return refuse('committer', 'only the challenger can confirm');
  if (commit.at > accept!.payload.timeout) return late('the acceptance has expired');
  const confirm = parseConfirm(signed.payload);
  if (!confirm.ok) return confirm;
  const match = setUp(record, { payload: confirm.value, commit, file });
  if (!match.ok) return match;
  const said = { payload: confirm.value, commit, file };
  return ok({
    record: {
      ...record,
      phase: 'confirmed',
      confirm: said,
      match: match.value,
      ...after(record, signed),
    },
    events: [{ type: 'confirmed', seat: match.value.challengerSeat }],
  });
}

function setUp(record: GameRecord, said: SignedPayload<Confirm>): Result<IpgsMatch> {
  const { offer, rules, form } = record;
  const settled = settle(offer.payload, said.payload);
  if (!settled.ok) return settled;
  const { handicap, komi, firstTurn } = settled.value;
  const challengerSeat: Seat = firstTurn === 'challenger' ? 0 : 1;
  const terms: CommitTerms = { offer: offer.payload.payload, rules, handicap, komi };
  const options = form.options(terms);
  if (!options.ok) return options;
  const chance = openChance(record, said.payload, challengerSeat);
  if (!chance.ok) return chance;
  const match: IpgsMatch = {
    ...{ terms, challengerSeat, clocks: startPeerClocks(offer.payload.clock), native: null },
    ...{ chance: chance.value, steps: null, proposal: null },
  };
  if (chance.value !== null) return ok(match); // to be set up when both have revealed a link
  const native = sitDown(setupOf(record, options.value, challengerSeat, said.commit.at, null));
  return native.ok ? ok({ ...match, native: native.value }) : native;
}

/** Makes the native header of a match. */
export function setupOf(
  { game, form, offer, accept }: GameRecord,
  options: JsonObject,
  challengerSeat: Seat,
  startedAt: bigint,
  fair: NativeSetup['fair'],
): NativeSetup {
  const bySeat = <T>(challenger: T, contender: T): readonly [T, T] =>
    challengerSeat === 0 ? [challenger, contender] : [contender, challenger];
  const players = bySeat<SignedPayload<{ readonly rating: Rating }>>(offer, accept!);
  const [black, white] = sgfLetters(form.sides)[0] === 'B' ? players : players.toReversed();
  const ratingText = ({ payload: { rating } }: SignedPayload<{ rating: Rating }>) =>
    `${rating.R}:${rating.RD}`;
  const { isRanked, rules } = offer.payload;
  return {
    ...{ game, options, isRanked, startedAt, fair },
    names: [players[0].file.name, players[1].file.name],
    // the properties that the standard SGF has for it
    tags: {
      AP: `IPGS:${form.fileVersion}`,
      GN: `${offer.commit.key}|${offer.commit.timestamp}|${accept!.commit.key}`,
      XB: black!.commit.key,
      XW: white!.commit.key,
      YB: ratingText(black!),
      YW: ratingText(white!),
      XK: isRanked ? '1' : '0',
      XR: rules,
      XS: offer.commit.timestamp,
    },
  };
}

interface SettledTerms {
  readonly firstTurn: Role;
  readonly handicap: number;
  readonly komi: number | null;
}

/** Combines offer and confirmation: what the offer fixed cannot change, what it left open must be stated. */
function settle(offer: Offer, { firstTurn, handicap, komi }: Confirm): Result<SettledTerms> {
  const isOpen = offer.handicap === -1;
  const turn = firstTurn ?? (offer.firstTurn === 'automatic' ? null : offer.firstTurn);
  if (turn === null || (offer.firstTurn !== 'automatic' && turn !== offer.firstTurn))
    return badOffer('first-turn', 'the confirmation and the offer differ in who moves first');
  const stones = handicap ?? (isOpen ? null : offer.handicap);
  if (stones === null || (!isOpen && stones !== offer.handicap))
    return badOffer('handicap', 'the confirmation and the offer differ in the handicap');
  if (komi !== null && !isOpen && komi !== offer.komi)
    return badOffer('komi', 'komi can change only if the offer leaves the handicap open');
  return ok({ firstTurn: turn, handicap: stones, komi: komi ?? offer.komi });
}

/** Checks the challenger's first link. */
function openChance(
  { offer, accept }: GameRecord,
  { link }: Confirm,
  challengerSeat: Seat,
): Result<PeerChance | null> {
  const chance = offer.payload.chance;
  if (chance === null)
    return link === null ? ok(null) : badOffer('link', 'the game has no randomness');
  const { nonce, commitment } = chance;
  if (link === null) return badOffer('link', 'the confirmation must reveal the first link');
  if (!isCommitted(nonce, challengerSeat, link, commitment))
    return fail('broken-record', "the challenger's first link does not match the commitment", {
      rule: 'commitment',
      at: { path: '/link' },
    });
  const pair = <T>(challenger: T, contender: T): readonly [T, T] =>
    challengerSeat === 0 ? [challenger, contender] : [contender, challenger];
  return ok({
    nonce,
    commitments: pair(commitment, accept!.payload.commitment!),
    first: pair<string | null>(link, null),
    waiting: [null, null],
    shown: pair(1, 0),
  });
}

/** Whether a first link is the one that a seat committed to. */
export const isCommitted = (nonce: string, seat: Seat, link: string, to: string): boolean =>
  bytesToHex(commitToLink(nonce, seat, hexToBytes(link))) === to;

/** What `automatic` and a handicap of −1 come to by two ratings. IPGS §5.5. */
export function automaticTerms(
  offer: SignedPayload<Offer>,
  accept: { readonly cid: string },
  ratings: { readonly challenger: Rating; readonly contender: Rating },
): Pick<Confirm, 'firstTurn' | 'handicap' | 'komi'> {
  const { challenger, contender } = ratings;
  const { payload } = offer;
  const lower: Role =
    challenger.R === contender.R
      ? tossUp(offer.commit.cid, accept.cid)
      : challenger.R < contender.R
        ? 'challenger'
        : 'contender';
  const stones = Math.min(9, Math.round(Math.abs(rankOf(challenger.R) - rankOf(contender.R))));
  const isOpen = payload.handicap === -1;
  return {
    firstTurn: payload.firstTurn === 'automatic' ? lower : payload.firstTurn,
    handicap: isOpen ? (stones < 2 ? 0 : stones) : payload.handicap,
    komi: isOpen && stones >= 1 ? 0.5 : null,
  };
}

/** Equal ratings: the lowest bit of a hash that neither could choose. */
function tossUp(offer: string, accept: string): Role {
  const [one, other] = [offer, accept].map(cid => encodeCid(unwrap(parseCid(cid))));
  return (sha256(Uint8Array.of(...one!, ...other!)).at(-1)! & 1) === 0 ? 'challenger' : 'contender';
}
