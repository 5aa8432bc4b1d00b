/** A game record of IPGS as a value: an offer, and what has become of it. `advance` takes it further. IPGS §6. */
import type { CommitForm, CommitResult, CommitTerms, Game, Seat } from '@kifu/core';
import type { Commit } from '../commit.ts';
import type { Accept, Confirm, Offer } from '../payload.ts';
import type { KeyFile } from '../pgp/key-file.ts';
import type { PeerClocks } from './clock.ts';
import type { NativeMatch } from './native.ts';

/** A game as it is played in commits. */
export interface PeerGame {
  readonly game: Game;
  readonly form: CommitForm;
}

/** How far a record has come. The last seven are final, but for a late signature. */
export type Phase =
  | 'offered'
  | 'accepted'
  | 'confirmed'
  | 'playing'
  | 'scoring'
  | 'proposed'
  | 'finished'
  | 'disputed'
  | 'unsigned'
  | 'archived'
  | 'expired'
  | 'withdrawn'
  | 'lapsed'
  | 'not-chosen'
  | 'cancelled';

const ENDED: readonly Phase[] = [
  ...(['archived', 'expired', 'withdrawn', 'lapsed', 'not-chosen', 'cancelled'] as const),
];

/** Whether nothing more can happen to a record, and no tree lists it among games. */
export const isEnded = ({ phase }: Pick<GameRecord, 'phase'>): boolean => ENDED.includes(phase);

/** A record. */
export interface GameRecord extends PeerGame {
  readonly phase: Phase;
  /** The text of the rules object. */
  readonly rules: string;
  readonly offer: SignedPayload<Offer>;
  readonly accept: SignedPayload<Accept> | null;
  readonly confirm: SignedPayload<Confirm> | null;
  /** From the confirmation on. */
  readonly match: IpgsMatch | null;
  /** The newest commit, and how many there are. */
  readonly head: Commit;
  readonly count: number;
  /** Where the record was when both had acknowledged the result; null before. */
  readonly finished: Commit | null;
  /** Signers of the file of the finished game, by seat. */
  readonly signed: readonly [boolean, boolean];
}

/** The contents of a commit of the challenge, and its author. */
export interface SignedPayload<Payload> {
  readonly payload: Payload;
  readonly commit: Commit;
  readonly file: KeyFile;
}

/** The match itself. */
export interface IpgsMatch {
  readonly terms: CommitTerms;
  /** The player with the first turn has seat 0. */
  readonly challengerSeat: Seat;
  readonly clocks: PeerClocks;
  /** Null in games with randomness until both have revealed their first links. */
  readonly native: NativeMatch | null;
  readonly chance: PeerChance | null;
  /** Moves and comments, newest first. */
  readonly steps: StepList | null;
  readonly proposal: Proposal | null;
}

/** Links of the hash chains, by seat, 64 hex digits each. */
export interface PeerChance {
  readonly nonce: string;
  readonly commitments: readonly [string, string];
  /** The first links; null where not shown yet. */
  readonly first: readonly [string | null, string | null];
  /** Links shown for the draw that is due; null where not yet. */
  readonly waiting: readonly [string | null, string | null];
  /** How many links each has shown. */
  readonly shown: readonly [number, number];
}

/** A step and those before it: shared, so that a record is a value without copying. */
interface StepList {
  readonly seat: Seat;
  readonly text: string;
  /** The move as the standard file writes it; empty where there is none. */
  readonly spelled: string;
  readonly madeAt: string;
  readonly leftSeconds: number | null;
  /** The comment with it, as plain text; empty for none. */
  readonly comment: string;
  /** How many entries of the native record had been made. */
  readonly entries: number;
  readonly before: StepList | null;
}

/** A result that waits for both to acknowledge it. */
export interface Proposal {
  readonly by: Seat;
  readonly result: CommitResult;
  /** The payload that proposed it. */
  readonly text: string;
  readonly acknowledged: readonly [boolean, boolean];
  /** Whether play had stopped for counting, or by the rules. */
  readonly wasScoring: boolean;
  /** Whether a dispute needs the opponent's consent: the result is by a player's own resignation, by time, or by the rules. */
  readonly isFirm: boolean;
  /** A dispute that waits for the opponent; null if there is none. */
  readonly disputed: { readonly by: Seat; readonly at: bigint } | null;
}

/** What happened, for spectators. */
export interface RecordEvent {
  readonly type:
    | 'accepted'
    | 'confirmed'
    | 'moved'
    | 'links-shown'
    | 'commented'
    | 'scoring'
    | 'proposed'
    | 'acknowledged'
    | 'finished'
    | 'disputed'
    | 'resumed'
    | 'signed'
    | 'archived'
    | 'unsigned'
    | 'expired'
    | 'withdrawn'
    | 'lapsed'
    | 'not-chosen'
    | 'cancelled';
  /** The seat that did it; null where neither or both did, and for a player without a seat yet. */
  readonly seat: Seat | null;
  /** A flag that may be counted against a seat. IPGS §12.2. */
  readonly flag?: { readonly name: FlagName; readonly against: Seat };
}

/** What a player may have done wrong. IPGS §13. */
export type FlagName =
  | 'failed-to-sign-lost-game'
  | 'failed-to-sign-won-game'
  | 'toxic-comments'
  | 'no-first-move'
  | 'illegal-move'
  | 'clock-skew'
  | 'equivocation';

/** `challenger|timestamp`: an offer's name in lists. */
export const challengeName = ({ offer }: GameRecord): string =>
  `${offer.commit.key}|${offer.commit.timestamp}`;

/** `challenger|timestamp|contender`: the name of a game in lists. */
export const gameName = (record: GameRecord): string =>
  `${challengeName(record)}|${record.accept?.commit.key ?? ''}`;

/** The seat of a player, by the primary key; null for all others, and before seats are known. */
export function seatOf({ offer, accept, match }: GameRecord, fingerprint: string): Seat | null {
  if (match === null) return null;
  if (fingerprint === offer.file.fingerprint) return match.challengerSeat;
  return fingerprint === accept?.file.fingerprint ? 1 - match.challengerSeat : null;
}

/** The key files of the players as offer and acceptance link them, by seat. */
export function playersOf({
  offer,
  accept,
  match,
}: GameRecord): readonly [KeyFile, KeyFile] | null {
  if (match === null || accept === null) return null;
  return match.challengerSeat === 0 ? [offer.file, accept.file] : [accept.file, offer.file];
}

/** The seats to act: to reveal a link if one is due, else to move. */
export function awaitedSeats({ native, chance }: IpgsMatch): readonly Seat[] {
  const missing = (links: PeerChance['first']): Seat[] =>
    links.flatMap((link, seat) => (link === null ? [seat] : []));
  if (native === null) return chance === null ? [] : missing(chance.first);
  const { game, state } = native.chain.table;
  if (chance !== null && game.chance?.due(state)) return missing(chance.waiting);
  return game.active(state);
}
