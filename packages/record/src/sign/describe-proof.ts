/** Proofs of double signing in words: whose key contradicts itself, about what, and what each of the two statements says. */
import {
  type Action,
  bytesToHex,
  canonicalText,
  describeAction,
  describeOutcome,
  type Entry,
  formatCid,
  type Header,
  isObject,
  isSameBytes,
  type Json,
  parseJson,
  type Seat,
  type SeatNames,
  sha256,
} from '@kifu/core';
import { idOf } from '../chain.ts';
import { decodeNext, isEnding } from '../node/entry.ts';
import { decodeHeader } from '../node/header.ts';
import type { DoubleSigning, SignedHeader, SignedIntent } from './proof.ts';

/** What a proof says. Plain data. */
export interface DescribedProof {
  /** The role in which the key signed. An organizer is the player in seat 0 of a tournament. */
  readonly by: 'player' | 'organizer' | 'referee' | 'header';
  /** Hex. */
  readonly key: string;
  /** Content ID of the match or tournament; null if the proof does not contain it, and for two headers. */
  readonly match: string | null;
  /** The seat that signed, and the number of its action; null if a referee signed. */
  readonly seat: Seat | null;
  readonly seq: number | null;
  /** The node that both nodes of a referee follow; null for the other kinds. */
  readonly after: { readonly n: number; readonly node: string } | null;
  /** What the two headers have in common; null for the other kinds. */
  readonly nonce: string | null;
  /** Fields in which the two headers differ; empty for the other kinds. */
  readonly differ: readonly string[];
  /** Each of the two statements. Strangers wrote parts of it: make it printable before showing it. */
  readonly says: readonly [string, string];
}

/** Spells an entry for a reader who has the match up to a node, named by its digest; null leaves it to the general words. */
export type SpellEntry = (entry: Pick<Entry, 'seat' | 'act'>, before: Uint8Array) => string | null;

const seatName: SeatNames = seat => `seat ${seat}`;

/** Describes a proof, whether it holds or not. */
export function describeDoubleSigning(
  proof: DoubleSigning,
  spell: SpellEntry = () => null,
): DescribedProof {
  const about =
    proof.by === 'header'
      ? aboutHeaders(proof.headers)
      : proof.by === 'referee'
        ? aboutNodes(proof.nodes, spell)
        : aboutIntents(proof.intents, spell);
  const [first, second] = about.says;
  return {
    ...{ ...NOTHING, key: bytesToHex(proof.key), ...about },
    says: [shortened(first), shortened(second)],
  };
}

/** Strangers can make a statement as long as a node. */
const shortened = (words: string): string =>
  words.length <= MAX_LETTERS ? words : `${words.slice(0, MAX_LETTERS)}…`;

const MAX_LETTERS = 500;

const NOTHING = {
  ...{ match: null, seat: null, seq: null, after: null, nonce: null },
  differ: [],
} as const;

const textOf = (digest: Uint8Array): string => formatCid(idOf(digest));

function aboutIntents([a, b]: readonly [SignedIntent, SignedIntent], spell: SpellEntry) {
  const { match, seat, seq } = a.intent;
  const entries = [a, b].map(({ intent }) => tournamentEntry(intent.act));
  const isOrganizer = entries.every(entry => entry !== null);
  const says = isOrganizer
    ? (entries as string[])
    : [a, b].map(({ intent }) => spellEntry(intent, intent.seen, spell));
  const details = [a, b].map(({ intent: { when, seen } }) => [
    ...whenWords(when?.ms ?? null, when?.at ?? null),
    `after node ${textOf(seen)}`,
  ]);
  return {
    by: isOrganizer ? ('organizer' as const) : ('player' as const),
    ...{ match: textOf(match), seat, seq, says: apart(says, details) },
  };
}

