/**
 * Checks packed matches, each by unpacking it once: that plays the match by its rules and hashes its nodes, which is what a check of the
 * record does. What is sound is noted for the check of the records, so that it is not played again; what is not, that check looks at again
 * and says what is wrong.
 */
import { encodeCid, type Game } from '@kifu/core';
import { checkSignatures, type FindGame, Verification } from '@kifu/record';
import { type PlayedPack, playPack } from '@kifu/record/pack';
import { SummaryWriter } from '@kifu/record/replay';
import { checkRemarks, differenceFrom, type FindSound, type SoundMatch } from '../library/check.ts';
import type { MergedNames } from '../library/names.ts';
import type { Inventory } from '../library/upkeep.ts';
import { readNumber } from '../sql/node-key.ts';
import { type FileRows, readHead } from './rows-of-file.ts';

/** Matches that are sound: a byte for each row, and the beginning of its head, in case the match changes meanwhile. */
export class SoundMatches {
  readonly #rows: FileRows;
  #states = new Uint8Array(1024);
  #heads = new Uint32Array(1024);

  constructor(rows: FileRows) {
    this.#rows = rows;
  }

  add(row: number, head: Uint8Array, { isRemarked }: SoundMatch): void {
    if (row >= this.#states.length) this.#grow(row);
    this.#states[row] = isRemarked ? REMARKED : SOUND;
    this.#heads[row] = startOf(head);
  }

  /** What is known of a match with this head. */
  readonly find: FindSound = ({ match, head }) => {
    const row = this.#rows.head(encodeCid(match));
    const bytes = encodeCid(head);
    if (row === null || Buffer.compare(row.head, bytes) !== 0) return null;
    const state = this.#states[row.id] ?? UNKNOWN;
    if (state === UNKNOWN || this.#heads[row.id] !== startOf(bytes)) return null;
    return { isRemarked: state === REMARKED };
  };

  #grow(row: number): void {
    const length = 2 * Math.max(row, this.#states.length);
    const [states, heads] = [new Uint8Array(length), new Uint32Array(length)];
    states.set(this.#states);
    heads.set(this.#heads);
    this.#states = states;
    this.#heads = heads;
  }
}

const UNKNOWN = 0;
const SOUND = 1;
const REMARKED = 2;

/** The beginning of the digest, with which a content id ends. */
const startOf = (cid: Uint8Array): number => readNumber(cid, cid.length - 32);

/** A pack that was played, and the signatures that it has. */
interface VerifiedPack extends PlayedPack {
  readonly verification: Verification;
}

/** Unpacks a match and takes down what a check of its record looks at. */
export async function verifyPack(findGame: FindGame, bytes: Uint8Array) {
  const verification = new Verification();
  const played = await playPack(findGame, bytes, [verification]);
  return played.ok ? { ok: true as const, value: { ...played.value, verification } } : played;
}

/** Whether a packed match is what its head says, with good signatures, sound annotations, and a listing that says what the record says; null where it is not. */
export async function checkPacked(
  store: Inventory,
  rows: FileRows,
  pack: number,
  { replay, head, verification }: VerifiedPack,
  names: MergedNames,
): Promise<{ readonly head: Uint8Array; readonly sound: SoundMatch } | null> {
  const row = rows.headAt(pack);
  const found = row === null ? null : readHead(row);
  if (row === null || found === null) return null;
  if (Buffer.compare(row.head, encodeCid(head)) !== 0) return null;
  if (Buffer.compare(row.match, encodeCid(replay.match)) !== 0) return null;
  const report = await checkSignatures(verification.report(replay), verification.claims, 'all');
  if (report.fault !== null) return null;
  const listing = await store.library.get(found.match);
  if (listing === null || Buffer.compare(encodeCid(listing.head), row.head) !== 0) return null;
  const game = replay.game as Game;
  const said = new SummaryWriter(game).listing(replay);
  if (differenceFrom(listing, said, names) !== null) return null;
  const remarks = await checkRemarks(store, found.match, game).catch(() => null);
  return remarks?.ok ? { head: row.head, sound: { isRemarked: remarks.value } } : null;
}
