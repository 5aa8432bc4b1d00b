/**
 * `npx node --conditions=source scripts/proof-vectors.ts`: writes `vectors/record/proofs.json`, proofs of double signing of every kind, good
 * and bad. What checking has to find is written down here by hand; the script stops if the code finds something else.
 */
import { writeFileSync } from 'node:fs';
import { type Action, bytesToHex, type Game, moveAct, sha256, unwrap } from '@kifu/core';
import { chess, parseUci } from '@kifu/games/chess';
import { appendSigned } from '@kifu/record';
import {
  decodeHeader,
  decodeNext,
  type EntryNode,
  encodeEntry,
  encodeHeader,
} from '@kifu/record/node';
import {
  checkDoubleSigning,
  type DoubleSigning,
  decodeDoubleSigning,
  describeDoubleSigning,
  encodeDoubleSigning,
  findFork,
  formatProof,
  publicKeyOf,
  type SignedHeader,
  type SignedIntent,
  whenOf,
} from '@kifu/record/sign';
import { appendEntry, beginTournament } from '@kifu/tournament';
import {
  beginMatch,
  doAct,
  type MatchPlan,
  type Playing,
  refereeSigner,
  secretOf,
  signAct,
  sitDown,
} from '../packages/record/test/matches.ts';

const FILE = new URL('../vectors/record/proofs.json', import.meta.url);
const KEYED: MatchPlan = { game: chess.game as Game, keys: true };
const REFEREED: MatchPlan = { ...KEYED, referee: true };
const MADE_UP = { ...REFEREED, names: ['Ann', 'Eve'] };

const referee = await publicKeyOf(secretOf('referee'));
const player = await publicKeyOf(secretOf('seat 0'));
const other = await publicKeyOf(secretOf('seat 1'));
const move = (uci: string): Action => moveAct(chess.game, unwrap(parseUci(uci)));

async function intentOf(playing: Playing, act: Action): Promise<SignedIntent> {
  const { table, last } = playing.chain;
  const { signature, seq } = await signAct(playing, 0, act);
  const when = whenOf(table.terms, {});
  return { intent: { match: table.match, seat: 0, seq, seen: last.digest, act, when }, signature };
}

async function nodeAfter(playing: Playing, act: Action): Promise<Uint8Array> {
  const signed = await signAct(playing, 0, act);
  const doing = { seat: 0, act, ms: 5, signed };
  return unwrap(await appendSigned(playing.chain, doing, refereeSigner)).chain.last.bytes;
}

async function firstOf(plan: MatchPlan): Promise<SignedHeader> {
  const playing = await sitDown(plan);
  const header = playing.chain.last.bytes;
  await doAct(playing, 0, { type: 'resume' });
  return [header, playing.chain.last.bytes];
}

/** The proof that an organizer rewrote a tournament after two players had entered. */
async function organizerProof(): Promise<DoubleSigning> {
  const secret = secretOf('organizer');
  const terms = { name: 'Club', system: 'swiss', game: 'chess', rounds: 2 } as const;
  const options = { nonce: '11'.repeat(16), startedAt: '2026-11-15T12:00:00Z' };
  let open = unwrap(await beginTournament(terms, { name: 'Olga', secret }, options));
  for (const name of ['Ann', 'Bob'])
    open = unwrap(await appendEntry(open, { type: 'enter', name, key: null }, secret));
  const paired = unwrap(await appendEntry(open, { type: 'round' }, secret));
  const rewritten = unwrap(await appendEntry(open, { type: 'withdraw', player: '@Bob' }, secret));
  return (await findFork(paired.nodes, rewritten.nodes))!.proof!;
}

interface Row {
  readonly name: string;
  /** Hex. */
  readonly proof: string;
  /** The code of the fault; null if the proof holds. */
  readonly fault: string | null;
  /** The role of the key, and the two statements in words; null if the bytes are not a proof. */
  readonly by: string | null;
  readonly says: readonly string[] | null;
}