function aboutNodes(nodes: readonly [Uint8Array, Uint8Array], spell: SpellEntry) {
  const decoded = nodes.map(decodeNext);
  const first = decoded[0]!.ok ? decoded[0]!.value : null;
  const after = first === null ? null : { n: first.n - 1, node: textOf(first.prev) };
  const says = decoded.map(node => {
    if (!node.ok) return `unreadable: ${node.fault.message}`;
    if (!isEnding(node.value)) return spellEntry(node.value, node.value.prev, spell);
    return `the ending: ${describeOutcome(node.value.outcome, seatName)}`;
  });
  const details = decoded.map((node, i) => [
    ...(node.ok ? whenWords(node.value.ms, node.value.at) : []),
    `node ${textOf(sha256(nodes[i]!))}`,
  ]);
  const match = after?.n === 0 ? after.node : null;
  return { by: 'referee' as const, match, after, says: apart(says, details) };
}

function aboutHeaders(pairs: readonly [SignedHeader, SignedHeader]) {
  const headers = pairs.map(([bytes]) => decodeHeader(bytes));
  const [a, b] = headers.map(header => (header.ok ? header.value : null));
  const says = headers.map((header, i) => {
    const match = `match ${textOf(sha256(pairs[i]![0]))}`;
    return header.ok ? `${headerWords(header.value)} (${match})` : `${match}, unreadable`;
  });
  return {
    by: 'header' as const,
    nonce: a?.terms?.nonce ?? null,
    differ: a == null || b == null ? [] : differingFields(a, b),
    says: says as unknown as readonly [string, string],
  };
}

const headerWords = ({ game, players }: Header): string =>
  `${game}, ${players.map(({ name, seat }) => name || seatName(seat)).join(' – ')}`;

/** Names of the fields in which two headers differ; each field of the terms counts separately. */
function differingFields(a: Header, b: Header): string[] {
  const flat = ({ terms, ...rest }: Header): { readonly [field: string]: unknown } => ({
    ...rest,
    ...terms,
  });
  const [one, other] = [flat(a), flat(b)];
  return Object.keys({ ...one, ...other }).filter(
    field => asText(one[field]) !== asText(other[field]),
  );
}

const asText = (value: unknown): string => canonicalText((value ?? null) as Json);

function spellEntry(
  entry: Pick<Entry, 'seat' | 'act'>,
  before: Uint8Array,
  spell: SpellEntry,
): string {
  const spelled = spell(entry, before);
  if (spelled !== null) return spelled;
  const { act } = entry;
  if (act.type !== 'move') return describeAction(entry, seatName);
  const who = entry.seat === null ? 'the referee' : seatName(entry.seat);
  return `${who} moves 0x${bytesToHex(act.move)}`;
}

/** The entry of a tournament, which is canonical JSON with a type; null if the move is one of a game. */
function tournamentEntry(act: Action): string | null {
  if (act.type !== 'move') return null;
  const text = utf8.decode(act.move);
  const json = parseJson(text);
  const isEntry = json.ok && isObject(json.value) && typeof json.value.type === 'string';
  const isExact = isEntry && isSameBytes(new TextEncoder().encode(text), act.move);
  return isExact ? text : null;
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

const whenWords = (ms: number | null, at: number | null): string[] => [
  ...(ms === null ? [] : [`at ${ms} ms`]),
  ...(at === null ? [] : [`at tick ${at}`]),
];

/** Two statements that look the same, distinguished by the first detail in which they differ. */
function apart(
  says: readonly string[],
  details: readonly (readonly string[])[],
): readonly [string, string] {
  const [a = '', b = ''] = says;
  if (a !== b) return [a, b];
  const [one = [], other = []] = details;
  const i = Math.max(
    0,
    one.findIndex((detail, k) => detail !== other[k]),
  );
  return [`${a} (${one[i] ?? ''})`, `${b} (${other[i] ?? ''})`];
}

/** A described proof as one sentence, without a full stop. */
export function formatProof({ by, key, match, seat, seq, after, nonce }: DescribedProof): string {
  const what = match === null ? 'a match' : `match ${match}`;
  switch (by) {
    case 'player':
      return `the player with key ${key} signed two different actions with number ${seq} in seat ${seat} of ${what}`;
    case 'organizer':
      return `the organizer with key ${key} signed two different entries with number ${seq} of tournament ${match}`;
    case 'referee':
      return `the referee with key ${key} signed two different nodes after ${after === null || after.n === 0 ? 'the header' : `node ${after.n}`} of ${what}`;
    case 'header':
      return `the referee with key ${key} signed entries under two different headers with nonce ${nonce}`;
  }
}
