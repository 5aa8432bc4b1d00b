/** What a peer process manages: a player's folder, as the process needs it. The command gives one. */
import type { Result } from '@kifu/core';
import type {
  CheckedCommits,
  Keeping,
  Namespace,
  NamespaceChange,
  PeerGameState,
  PeerOffer,
  PeerUpdate,
  Signer,
  Trees,
} from '@kifu/ipgs';

/** Everything that can be acted on, after all that is known has been taken in. */
export interface PeerSnapshot {
  readonly trees: Trees;
  readonly games: readonly PeerGameState[];
  readonly offers: readonly PeerOffer[];
  readonly news: readonly PeerUpdate[];
  /** What waits for the passphrase: player data of archived games, this device in the list of devices. */
  readonly waiting: readonly ('player-data' | 'devices')[];
}

/** A player's folder. */
export interface PeerHome {
  /** This node's name, and the Ed25519 secret behind it. */
  readonly node: string;
  readonly nodeSecret: Uint8Array;
  readonly reading: Keeping;
  /** The published root of the own tree; null before there is an identity. */
  readonly root: string | null;
  now(): bigint;
  /** Counts changes of the folder. */
  readonly changes: number;
  /** The key, unlocked. */
  signer(): Promise<Result<Signer>>;
  /** Whether this root of a node was taken in before. */
  isLearned(root: string, node: string): boolean;
  /** Takes in a tree that a node publishes; durable when this resolves. */
  learn(root: string, node: string): Promise<Result<Namespace>>;
  /** Notes the newest commits of a game that no tree lists yet; durable when this resolves. */
  note(game: string, heads: readonly string[]): Promise<void>;
  /** Takes in everything that is known, or what is of one game, and brings the own tree up to date. */
  look(checked: CheckedCommits, only?: string): Promise<Result<PeerSnapshot>>;
  /** Changes the own tree; durable when this resolves. */
  publish(change: NamespaceChange): Promise<Result<unknown>>;
  /** Something that this node remembers; durable when it resolves. */
  remember(name: string, text: string): Promise<void>;
  recall(name: string): Promise<string | null>;
}
