/** A player's actions: each makes a commit, tries it on the record, and returns how the player's tree changes. */
import { type CommitStep, fail, type JsonObject, ok, type Result, type Seat } from '@kifu/core';
import { type CommitType, makeCommit, type SignedCommit } from '../commit.ts';
import { encodeHistory } from '../history.ts';
import { fileBlock, hashOfFile } from '../ipld.ts';
import { advance } from '../life/advance.ts';
import { beginRecord } from '../life/challenge.ts';
import { challengeName, type GameRecord, gameName, type PeerGame } from '../life/game-record.ts';
import { standardFile } from '../life/result.ts';
import {
  joinChanges,
  type NamespaceChange,
  remove,
  setCommit,
  setDirectory,
} from '../namespace/write.ts';
import {
  type Accept,
  type Confirm,
  formatAccept,
  formatConfirm,
  formatOffer,
  type Offer,
} from '../payload.ts';
import type { Signer } from '../pgp/secret-key.ts';

/** What an action of the player came to. */
export interface Acted {
  readonly name: string;
  readonly record: GameRecord;
  readonly signed: SignedCommit;
  readonly change: NamespaceChange;
}

/** Offers a game. What only its game understands stands in `own`. */
export async function offerGame(
  signer: Signer,
  peer: PeerGame,
  rules: string,
  offer: Omit<Offer, 'payload' | 'rules'>,
  own: JsonObject,
  at: bigint,
): Promise<Result<Acted>> {
  const rulesFile = fileBlock(new TextEncoder().encode(rules));
  const payload = formatOffer({ ...offer, rules: hashOfFile(rulesFile.bytes) }, own);
  const signed = await makeCommit(signer, { type: 'challenge-offer', payload, parent: null, at });
  if (!signed.ok) return signed;
  const record = beginRecord(peer, rules, signed.value);
  if (!record.ok) return record;
  const name = challengeName(record.value);
  const listed = setCommit(['challenges', name], signed.value);
  // the rules are included, so that readers of the tree can play by them
  const change = { changes: listed.changes, blocks: [...listed.blocks, rulesFile] };
  return ok({ name, record: record.value, signed: signed.value, change });
}

/** Accepts an offer. */
export const acceptGame = (
  signer: Signer,
  record: GameRecord,
  accept: Accept,
  at: bigint,
): Promise<Result<Acted>> => commitOn(signer, record, 'challenge-accept', formatAccept(accept), at);

/** Confirms an acceptance; the offer is not listed any more. */
export async function confirmGame(
  signer: Signer,
  record: GameRecord,
  confirm: Confirm,
  at: bigint,
): Promise<Result<Acted>> {
  const acted = await commitOn(signer, record, 'challenge-confirm', formatConfirm(confirm), at);
  if (!acted.ok) return acted;
  const change = joinChanges([acted.value.change, remove(['challenges', challengeName(record)])]);
  return ok({ ...acted.value, change });
}

/** Takes a step. */
export function takeStepOn(
  signer: Signer,
  record: GameRecord,
  step: CommitStep,
  at: bigint,
): Promise<Result<Acted>> {
  const text = record.form.format(record.match?.native?.chain.table.state ?? null, step);
  return commitOn(signer, record, 'game-step', new TextEncoder().encode(text), at);
}

/** Makes a commit on top of a record, later than its head, and applies it as the opponent will. */
async function commitOn(
  signer: Signer,
  record: GameRecord,
  type: CommitType,
  payload: Uint8Array,
  at: bigint,
): Promise<Result<Acted>> {
  const later = at > record.head.at ? at : record.head.at + 1_000_000n;
  const signed = await makeCommit(signer, { type, payload, parent: record.head.cid, at: later });
  if (!signed.ok) return signed;
  const taken = advance(record, { do: 'commit', commit: signed.value });
  if (!taken.ok) return taken;
  const name = gameName(taken.value.record);
  const change = setCommit(['current-games', name], signed.value);
  return ok({ name, record: taken.value.record, signed: signed.value, change });
}

/** Signs the file of a finished game, and lists it with this one signature. */
export async function signGame(
  signer: Signer,
  record: GameRecord,
  seat: Seat,
  at: bigint,
): Promise<Result<{ readonly change: NamespaceChange; readonly signature: string }>> {
  const file = standardFile(record);
  if (!file.ok) return file;
  if (record.phase !== 'finished' && record.phase !== 'unsigned' && record.phase !== 'disputed')
    return fail('conflict', `the game is ${record.phase}`, { rule: 'phase' });
  if (record.signed[seat as 0 | 1])
    return fail('conflict', 'you have already signed this game', { rule: 'signed' });
  const signature = await signer.sign(file.value, at);
  if (!signature.ok) return signature;
  const signatures =
    seat === 0 ? ([signature.value, null] as const) : ([null, signature.value] as const);
  const name = gameName(record);
  const change = joinChanges([
    remove(['current-games', name]),
    setDirectory(['finished-games', name], encodeHistory({ file: file.value, signatures })),
  ]);
  return ok({ change, signature: signature.value });
}
