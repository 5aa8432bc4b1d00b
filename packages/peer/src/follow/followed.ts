/**
 * A match as far as it has been followed by its name. What comes is held against what came before: every node names the one before it, the
 * name has signed how far the match is, it only moves forward, and if it publishes two histories, both are stored with its signatures.
 */
import { compareHistories } from '@kifu/client/player';
import {
  cidOf,
  type Fail,
  fail,
  formatCid,
  isSameBytes,
  ok,
  parseCid,
  type Result,
} from '@kifu/core';
import { MAX_ENTRIES } from '@kifu/record/match-state';
import { decodePrev, isHeader } from '@kifu/record/node';
import type { NewestSequences } from '../ipns/records.ts';
import { type CheckedAnnouncement, checkAnnouncement } from './announcement.ts';
import type { Page } from './pages.ts';

/** Two histories that one name has signed. They part at a node: from there on both are stored. */
export interface HistoryFork {
  readonly at: number;
  readonly said: readonly [CheckedAnnouncement, CheckedAnnouncement];
  readonly nodes: readonly [readonly Uint8Array[], readonly Uint8Array[]];
}

/** What a page did: `part`, more pages follow; `grown`, it added nodes; `known`, it added none; `forked`, the name published two histories. */
export type PageResult = 'part' | 'grown' | 'known' | 'forked';

/** Far more than any match that people play. */
const MAX_BYTES = 16 << 20;

const STALE = fail('conflict', 'the publisher went back to an older version', { rule: 'stale' });

/** What has come, in order. */
export class Followed {
  /** The name that is followed; null until one has published the match that is looked for by its content. */
  name: string | null;
  /** All nodes, the header first. */
  readonly nodes: Uint8Array[] = [];
  /** What the name has signed of them; null while none have come. */
  said: CheckedAnnouncement | null = null;
  fork: HistoryFork | null = null;
  readonly #newest: NewestSequences;
  /** A node that must be in it, where it is looked for by that. */
  readonly #wanted: string | null;
  /** From the content ID of each node to its number. */
  readonly #numbers = new Map<string, number>();
  #bytes = 0;

  /** By a name, or by the content ID of something in the match; null for the first match that is published. */
  constructor(of: string | null, newest: NewestSequences) {
    const content = of === null ? null : parseCid(of);
    this.name = content?.ok ? null : of;
    // bytes that are not a node may be an older root of its replay log, which only its blocks prove
    this.#wanted = content?.ok && content.value.codec === 'dag-cbor' ? of : null;
    this.#newest = newest;
  }

  /** The number of a node; null where it is none of these. */
  numberOf(cid: string): number | null {
    return this.#numbers.get(cid) ?? null;
  }

  /** Whether a content ID names the match, a node of it, or the directory or replay log that the name signed last. */
  has(cid: string): boolean {
    const { said } = this;
    return this.#numbers.has(cid) || (said !== null && [said.root, said.log].includes(cid));
  }

  /** Receives a published match from one node, page by page. */
  hear(): (page: Page) => Promise<Result<PageResult>> {
    let draft: { readonly from: number; readonly nodes: Uint8Array[]; bytes: number } | null = null;
    return async page => {
      draft ??= { from: page.from, nodes: [], bytes: 0 };
      const { from, nodes } = draft;
      if (page.from !== from + nodes.length || from > this.nodes.length) return GAP;
      for (const node of page.nodes) {
        const before = nodes.at(-1) ?? this.nodes[from - 1] ?? null;
        const wrong = checkLink(before, node, from + nodes.length);
        if (wrong !== null) return wrong;
        nodes.push(node);
        draft.bytes += node.length;
        if (draft.bytes > MAX_BYTES || from + nodes.length > MAX_ENTRIES + 2) return TOO_MUCH;
      }
      if (page.said === null) return ok('part');
      draft = null;
      const said = await checkAnnouncement(page.said);
      return said.ok ? this.#take(from, nodes, said.value) : said;
    };
  }

  /** Adds nodes that lead to the head that the name has signed. */
  #take(from: number, nodes: readonly Uint8Array[], said: CheckedAnnouncement): Result<PageResult> {
    const last = nodes.at(-1) ?? this.nodes[from - 1];
    if (last === undefined || idOf(last) !== said.head)
      return fail('broken-chain', 'the nodes do not match the published head');
    if (this.name !== null && said.name !== this.name)
      return fail('bad-signature', 'the answer is for a different name', { rule: 'ipns' });
    if (this.name === null && this.#wanted !== null && !nodes.some(this.#isWanted)) return OTHER;
    if (this.fork !== null) return ok('forked');
    if (this.said?.root === said.root) return ok('known');
    const known = this.nodes.slice(from);
    const found = compareHistories(known, nodes);
    // two histories are a proof, whichever is older
    if (found.kind === 'forked') return this.#part(from + found.at, nodes.slice(found.at), said);
    // the number is on disk before the node is taken, so that nothing older is taken after a restart
    if (found.kind === 'behind' || !this.#newest.raiseSequence(said.name, said.sequence))
      return STALE;
    // two records of one number contradict each other too
    if (said.sequence === this.said?.sequence)
      return this.#part(this.nodes.length, nodes.slice(known.length), said);
    return this.#grow(nodes.slice(known.length), said);
  }

  #isWanted = (node: Uint8Array): boolean => idOf(node) === this.#wanted;

  #grow(fresh: readonly Uint8Array[], said: CheckedAnnouncement): Result<PageResult> {
    this.#bytes += fresh.reduce((sum, { length }) => sum + length, 0);
    if (this.#bytes > MAX_BYTES) return TOO_MUCH;
    for (const node of fresh) {
      this.#numbers.set(idOf(node), this.nodes.length);
      this.nodes.push(node);
    }
    this.name = said.name;
    this.said = said;
    return ok('grown');
  }

  /** Nothing more is accepted from here on: neither history can be preferred. */
  #part(at: number, other: readonly Uint8Array[], said: CheckedAnnouncement): Result<PageResult> {
    this.fork ??= { at, said: [this.said!, said], nodes: [this.nodes.slice(at), other] };
    return ok('forked');
  }
}

const OTHER = fail('not-found', 'the published match is not the requested one');
const GAP = fail('malformed', 'a page does not continue the previous one', { rule: 'message' });
const TOO_MUCH = fail('too-large', 'the match is too long to follow');
const UNLINKED = fail('broken-chain', 'a node does not link to its predecessor');

const idOf = (node: Uint8Array): string => formatCid(cidOf('dag-cbor', node));

function checkLink(before: Uint8Array | null, node: Uint8Array, n: number): Fail | null {
  if (n === 0)
    return isHeader(node) ? null : fail('broken-chain', 'the match does not start with a header');
  if (before === null) return GAP;
  const named = isHeader(node) ? UNLINKED : decodePrev(node);
  if (!named.ok) return named;
  const isLinked =
    named.value.n === n && isSameBytes(named.value.prev, cidOf('dag-cbor', before).digest);
  return isLinked ? null : UNLINKED;
}
