/** Tournaments as files: a CAR with the nodes of the tournament first, and those of its matches where it was exported with them. */
import { formatCid, ok, type Result } from '@kifu/core';
import { readCar } from '@kifu/record/car';
import { collectNodes } from '@kifu/record/node';
import { encodeTournament, nodeId, type OpenTournament, readTournament } from '@kifu/tournament';
import type { Io } from '../io.ts';
import { readInput } from '../read-input.ts';
import { within } from '../run-command.ts';
import { saveBytes } from '../save.ts';
import { rememberTournament } from './remember.ts';

/** A file that was read: everything in the tournament is verified, nothing in the matches is. */
export interface TournamentFile {
  readonly path: string;
  readonly open: OpenTournament;
  /** Nodes of matches by their ids. */
  readonly matches: ReadonlyMap<string, readonly Uint8Array[]>;
}

/** Reads and verifies a tournament. */
export async function readTournamentFile(io: Io, path: string): Promise<Result<TournamentFile>> {
  const bytes = await readInput(io, path);
  const file = bytes.ok ? await decodeTournament(path, bytes.value) : bytes;
  if (!file.ok) return within(path, file);
  await rememberTournament(io, file.value.open);
  return file;
}

/** Reads and verifies the bytes of a tournament. */
export async function decodeTournament(
  path: string,
  bytes: Uint8Array,
): Promise<Result<TournamentFile>> {
  const car = readCar(bytes);
  if (!car.ok) return car;
  const { roots, blocks } = car.value;
  const chains: Uint8Array[][] = [];
  for (const root of roots) {
    const nodes = collectNodes(blocks, root);
    if (!nodes.ok) return nodes;
    chains.push(nodes.value);
  }
  const [first = [], ...matches] = chains;
  const open = await readTournament(first);
  if (!open.ok) return open;
  return ok({
    ...{ path, open: open.value },
    matches: new Map(matches.map(nodes => [formatCid(nodeId(nodes[0]!)), nodes])),
  });
}

/** Writes a tournament in the place of what it was before. */
export const saveTournament = (
  { path, open, matches }: TournamentFile,
  mayReplace: boolean,
): Promise<Result<string>> => saveBytes(path, encodeTournament(open, matches.values()), mayReplace);
