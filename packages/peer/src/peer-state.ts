/** What the parts of a peer share: the player's folder, the last snapshot of it, and the games in progress. */
import type { Fault } from '@kifu/core';
import type { CheckedCommits, Keeping, PeerUpdate } from '@kifu/ipgs';
import type { ReceivedOffer } from './api/offer-broker.ts';
import type { Rates } from './gossip/rates.ts';
import type { PeerHome, PeerSnapshot } from './home.ts';
import type { LiveGame, LiveGames } from './live-games.ts';
import type { ReadWriteLock } from './read-write-lock.ts';

/** What happens, for observers. */
export type PeerEvent =
  | { readonly type: 'connected' | 'disconnected'; readonly node: string }
  /** It can be reached at new addresses, for example through a relay. */
  | { readonly type: 'addresses' }
  | { readonly type: 'tree'; readonly node: string; readonly player: string }
  | { readonly type: 'archived'; readonly node: string; readonly games: number }
  | { readonly type: 'news'; readonly news: PeerUpdate }
  | { readonly type: 'commit'; readonly game: LiveGame; readonly isMine: boolean }
  | { readonly type: 'offer'; readonly offer: ReceivedOffer }
  /** Another node has a newer record of this one: the folder is older than what was published from it. */
  | { readonly type: 'behind'; readonly node: string; readonly sequence: bigint }
  | { readonly type: 'refused'; readonly node: string; readonly fault: Fault }
  | { readonly type: 'banned'; readonly node: string };

/** The state of a peer that runs. */
export interface PeerState {
  readonly home: PeerHome;
  readonly reading: Keeping;
  readonly checked: CheckedCommits;
  readonly live: LiveGames;
  readonly gate: ReadWriteLock;
  readonly rates: Rates;
  /** The last snapshot. */
  seen: PeerSnapshot | null;
  isStopped: boolean;
  nowMs(): number;
  hear(event: PeerEvent): void;
  ban(node: string): void;
}

/** How many invalid things of a node are tolerated per minute. */
const MAX_BAD = 20;

/** A node sent what no honest program sends. */
export function misbehaved(state: PeerState, node: string, fault: Fault): void {
  state.hear({ type: 'refused', node, fault });
  if (state.rates.count(node, 'bad') > MAX_BAD) state.ban(node);
}

/** The other nodes of the player. */
export const ownNodes = ({ seen, home }: PeerState): readonly string[] =>
  (seen?.trees.mine.nodes.nodes ?? []).filter(node => node !== home.node);

/** The nodes of both players of a game, but for this one. */
export function nodesOf(
  { seen, home }: PeerState,
  { offer, accept }: LiveGame['record'],
): string[] {
  if (seen === null) return [];
  const players = [offer.file.fingerprint, accept?.file.fingerprint];
  const trees = [seen.trees.mine, ...seen.trees.others].filter(({ identity }) =>
    players.includes(identity.fingerprint),
  );
  const nodes = new Set(trees.flatMap(tree => tree.nodes.nodes));
  nodes.delete(home.node);
  return [...nodes];
}
