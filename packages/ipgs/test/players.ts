/** Players who make commits, and matches between them. */
import { type CommitStep, type JsonObject, unwrap } from '@kifu/core';
import { type CommitType, makeCommit, type SignedCommit } from '../src/commit.ts';
import { hashOfFile } from '../src/ipld.ts';
import { advance, type RecordInput } from '../src/life/advance.ts';
import { type Advanced, beginRecord } from '../src/life/challenge.ts';
import type { GameRecord } from '../src/life/game-record.ts';
import {
  type Accept,
  type Confirm,
  formatAccept,
  formatConfirm,
  formatOffer,
  type Offer,
} from '../src/payload.ts';
import { createKeyPair, type KeyPair, type Signer, unlock } from '../src/pgp/secret-key.ts';
import { parseTimestamp, SECOND } from '../src/timestamp.ts';
import { findGame } from './games.ts';

const utf8 = new TextEncoder();
/** When everything begins. */
export const START = unwrap(parseTimestamp('2024-03-01T10:00:00Z'));
export const HOUR = 3600n * SECOND;

/** A key pair that can sign. */
export async function makePlayer(name: string): Promise<{ pair: KeyPair; signer: Signer }> {
  const at = START - HOUR;
  const pair = unwrap(await createKeyPair({ name, passphrase: 'x', at }));
  return { pair, signer: unwrap(await unlock(pair, 'x')) };
}

/** An offer with the usual terms. */
async function offerOf(game: string, change: Partial<Offer> = {}): Promise<Omit<Offer, 'payload'>> {
  const { form } = unwrap(await findGame(game));
  return {
    ...{ timeout: START + HOUR, game, rules: hashOfFile(utf8.encode(form.rules[0]!)) },
    ...{ isRanked: true, clock: { type: 'absolute', seconds: 600 }, comments: '' },
    ...{ rating: { R: 1500, RD: 350 }, target: { R: 1500, RD: 300 }, firstTurn: 'challenger' },
    ...{ handicap: 0, komi: game === 'go' ? 0.5 : null, opponent: null, chance: null },
    ...change,
  };
}

/** A record that is being made, commit by commit. */
export interface Making {
  readonly record: GameRecord;
  readonly commits: readonly SignedCommit[];
  readonly now: bigint;
}

/** Makes a commit on top of a record, this many seconds later. */
export async function commitOn(
  { record, now }: Making,
  signer: Signer,
  type: CommitType,
  payload: string | Uint8Array,
  seconds: number,
): Promise<SignedCommit> {
  const bytes = typeof payload === 'string' ? utf8.encode(payload) : payload;
  const at = now + BigInt(Math.round(seconds * 1e6)) * 1000n;
  return unwrap(await makeCommit(signer, { type, payload: bytes, parent: record.head.cid, at }));
}

/** Takes a commit; throws where it is refused. */
export const take = (making: Making, commit: SignedCommit): Making => ({
  record: unwrap(advance(making.record, { do: 'commit', commit })).record,
  commits: [...making.commits, commit],
  now: commit.commit.at,
});

/** Something that happens to a record; throws where it is refused. */
export const happen = ({ record }: Making, input: RecordInput): Advanced =>
  unwrap(advance(record, input));

/** A record with an offer only. */
export async function offer(
  signer: Signer,
  game: string,
  change: Partial<Offer> = {},
  own: JsonObject = game === 'go' ? { 'board-width': 5, 'board-height': 5 } : {},
  rules?: string,
): Promise<Making> {
  const peer = unwrap(await findGame(game));
  const payload = formatOffer(await offerOf(game, change), own);
  const made = unwrap(
    await makeCommit(signer, { type: 'challenge-offer', payload, parent: null, at: START }),
  );
  const record = unwrap(beginRecord(peer, rules ?? peer.form.rules[0]!, made));
  return { record, commits: [made], now: START };
}

export async function accept(
  making: Making,
  signer: Signer,
  change: Partial<Accept> = {},
): Promise<Making> {
  const payload = formatAccept({
    ...{ timeout: making.now + HOUR, rating: { R: 1500, RD: 350 }, comments: '', commitment: null },
    ...change,
  });
  return take(making, await commitOn(making, signer, 'challenge-accept', payload, 10));
}

export async function confirm(
  making: Making,
  signer: Signer,
  change: Partial<Confirm> = {},
): Promise<Making> {
  const payload = formatConfirm({
    ...{ timeout: making.now + HOUR, firstTurn: null, handicap: null, komi: null },
    ...{ comments: '', link: null },
    ...change,
  });
  return take(making, await commitOn(making, signer, 'challenge-confirm', payload, 10));
}

/** A step, by its payload or by what it says. */
export async function stepOf(
  making: Making,
  signer: Signer,
  step: string | CommitStep,
  seconds = 10,
): Promise<SignedCommit> {
  const { form, match } = making.record;
  const text =
    typeof step === 'string' ? step : form.format(match?.native?.chain.table.state, step);
  return commitOn(making, signer, 'game-step', text, seconds);
}

/** Takes a step. */
export const play = async (
  making: Making,
  signer: Signer,
  step: string | CommitStep,
  seconds = 10,
): Promise<Making> => take(making, await stepOf(making, signer, step, seconds));

/** What is said of a step that is refused. */
export async function refusal(
  making: Making,
  signer: Signer,
  step: string | CommitStep,
  seconds = 10,
): Promise<{ code: string; rule?: string }> {
  const commit = await stepOf(making, signer, step, seconds);
  const taken = advance(making.record, { do: 'commit', commit });
  if (taken.ok) throw new Error('it was taken');
  const { code, rule } = taken.fault;
  return rule === undefined ? { code } : { code, rule };
}
