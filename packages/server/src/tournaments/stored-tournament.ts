/** Tournament as stored: its chain in blocks, and in the vault the head of the chain, the organizer, and the matches of its pairings. */
import {
  formatCid,
  isObject,
  type Json,
  type JsonObject,
  parseCid,
  type TimeControl,
  unwrap,
} from '@kifu/core';
import { loadNodes } from '@kifu/record/store';
import { nodeId, type OpenTournament, readTournament } from '@kifu/tournament';
import type { ServerStores } from '../options.ts';

/** Terms of the matches of a tournament. */
export interface MatchTerms {
  readonly clock: TimeControl | null;
  readonly options: JsonObject;
  readonly rated: boolean;
  /** How long players may take to join their game, from the start of the round. */
  readonly roundMs: number;
  /** Whether the next round starts as soon as the previous one ends. */
  readonly isAutomatic: boolean;
}

/** Tournament as stored. */
export interface StoredTournament extends MatchTerms {
  /** Content id of the header. */
  readonly id: string;
  /** The newest node. */
  readonly head: string;
  /** The player who organizes it. */
  readonly organiser: string; // words-ok: the name in the store
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** When each round started, in milliseconds since 1970. */
  readonly begunAt: readonly number[];
  /** Invites by `round-board`, both from 1. */
  readonly boards: { readonly [board: string]: string };
  readonly isOver: boolean;
}

/** Returns the id of the player who organizes a tournament. */
export const organizerOf = ({ organiser }: StoredTournament): string => organiser; // words-ok: as stored

const KIND = 'tournament';

/** Returns the name of a board of a round, both from 1. */
export const boardName = (round: number, board: number): string => `${round}-${board}`;

/** Reads a tournament by id; null if there is none. */
export async function readStoredTournament(
  { vault }: Pick<ServerStores, 'vault'>,
  id: string,
): Promise<StoredTournament | null> {
  const stored = await vault.get(KIND, id);
  return isObject(stored ?? null) ? (stored as unknown as StoredTournament) : null;
}

/** Lists the ids of all tournaments. */
export const listStoredTournaments = ({
  vault,
}: Pick<ServerStores, 'vault'>): Promise<readonly string[]> => vault.names(KIND);

/** Stores new nodes, and then the head of the chain. */
export async function keep(
  { blocks, vault }: ServerStores,
  stored: Omit<StoredTournament, 'head'>,
  { nodes }: OpenTournament,
  from: number,
): Promise<StoredTournament> {
  for (const node of nodes.slice(from)) await blocks.put(nodeId(node), node);
  const whole = { ...stored, head: formatCid(nodeId(nodes.at(-1)!)) };
  await vault.put(KIND, stored.id, whole as unknown as Json);
  return whole;
}

/** Reads and verifies the chain of a tournament. */
export async function openStored(
  stores: ServerStores,
  { head }: StoredTournament,
): Promise<OpenTournament> {
  const nodes = unwrap(await loadNodes(stores, unwrap(parseCid(head))));
  return unwrap(await readTournament(nodes));
}
