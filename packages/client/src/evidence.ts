/** Files that show what a server did: the record up to the node in question, and a proof where a key contradicted itself. */
import { cidOf, type Fault, formatCid, type Game, hexToBytes } from '@kifu/core';
import { readHeader } from '@kifu/record';
import { encodeAnnotations } from '@kifu/record/annotations';
import { writeCar } from '@kifu/record/car';
import { termsOf } from '@kifu/record/match-state';
import { countEntries } from '@kifu/record/replay';
import {
  checkDoubleSigning,
  encodeDoubleSigning,
  findDoubleHeader,
  findDoubleNode,
} from '@kifu/record/sign';
import type { EvidenceFile } from './live.ts';

/** Letters of a match id in a file name. */
const SHORT_ID = 12;

/** The nodes as a CAR, with a note on the last one that says what is wrong with it. `kifu verify` reads it. */
export function carEvidence(
  game: Game,
  nodes: readonly Uint8Array[],
  { message }: Fault,
): EvidenceFile {
  const blocks = nodes.map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes }));
  const head = blocks.at(-1)!.cid;
  const entry = countEntries(nodes);
  const note = { entry, author: null, text: message, glyphs: [] };
  const bytes = encodeAnnotations(game, head, { notes: [note], variations: [] });
  const remarks = { cid: cidOf('dag-cbor', bytes), bytes };
  const name = `evidence-${shortId(nodes[0]!)}-${nodes.length - 1}.car`;
  return { name, bytes: writeCar([head, remarks.cid], [...blocks, remarks]) };
}

/** The proof that a referee signed two histories that part at a node, as a file; null where it did not sign both. `kifu verify` reads it. */
export async function findProof(
  before: readonly Uint8Array[],
  now: readonly Uint8Array[],
  at: number,
): Promise<EvidenceFile | null> {
  const header = readHeader(before);
  const referee = header.ok ? termsOf(header.value).referee : null;
  const [one, other] = [before[at || 1], now[at || 1]];
  if (referee === null || one === undefined || other === undefined) return null;
  const key = hexToBytes(referee);
  const found =
    at === 0
      ? findDoubleHeader(key, [before[0]!, one], [now[0]!, other])
      : findDoubleNode(key, one, other);
  if (found === null || !(await checkDoubleSigning(found)).ok) return null;
  return { name: `proof-${shortId(before[0]!)}.cbor`, bytes: encodeDoubleSigning(found) };
}

/** The last letters of an id: the first ones are alike. */
const shortId = (header: Uint8Array): string =>
  formatCid(cidOf('dag-cbor', header)).slice(-SHORT_ID);
