/** Messages between commands and a peer on this machine: lines of JSON over a loopback socket. */
import type { Fault } from '@kifu/core';
import type { PlayedMatch } from './offer-broker.ts';

/** Where a peer listens for commands, and the token that both must prove: a file that only the directory's owner can read. */
export interface LocalAddress {
  readonly port: number;
  readonly token: string;
}

/** The file in the directory. */
export const LOCAL_FILE = 'peer.json';

/** Lines before both sides have proved the token. */
export const MAX_PROOF_BYTES = 4096;
/** How long the other side may take to prove the token. */
export const PROOF_MS = 5000;
/** A request or its answer: a tree of 256 MiB in base64, the largest that is taken in. */
export const MAX_REQUEST_BYTES = 384 << 20;

/**
 * A stream of frames: after the answer each line is a frame in base64, both ways. `reach`: to another peer for a match, by its address, its
 * node's or its player's name; `answer`: the next one from another peer that offers a match or returns to one; `follow`: a match by its
 * name or content; `publish`: one of our own.
 */
export type StreamRequest =
  | { readonly stream: 'follow' | 'publish' }
  | { readonly stream: 'reach'; readonly to: string }
  | { readonly stream: 'answer'; readonly match: PlayedMatch | null };

/** An answer to a request, or to the opening of a stream. */
export type LocalAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: Fault };
