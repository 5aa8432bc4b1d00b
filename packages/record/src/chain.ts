/** A match as a chain of nodes, as a value: each node names the one before it, so that the last one names them all. */
import {
  type Cid,
  type Ending,
  fail,
  type Game,
  type Header,
  hexToBytes,
  type NewEntry,
  ok,
  type Part,
  type Result,
  sha256,
} from '@kifu/core';
import { checkVoters } from './match-state/ending.ts';
import { type MatchState, sit } from './match-state/match-state.ts';
import { givenOf, unseen } from './match-state/presigned.ts';
import { keyOf } from './match-state/terms.ts';
import { encodeEnding } from './node/ending.ts';
import {
  checkReferee,
  encodeMade,
  makeEnding,
  makeEntry,
  makeHeader,
  type PreparedEnding,
  type PreparedEntry,
  type PreservedFields,
} from './node/make.ts';
import { endingMessage, intentMessage, nodeMessage, whenOf } from './sign/intent.ts';
import { isSignedBy } from './sign/signature.ts';

/** A chain: where the match stands, and its newest node, which leads to all others. */
export interface Chain<State = unknown> {
  readonly table: MatchState<State>;
  readonly last: StoredNode;
  readonly isEnded: boolean;
}

/** A node as it is stored. */
export interface StoredNode {
  readonly n: number;
  readonly digest: Uint8Array;
  readonly bytes: Uint8Array;
  readonly before: StoredNode | null;
}

/** A chain with one node more, and what happened. */
export interface Appended<State = unknown> {
  readonly chain: Chain<State>;
  readonly parts: readonly Part<State>[];
}

/** An action that has been tried and can be appended: nothing is played again when it is. */
export interface Draft<State = unknown> extends PreparedEntry<State> {
  readonly chain: Chain<State>;
}

/** Signs a message. */
export type Signer = (message: Uint8Array) => Promise<Uint8Array>;

/** The content ID of a node. */
export const idOf = (digest: Uint8Array): Cid => ({ version: 1, codec: 'dag-cbor', digest });

/** The content ID of the newest node. */
export const headOf = ({ last }: Chain): Cid => idOf(last.digest);

/** The nodes of a chain in order, the header first. */
export function nodesOf({ last }: Chain): Uint8Array[] {
  const nodes: Uint8Array[] = [];
  for (let here: StoredNode | null = last; here !== null; here = here.before)
    nodes.push(here.bytes);
  return nodes.reverse();
}

/** Begins a chain with its header. With hidden hands it takes the secret of the deal. */
export function begin<State>(
  game: Game<State>,
  header: Header,
  deal: Uint8Array | null = null,
): Result<Appended<State>> {
  const bytes = makeHeader(header);
  if (!bytes.ok) return bytes;
  const digest = sha256(bytes.value);
  const seated = sit(game, header, digest, deal);
  if (!seated.ok) return seated;
  const { table, parts } = seated.value;
  const last = { n: 0, digest, bytes: bytes.value, before: null };
  return ok({ chain: { table, last, isEnded: false }, parts });
}

/** Tries an action, and gives what it takes to append it with `link`; the chain stays as it is. */
export function draft<State>(
  chain: Chain<State>,
  entry: NewEntry,
  keep: PreservedFields = {},
): Result<Draft<State>> {
  if (chain.isEnded) return fail('game-over', 'the record has already ended');
  const made = makeEntry(chain.table, chain.last.digest, entry, keep);
  return made.ok ? ok({ ...made.value, chain }) : made;
}

/** Appends an action that was tried, with the referee's signature where the match has one. */
export function link<State>(
  { chain, table, parts, node }: Draft<State>,
  referee: Uint8Array | null = node.referee,
): Result<Appended<State>> {
  const bytes = encodeMade(referee === node.referee ? node : { ...node, referee });
  return (
    checkReferee(chain.table, referee) ??
    ok({ chain: addNode(chain, table, bytes, node.n, false), parts })
  );
}

