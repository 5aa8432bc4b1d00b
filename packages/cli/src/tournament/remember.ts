/** Tournaments that the user has seen: every later look must continue the history that was seen, or the user is warned. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatCid, type Result } from '@kifu/core';
import { readCar } from '@kifu/record/car';
import { collectNodes } from '@kifu/record/node';
import { encodeDoubleSigning, findFork } from '@kifu/record/sign';
import { encodeTournament, nodeId, type OpenTournament } from '@kifu/tournament';
import { faultText } from '../fault-text.ts';
import { dataDir, makeHome } from '../home.ts';
import { type Io, put } from '../io.ts';
import { formatId } from '../library/ids.ts';
import { saveBytes } from '../save.ts';

const [SEEN, PROOFS] = ['tournaments', 'proofs'] as const;

/** Compares a tournament with what the user saw of it before, and remembers it if it goes further. Warnings go to standard error. */
export async function rememberTournament(io: Io, open: OpenTournament): Promise<void> {
  const { nodes } = open;
  const t = io.texts.reports.players.tournament;
  const file = `${formatCid(nodeId(nodes[0]!))}.car`;
  const seen = await readSeen(join(dataDir(io), SEEN, file));
  const warn = (message: string) => put(io.stderr, `kifu: ${message}\n`);
  const fork = await findFork(seen, nodes);
  if (fork !== null) {
    const what = t.rewritten(fork.at);
    const proof = fork.proof === null ? null : encodeDoubleSigning(fork.proof);
    const saved = proof === null ? null : await saveProof(io, nodes[0]!, fork.at, proof);
    if (saved === null) return warn(what);
    return saved.ok
      ? warn(t.signedBoth(what, t.proof(saved.value)))
      : warn(t.signedBoth(what, faultText(io, saved.fault)));
  }
  if (nodes.length < seen.length) return warn(t.shortened(nodes.length - 1, seen.length - 1));
  if (nodes.length === seen.length) return;
  const folder = await makeHome(io, SEEN);
  const saved = folder.ok
    ? await saveBytes(join(folder.value, file), encodeTournament(open, []), true)
    : folder;
  if (!saved.ok) await warn(t.notRemembered(faultText(io, saved.fault)));
}

/** The nodes that were seen; none if the tournament is new, or what was stored cannot be read. */
async function readSeen(path: string): Promise<readonly Uint8Array[]> {
  const bytes = await readFile(path).catch(() => null);
  const car = bytes === null ? null : readCar(bytes);
  if (car === null || !car.ok || car.value.roots[0] === undefined) return [];
  const nodes = collectNodes(car.value.blocks, car.value.roots[0]);
  return nodes.ok ? nodes.value : [];
}

async function saveProof(
  io: Io,
  header: Uint8Array,
  at: number,
  proof: Uint8Array,
): Promise<Result<string>> {
  const folder = await makeHome(io, PROOFS);
  if (!folder.ok) return folder;
  const name = `tournament-${formatId(nodeId(header))}-entry-${at}.cbor`;
  return saveBytes(join(folder.value, name), proof, true);
}
