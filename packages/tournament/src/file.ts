/** A tournament as a file: a CAR with its nodes, and those of matches. */
import { type Cid, cidOf } from '@kifu/core';
import { writeCar } from '@kifu/record/car';
import type { OpenTournament } from './chain.ts';

/** The bytes of a file: the first root is the newest node of the tournament, the others those of the matches. */
export function encodeTournament(
  { nodes }: OpenTournament,
  matches: Iterable<readonly Uint8Array[]>,
): Uint8Array {
  const chains = [nodes, ...matches];
  return writeCar(
    chains.map(chain => nodeId(chain.at(-1)!)),
    chains.flatMap(chain => chain.map(bytes => ({ cid: nodeId(bytes), bytes }))),
  );
}

/** The content ID of a node. */
export const nodeId = (node: Uint8Array): Cid => cidOf('dag-cbor', node);
