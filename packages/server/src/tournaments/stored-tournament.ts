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

/** How the matches of a tournament are played. */
export interface MatchTerms {
  readonly clock: TimeControl | null;
  readonly options: JsonObject;
  readonly rated: boolean;
  /** How long players have to come to the board, from when the round begins. */
  readonly roundMs: number;
  /** Whether the next round begins as soon as the one before is over. */
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
  /** When each round began, in milliseconds since 1970. */
  readonly begunAt: readonly number[];
  /** Invites by `round-board`, both from 1. */
  readonly boards: { readonly [board: string]: string };
  readonly isOver: boolean;
}

/** Returns the id of the player who organizes a tournament. */
export const organizerOf = ({ organiser }: StoredTournament): string => organiser; // words-ok: as stored

const KIND = 'tournament';

/** The name of a board of a round, both from 1. */
export const boardName = (round: number, board: number): string => `${round}-${board}`;

/** A tournament by id; null where there is none. */
export async function readKept(
  { vault }: Pick<ServerStores, 'vault'>,
  id: string,
): Promise<StoredTournament | null> {
  const kept = await vault.get(KIND, id);
  return isObject(kept ?? null) ? (kept as unknown as StoredTournament) : null;
}

/** The ids of all tournaments. */
export const listKept = ({ vault }: Pick<ServerStores, 'vault'>): Promise<readonly string[]> =>
  vault.names(KIND);

/** Keeps nodes that are not kept yet, and then where the chain ends. */
export async function keep(
  { blocks, vault }: ServerStores,
  kept: Omit<StoredTournament, 'head'>,
  { nodes }: OpenTournament,
  from: number,
): Promise<StoredTournament> {
  for (const node of nodes.slice(from)) await blocks.put(nodeId(node), node);
  const whole = { ...kept, head: formatCid(nodeId(nodes.at(-1)!)) };
  await vault.put(KIND, kept.id, whole as unknown as Json);
  return whole;
}

/** The chain of a tournament, verified. */
export async function openKept(
  stores: ServerStores,
  { head }: StoredTournament,
): Promise<OpenTournament> {
  const nodes = unwrap(await loadNodes(stores, unwrap(parseCid(head))));
  return unwrap(await readTournament(nodes));
}
