/**
 * The links of fair randomness. A link gives the previous one, so that a pack has only the newest link of each chain,
 * and how many there were.
 */
import { type Entry, type Header, isSameBytes } from '@kifu/core';
import { checkFirstLinks, type Holder, holdersOf, linkBefore } from '../chance/fair.ts';
import { termsOf } from '../match-state/terms.ts';
import { DamagedError } from './coder.ts';
import type { Tools } from './tools.ts';

const LINK_BYTES = 32;
/** Most links of all chains together: each takes a hash to find. */
const MOST_LINKS = 1 << 18;

/** A chain, and how many of its links have been shown. */
interface ShownChain {
  readonly links: readonly Uint8Array[];
  shown: number;
}

/** The links of a match, in the order in which they are shown. */
export class ChanceChains {
  readonly #chains = new Map<Holder, ShownChain>();
  /** All holders of chains. */
  readonly holders: readonly Holder[];

  /** Writes or reads the newest link of each holder, of a match with `count` entries; there are none in plain matches. */
  constructor(tools: Tools, header: Header, count: number, entries: readonly Entry[] | null) {
    this.holders = holdersOf(header);
    const isCollected = entries !== null && this.holders.length > 0;
    const shown = isCollected ? collect(header, this.holders, entries) : null;
    let left = MOST_LINKS;
    for (const [i, holder] of this.holders.entries()) {
      const own = shown?.[i] ?? [];
      const length = tools.number('links', own.length);
      left -= length;
      if (length > count || left < 0) throw new DamagedError('there are too many links');
      const newest = length === 0 ? null : tools.bytes(LINK_BYTES, own.at(-1) ?? null);
      const links = newest === null ? [] : leadBack(header, holder, newest, length);
      this.#chains.set(holder, { links, shown: 0 });
    }
  }

  /** The next link of each of these holders; null where one has none. */
  next(here: readonly Holder[]): readonly Uint8Array[] | null {
    const links: Uint8Array[] = [];
    for (const holder of here) {
      const chain = this.#chains.get(holder);
      const link = chain?.links[chain.shown];
      if (link === undefined) return null;
      links.push(link);
    }
    return links;
  }

  /** These holders have shown their next link. */
  show(here: readonly Holder[]): void {
    for (const holder of here) this.#chains.get(holder)!.shown++;
  }
}

/** The links that each holder shows, as far as each leads to the one before, and the first to what its holder committed to. */
function collect(
  header: Header,
  holders: readonly Holder[],
  entries: readonly Entry[],
): Uint8Array[][] {
  const shown: Uint8Array[][] = holders.map(() => []);
  for (const { act } of entries) {
    if (act.type !== 'links') continue;
    let at = 0;
    for (const [i, holder] of holders.entries()) {
      const link = act.links[at];
      if (link === undefined || !follows(header, holder, shown[i]!.at(-1), link)) continue;
      shown[i]!.push(link);
      at++;
    }
  }
  return shown;
}

/** Whether a link is the next of a chain. */
function follows(
  header: Header,
  holder: Holder,
  before: Uint8Array | undefined,
  link: Uint8Array,
): boolean {
  const { nonce, fair } = termsOf(header);
  return before === undefined
    ? checkFirstLinks(header, fair!, [holder], [link]) === null
    : isSameBytes(linkBefore(nonce, holder, link), before);
}

/** The chain that ends with a link. */
function leadBack(header: Header, holder: Holder, newest: Uint8Array, count: number): Uint8Array[] {
  const { nonce } = termsOf(header);
  const links = [newest];
  while (links.length < count) links.push(linkBefore(nonce, holder, links.at(-1)!));
  if (!follows(header, holder, undefined, links.at(-1)!))
    throw new DamagedError('a hash chain does not hash to its beginning');
  return links.reverse();
}
