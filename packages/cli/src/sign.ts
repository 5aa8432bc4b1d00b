/** Acts and endings signed for those who have keys here. */
import {
  type Action,
  bytesToHex,
  type Ending,
  type Header,
  ok,
  type Result,
  type Seat,
  type SeatSignature,
  type Signed,
  sha256,
} from '@kifu/core';
import { appendSigned, type Chain, draftEnd, end } from '@kifu/record';
import { termsOf } from '@kifu/record/match-state';
import { endingMessage, intentMessage, publicKeyOf, sign, whenOf } from '@kifu/record/sign';
import { type StoredKey, secretOf } from './keys.ts';
import { freshNonce } from './new-header.ts';

/** The secret of a seat; null where it has no key here. */
export type SecretOf = (seat: Seat) => Uint8Array | null;

/** When an act is done. */
interface ActTime {
  readonly at?: number | null;
  readonly ms?: number | null;
}

/**
 * The header of a match in which one seat signs with a key, and the others with keys made for this match alone: without a referee
 * all players have keys, or none.
 */
export async function keyedHeader(
  header: Header,
  signing: Seat,
  signer: StoredKey,
): Promise<Header> {
  const nonce = freshNonce();
  const standIn = async (seat: Seat) =>
    bytesToHex(await publicKeyOf(standInSecret(signer, nonce, seat)));
  const players = header.players.map(async player => ({
    ...player,
    key: player.seat === signing ? signer.key : await standIn(player.seat),
  }));
  return { ...header, players: await Promise.all(players), terms: { ...termsOf(header), nonce } };
}

/** What the seats of such a match sign with. */
export const secretsOf =
  (header: Header, signer: StoredKey): SecretOf =>
  seat => {
    const key = header.players.find(player => player.seat === seat)?.key;
    if (key === undefined) return null;
    return key === signer.key
      ? secretOf(signer)
      : standInSecret(signer, termsOf(header).nonce, seat);
  };

/** Derived from the signer's secret and the match, so that the match can be resumed later. */
const standInSecret = (signer: StoredKey, nonce: string, seat: Seat): Uint8Array =>
  sha256(Buffer.concat([Buffer.from(`kifu/stand-in/1\0${nonce}\0${seat}\0`), secretOf(signer)]));

/** Signs an act as the seat's next one, having seen everything. */
export async function signAct(
  { table, last }: Chain,
  secret: Uint8Array,
  seat: Seat,
  act: Action,
  when: ActTime,
): Promise<Signed> {
  const seq = (table.seqs?.[seat] ?? 0) + 1;
  const { match, terms } = table;
  const intent = { match, seat, seq, seen: last.digest, act, when: whenOf(terms, when) };
  return { seq, seen: last.n, signature: await sign(secret, intentMessage(intent)) };
}

/** Appends an act, signed with a secret. */
export async function appendAs(
  chain: Chain,
  secret: Uint8Array,
  seat: Seat,
  act: Action,
  when: ActTime = {},
): Promise<Result<Chain>> {
  const signed = await signAct(chain, secret, seat, act, when);
  const appended = await appendSigned(chain, { seat, act, signed, ...when }, null);
  return appended.ok ? ok(appended.value.chain) : appended;
}

/** Begins a match whose players all have keys here: each agrees to the header. */
export async function agreeAll(first: Chain, secrets: SecretOf): Promise<Result<Chain>> {
  let chain = first;
  for (const { seat } of first.table.header.players) {
    const secret = secrets(seat);
    if (secret === null) continue;
    const agreed = await appendAs(chain, secret, seat, { type: 'resume' });
    if (!agreed.ok) return agreed;
    chain = agreed.value;
  }
  return ok(chain);
}

/** Signatures under an ending, of all seats that have keys here. */
export async function signEnding(
  chain: Chain,
  secrets: SecretOf,
  how: Partial<Ending>,
): Promise<Result<readonly SeatSignature[]>> {
  const drafted = draftEnd(chain, how);
  if (!drafted.ok) return drafted;
  const message = endingMessage(drafted.value.node);
  const signed: SeatSignature[] = [];
  for (const { seat } of chain.table.header.players) {
    const secret = secrets(seat);
    if (secret !== null) signed.push({ seat, signature: await sign(secret, message) });
  }
  return ok(signed);
}

/** Ends a match that is over, at the time of its last entry. */
export async function endAs(chain: Chain, secrets: SecretOf): Promise<Result<Chain>> {
  const how = { ms: chain.table.lastMs };
  const signed = await signEnding(chain, secrets, how);
  return signed.ok ? end(chain, { ...how, signed: signed.value }) : signed;
}
