/**
 * A tournament as stored: a chain of nodes in the format of records. The header has the game `tournament` and the terms as options; seat 0 is the
 * organizer and signs each entry as a player signs a move. The bytes of such a move are the canonical JSON of the entry.
 */
import {
  bytesToHex,
  canonicalText,
  entryOf,
  type Fail,
  fail,
  type Header,
  hexToBytes,
  isSameBytes,
  type Json,
  type JsonObject,
  ok,
  parseJson,
  type Result,
  sha256,
} from '@kifu/core';
import { keyOf, MAX_ENTRIES, NO_TERMS } from '@kifu/record/match-state';
import { decodeHeader, decodeNext, encodeEntry, encodeHeader, isEnding } from '@kifu/record/node';
import { intentMessage, isSignedBy, publicKeyOf, sign } from '@kifu/record/sign';
import { parseEntry, parseTerms, type TournamentEntry, type TournamentTerms } from './entry.ts';
import { newTournament, type Tournament, take } from './tournament.ts';

/** The organizer of a tournament, with the key that signs it. */
export interface Organizer {
  readonly name: string;
  /** 32 bytes. */
  readonly secret: Uint8Array;
}

/** Distinguishes two tournaments of the same terms. */
export interface TournamentOptions {
  /** Hex digits, 16 bytes at least. */
  readonly nonce: string;
  /** ISO 8601, UTC; null where it does not matter. */
  readonly startedAt: string | null;
}

/** A tournament with its nodes. */
export interface OpenTournament {
  readonly tournament: Tournament;
  readonly header: Header;
  readonly entries: readonly TournamentEntry[];
  /** The header first. */
  readonly nodes: readonly Uint8Array[];
}

const GAME = 'tournament';
const VERSION = 1;
const ORGANIZER = 0;

/** Begins a tournament. */
export async function beginTournament(
  terms: TournamentTerms,
  { name, secret }: Organizer,
  { nonce, startedAt }: TournamentOptions,
): Promise<Result<OpenTournament>> {
  const checked = parseTerms(terms as unknown as Json);
  if (!checked.ok) return checked;
  const key = bytesToHex(await publicKeyOf(secret));
  const header: Header = {
    ...{ game: GAME, version: VERSION, options: terms as unknown as JsonObject, startedAt },
    ...{ seed: null, start: null, tags: {}, players: [{ seat: ORGANIZER, name, key }] },
    terms: { ...NO_TERMS, nonce },
  };
  const nodes = [encodeHeader(header)];
  return ok({ tournament: newTournament(checked.value), header, entries: [], nodes });
}

/** Takes an entry and signs it. */
export async function appendEntry(
  { tournament, header, entries, nodes }: OpenTournament,
  entry: TournamentEntry,
  secret: Uint8Array,
): Promise<Result<OpenTournament>> {
  const parsed = parseEntry(entry as unknown as Json);
  if (!parsed.ok) return parsed;
  if (nodes.length > MAX_ENTRIES)
    return fail('too-large', `too many entries in the tournament: ${MAX_ENTRIES} at most`);
  if (bytesToHex(await publicKeyOf(secret)) !== keyOf(header, ORGANIZER))
    return fail('bad-signature', "the key is not the organizer's");
  const next = take(tournament, parsed.value);
  if (!next.ok) return next;
  const n = nodes.length;
  const prev = sha256(nodes[n - 1]!);
  const move = new TextEncoder().encode(canonicalText(entry as unknown as Json));
  const act = { type: 'move', move } as const;
  const match = sha256(nodes[0]!);
  const intent = { match, seat: ORGANIZER, seq: n, seen: prev, act, when: null };
  const signature = await sign(secret, intentMessage(intent));
  const signed = { seq: n, seen: n - 1, signature };
  const node = encodeEntry({ n, prev, ...entryOf(ORGANIZER, act, { signed }) });
  return ok({
    tournament: next.value,
    header,
    entries: [...entries, parsed.value],
    nodes: [...nodes, node],
  });
}

/** Reads nodes, the header first, and verifies all of it: links, signatures, and that each entry can be taken. */
export async function readTournament(
  nodes: readonly Uint8Array[],
): Promise<Result<OpenTournament>> {
  const [first] = nodes;
  const header = first === undefined ? NO_HEADER : decodeHeader(first);
  if (!header.ok) return header;
  if (header.value.game !== GAME || header.value.version !== VERSION)
    return fail('unsupported', 'not a tournament, or a newer version');
  if (nodes.length > MAX_ENTRIES + 1)
    return fail('too-large', `too many entries in the tournament: ${MAX_ENTRIES} at most`);
  const terms = parseTerms(header.value.options);
  if (!terms.ok) return terms;
  let tournament = newTournament(terms.value);
  const entries: TournamentEntry[] = [];
  for (let n = 1; n < nodes.length; n++) {
    const entry = await readEntry(header.value, nodes, n);
    const next = entry.ok ? take(tournament, entry.value) : entry;
    if (!entry.ok || !next.ok) return atEntry(n, next as Fail);
    tournament = next.value;
    entries.push(entry.value);
  }
  return ok({ tournament, header: header.value, entries, nodes });
}

const NO_HEADER = fail('malformed', 'the tournament has no header');

const atEntry = (n: number, { fault }: Fail): Fail => ({
  ok: false,
  fault: { ...fault, message: `entry ${n}: ${fault.message}`, at: { path: `/entries/${n - 1}` } },
});

async function readEntry(
  header: Header,
  nodes: readonly Uint8Array[],
  n: number,
): Promise<Result<TournamentEntry>> {
  const node = decodeNext(nodes[n]!);
  if (!node.ok) return node;
  if (isEnding(node.value) || node.value.act.type !== 'move' || node.value.seat !== ORGANIZER)
    return fail('malformed', 'not an entry of a tournament');
  const { prev, act, signed } = node.value;
  const before = sha256(nodes[n - 1]!);
  if (node.value.n !== n || !isSameBytes(prev, before))
    return fail('broken-chain', 'it does not link to the previous entry');
  const match = sha256(nodes[0]!);
  const intent = { match, seat: ORGANIZER, seq: n, seen: before, act, when: null };
  const key = hexToBytes(keyOf(header, ORGANIZER) ?? '');
  const isGood =
    signed !== null &&
    signed.seq === n &&
    signed.seen === n - 1 &&
    (await isSignedBy(key, intentMessage(intent), signed.signature));
  if (!isGood) return fail('bad-signature', 'it is not signed by the organizer');
  const plain = encodeEntry({ n, prev, ...entryOf(ORGANIZER, act, { signed }) });
  return isSameBytes(plain, nodes[n]!)
    ? decodeEntry(act.move)
    : fail('malformed', 'it contains unsigned data');
}

function decodeEntry(move: Uint8Array): Result<TournamentEntry> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(move);
  } catch {
    return fail('malformed', 'it is not valid UTF-8');
  }
  const json = parseJson(text);
  if (!json.ok) return json;
  return canonicalText(json.value) === text
    ? parseEntry(json.value)
    : fail('malformed', 'its JSON is not canonical');
}
