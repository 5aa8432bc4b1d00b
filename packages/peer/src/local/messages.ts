/** What commands say to a peer that runs on this machine: lines of JSON over a loopback socket. */
import type { PeerStatus } from '../peer.ts';
import type { PlayedMatch } from './match-desk.ts';

/** Where a peer listens for commands, and what they must know: a file that only the folder's owner can read. */
export interface LocalAddress {
  readonly port: number;
  readonly token: string;
}

/** The file in the folder. */
export const LOCAL_FILE = 'peer.json';

/**
 * A request. `lend`: the folder, until the command says that it is done, or is gone. `reach`: a way to another peer for a match, by its
 * address, its node's or its player's name; `answer`: the next one from another peer, who offers a match or comes back to one; `follow`: a match by its name
 * or content; `publish`: one of our own. After the answer each line is a frame in base64, both ways.
 */
export type LocalRequest = { readonly token: string } & (
  | { readonly do: 'lend' | 'status' | 'follow' | 'publish' }
  | { readonly do: 'call'; readonly address: string }
  | { readonly do: 'reach'; readonly to: string }
  | { readonly do: 'answer'; readonly match: PlayedMatch | null }
);

/** An answer; `lend` has two: when the folder is lent, and when it was taken back. */
export interface LocalAnswer {
  readonly ok: boolean;
  readonly status?: PeerStatus;
  /** Why not. */
  readonly why?: string;
}
