/** Where records are published to and fetched from, as it is written on the command line: `kubo:http://127.0.0.1:5001`. */
import { formatCid, parseAnyCid } from '@kifu/core';
import { refuse } from '../misuse.ts';

/** A place to publish to. */
export type PublishTo =
  | {
      readonly kind: 'ipfs';
      readonly network: 'private' | 'public';
      readonly listen: string | null;
    }
  | { readonly kind: 'kubo'; readonly address: string | null }
  | { readonly kind: 'http'; readonly port: number }
  | { readonly kind: 'car'; readonly file: string };

/** Through the running peer, under a new name. */
type ByPeer = { readonly kind: 'peer' };

/** A place that a match is published to while it is played. */
export type LivePlace = PublishTo | ByPeer;

/** A place as it is asked for: a CAR file may have no name yet. */
export type RequestedPlace = LivePlace | { readonly kind: 'car'; readonly file: null };

/** A place to fetch from. */
export type FetchFrom =
  | { readonly kind: 'own' }
  | { readonly kind: 'ipfs'; readonly network: 'private' | 'public'; readonly peer: string | null }
  | {
      readonly kind: 'kubo';
      readonly address: string | null;
      /** Whether only what the daemon has itself will do. */
      readonly isOffline: boolean;
    }
  | { readonly kind: 'http'; readonly address: string }
  | { readonly kind: 'car'; readonly file: string }
  | { readonly kind: 'archive'; readonly address: string };

/** Places to publish to, for the help. */
const DESTINATIONS_HELP = 'peer, ipfs[:public|:MULTIADDR], kubo[:URL], http[:PORT], car[:FILE]';
/** Places to fetch from, for the help. */
const SOURCES_HELP =
  'ipfs:MULTIADDR, ipfs:public, kubo[:URL], http:URL, car:FILE, archive:URL, archive:FOLDER';
/** Places that a match is published to while it is played. */
const LIVE_DESTINATIONS_HELP = 'peer, ipfs[:public|:MULTIADDR], kubo[:URL]';

/** Reads a place to publish to. */
export function parseTo(text: string): RequestedPlace {
  const { kind, rest } = split(text);
  if (kind === 'ipfs' && (rest === null || rest === 'public'))
    return { kind, network: rest === null ? 'private' : 'public', listen: null };
  if (kind === 'ipfs' && rest!.startsWith('/')) return { kind, network: 'private', listen: rest };
  if (kind === 'kubo') return { kind, address: rest };
  if (kind === 'http' && (rest === null || (/^\d{1,5}$/.test(rest) && Number(rest) <= MAX_PORT)))
    return { kind, port: Number(rest ?? 0) };
  if (kind === 'car' && rest !== '-') return { kind, file: rest };
  if (kind === 'peer' && rest === null) return { kind };
  return refuse(texts => texts.place(DESTINATIONS_HELP));
}

/** Reads a place to publish to while a match is played. */
export function parseLive(text: string): LivePlace {
  const to = parseTo(text);
  if (to.kind === 'peer' || to.kind === 'ipfs' || to.kind === 'kubo') return to;
  return refuse(texts => texts.place(LIVE_DESTINATIONS_HELP));
}

/** Parses a place to fetch from; a bare URL is a gateway. */
export function parseFrom(text: string): FetchFrom {
  if (/^https?:\/\//.test(text)) return { kind: 'http', address: text };
  const { kind, rest } = split(text);
  if (kind === 'ipfs' && rest === 'public') return { kind, network: 'public', peer: null };
  if (kind === 'ipfs' && rest?.startsWith('/')) return { kind, network: 'private', peer: rest };
  if (kind === 'kubo') return { kind, address: rest, isOffline: false };
  if (kind === 'http' && rest !== null) return { kind, address: rest };
  if (kind === 'car' && rest !== null && rest !== '-') return { kind, file: rest };
  if (kind === 'archive' && rest !== null) return { kind, address: rest };
  return refuse(texts => texts.place(SOURCES_HELP));
}

/** A name (`12D3KooW…`) or a content id, also behind `/ipns/` or `/ipfs/`; null where it is something else. */
export function publishedName(text: string): string | null {
  const name = text.replace(/^\/ip[nf]s\//, '');
  const cid = parseAnyCid(name);
  if (cid.ok) return formatCid(cid.value);
  return /^12D3KooW[1-9A-HJ-NP-Za-km-z]{44}$/.test(name) ? name : null;
}

const MAX_PORT = 65_535;

/** The parts before and after the first colon; null without a part after it. */
function split(text: string): { readonly kind: string; readonly rest: string | null } {
  const at = text.indexOf(':');
  return at < 0
    ? { kind: text, rest: null }
    : { kind: text.slice(0, at), rest: text.slice(at + 1) || null };
}

/** How a match is followed that is published under a name. */
export const watchLine = (name: string): string => `kifu watch ${name}`;