/** Appends an action to a match without a referee, or with the referee's signature already made. Reads no signatures. */
export function append<State>(
  chain: Chain<State>,
  entry: NewEntry,
  keep: PreservedFields = {},
): Result<Appended<State>> {
  const drafted = draft(chain, entry, keep);
  return drafted.ok ? link(drafted.value) : drafted;
}

/** Appends an action to a live match: the player's signature is checked, and the referee signs the node. */
export async function appendSigned<State>(
  chain: Chain<State>,
  entry: NewEntry,
  referee: Signer | null,
): Promise<Result<Appended<State>>> {
  const drafted = draft(chain, entry);
  return drafted.ok ? linkSigned(drafted.value, referee) : drafted;
}

/** Appends an action that was tried: the player's signature is checked, and the referee signs the node. */
export async function linkSigned<State>(
  drafted: Draft<State>,
  referee: Signer | null,
): Promise<Result<Appended<State>>> {
  const { chain, node } = drafted;
  const { seat, act, signed } = node;
  if (seat !== null && signed !== null) {
    const given = givenOf(chain.table, node);
    const message = intentMessage({
      match: chain.table.match,
      seat,
      seq: signed.seq,
      seen: digestOf(chain, signed.seen),
      act,
      when: whenOf(chain.table.terms, node),
      given: given ?? [],
    });
    const key = keyOf(chain.table.header, seat);
    const isGood = key !== null && (await isSignedBy(hexToBytes(key), message, signed.signature));
    if (!isGood)
      return given === null
        ? fail('bad-signature', `invalid signature of seat ${seat}`)
        : unseen(seat, chain.table.changed);
  }
  return link(drafted, referee === null ? null : await referee(nodeMessage(node)));
}

/** Digest of a node of the chain; of the first node if the number does not exist. */
function digestOf({ last }: Chain, n: number): Uint8Array {
  let here = last;
  while (here.n > n && here.before !== null) here = here.before;
  return here.digest;
}

/** Appends the ending, to a match without a referee or with the signature already made. */
export function end<State>(chain: Chain<State>, how: Partial<Ending> = {}): Result<Chain<State>> {
  const made = draftEnd(chain, how);
  return made.ok ? linkEnd(chain, made.value, made.value.node.referee) : made;
}

/** Appends the ending to a live match: the players' signatures are checked, and the referee signs it. */
export async function endSigned<State>(
  chain: Chain<State>,
  how: Partial<Ending>,
  referee: Signer | null,
): Promise<Result<Ended<State>>> {
  const made = draftEnd(chain, how);
  if (!made.ok) return made;
  const { node } = made.value;
  for (const { seat, signature } of node.signed) {
    const key = keyOf(chain.table.header, seat);
    if (key === null || !(await isSignedBy(hexToBytes(key), endingMessage(node), signature)))
      return fail('bad-signature', `invalid signature of seat ${seat}`);
  }
  const signed = referee === null ? null : await referee(nodeMessage(node));
  const linked = linkEnd(chain, made.value, signed);
  return linked.ok ? ok({ chain: linked.value, made: made.value }) : linked;
}

/** A chain with its ending, and the ending as it was made. */
export interface Ended<State> {
  readonly chain: Chain<State>;
  readonly made: PreparedEnding<State>;
}

/** Makes an ending that is not signed yet: players sign its `endingMessage`, and it is appended with their signatures. */
export const draftEnd = <State>(
  { table, last, isEnded }: Chain<State>,
  how: Partial<Ending>,
): Result<PreparedEnding<State>> =>
  isEnded ? fail('game-over', 'the record has already ended') : makeEnding(table, last.digest, how);

const linkEnd = <State>(
  chain: Chain<State>,
  { node, table }: PreparedEnding<State>,
  referee: Uint8Array | null,
): Result<Chain<State>> =>
  checkReferee(table, referee) ??
  checkVoters(chain.table, node) ??
  ok(addNode(chain, table, encodeEnding({ ...node, referee }), node.n, true));

const addNode = <State>(
  chain: Chain<State>,
  table: MatchState<State>,
  bytes: Uint8Array,
  n: number,
  isEnded: boolean,
): Chain<State> => ({
  table,
  last: { n, digest: sha256(bytes), bytes, before: chain.last },
  isEnded,
});