const rows: Row[] = [];

async function add(name: string, fault: string | null, bytes: Uint8Array): Promise<void> {
  const decoded = decodeDoubleSigning(bytes);
  const checked = decoded.ok ? await checkDoubleSigning(decoded.value) : decoded;
  const found = checked.ok ? null : checked.fault.code;
  if (found !== fault) throw new Error(`${name}: ${found} instead of ${fault}`);
  const described = decoded.ok ? describeDoubleSigning(decoded.value) : null;
  console.log(`${name}: ${fault ?? formatProof(described!)}`);
  rows.push({
    ...{ name, proof: bytesToHex(bytes), fault },
    ...{ by: described?.by ?? null, says: described?.says ?? null },
  });
}

const prove = (name: string, fault: string | null, proof: DoubleSigning) =>
  add(name, fault, encodeDoubleSigning(proof));

const playing = await beginMatch(KEYED);
const [e4, d4] = [await intentOf(playing, move('e2e4')), await intentOf(playing, move('d2d4'))];
playing.seqs.set(0, 2);
const later = await intentOf(playing, move('d2d4'));
const intents = { by: 'player', key: player, intents: [e4, d4] } as const;
await prove('player: two moves with one number', null, intents);
await prove('player: the same move twice', 'malformed', { ...intents, intents: [e4, e4] });
await prove('player: two numbers', 'malformed', { ...intents, intents: [e4, later] });
await prove('player: the key of another', 'bad-signature', { ...intents, key: other });
await prove('player: a signature under the other move', 'bad-signature', {
  ...intents,
  intents: [e4, { ...d4, signature: e4.signature }],
});
await prove('organizer: two entries with one number', null, await organizerProof());

const watched = await beginMatch(REFEREED);
const [a, b] = [await nodeAfter(watched, move('e2e4')), await nodeAfter(watched, move('d2d4'))];
const nodes = { by: 'referee', key: referee, nodes: [a, b] } as const;
await prove('referee: two nodes after one', null, nodes);
await prove('referee: the same node twice', 'malformed', { ...nodes, nodes: [a, a] });
await prove('referee: the key of another', 'bad-signature', { ...nodes, key: other });
const bare = encodeEntry({ ...(unwrap(decodeNext(b)) as EntryNode), referee: null });
await prove('referee: a node without a signature', 'bad-signature', { ...nodes, nodes: [a, bare] });

const [one, two] = [await firstOf(REFEREED), await firstOf(MADE_UP)];
const headers = { by: 'header', key: referee, headers: [one, two] } as const;
await prove('header: two headers with one nonce', null, headers);
await prove('header: the same header twice', 'malformed', { ...headers, headers: [one, one] });
await prove('header: the key of another', 'malformed', { ...headers, key: other });
await prove('header: node 1 of the other header', 'malformed', {
  ...headers,
  headers: [one, [two[0], one[1]]],
});
const header = unwrap(decodeHeader(two[0]));
const node = unwrap(decodeNext(two[1])) as EntryNode;
const renonced = encodeHeader({ ...header, terms: { ...header.terms!, nonce: '22'.repeat(16) } });
await prove('header: two nonces', 'malformed', {
  ...headers,
  headers: [one, [renonced, encodeEntry({ ...node, prev: sha256(renonced) })]],
});
const tagged = encodeHeader({ ...header, tags: { Event: 'made up' } });
await prove('header: a header that the referee never signed', 'bad-signature', {
  ...headers,
  headers: [one, [tagged, encodeEntry({ ...node, prev: sha256(tagged) })]],
});

const bytes = encodeDoubleSigning(headers);
await add('truncated', 'malformed', bytes.subarray(0, -1));
await add('trailing byte', 'malformed', Uint8Array.of(...bytes, 0));
await add('empty', 'malformed', new Uint8Array());

writeFileSync(FILE, `${JSON.stringify({ proofs: rows }, null, 1)}\n`);
