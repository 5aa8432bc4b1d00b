/**
 * A hash chain for fair randomness, whose links are revealed one after another. Links are made from the end, so each revealed link
 * would cost all those behind it: some on the way are cached, and the stretch that is being revealed.
 */
import { bytesToHex, concatBytes, sha256 } from '@kifu/core';
import { commitToLink, type Holder, linkBefore } from '@kifu/record/chance';

/** Draws that a match can have; a game of ours has some hundreds. */
const CHAIN_LENGTH = 8192;
const STRETCH = 128;

/** The links of one holder. */
export interface Links {
  /** Given in advance, in hex. */
  readonly commitment: string;
  /** Link `k`, the first is 0; null beyond the end. */
  link(k: number): Uint8Array | null;
}

/** Makes the chain of a holder from a secret of 32 bytes. */
export function makeLinks(
  nonce: string,
  holder: Holder,
  secret: Uint8Array,
  length: number = CHAIN_LENGTH,
): Links {
  /** Link `length - 1 - i * STRETCH` at `i`. */
  const kept: Uint8Array[] = [];
  let link = secret;
  for (let i = 0; i < length; i++) {
    if (i > 0) link = linkBefore(nonce, holder, link);
    if (i % STRETCH === 0) kept.push(link);
  }
  let stretch: { readonly at: number; readonly links: readonly Uint8Array[] } | null = null;
  return {
    commitment: bytesToHex(commitToLink(nonce, holder, link)),
    link(k) {
      if (!(k >= 0 && k < length)) return null;
      const back = length - 1 - k;
      const at = Math.floor(back / STRETCH);
      if (stretch?.at !== at) stretch = { at, links: stretchFrom(nonce, holder, kept[at]!) };
      return stretch.links[back % STRETCH]!;
    },
  };
}

function stretchFrom(nonce: string, holder: Holder, last: Uint8Array): Uint8Array[] {
  const links = [last];
  while (links.length < STRETCH) links.push(linkBefore(nonce, holder, links.at(-1)!));
  return links;
}

/** The secret of a chain from a longer-lived one, bound to the match and the holder. */
export function chainSecret(root: Uint8Array, nonce: string, holder: Holder): Uint8Array {
  const tag = new TextEncoder().encode(`kifu/chain/1\0${nonce}\0${holder}\0`);
  return sha256(concatBytes(tag, root));
}
