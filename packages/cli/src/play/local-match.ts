/** A match to be played in this process: its record as far as it has come, and what is said about it. */
import {
  type Entry,
  type Game,
  type Header,
  type Kifu,
  type Kit,
  ok,
  type Result,
  unwrap,
} from '@kifu/core';
import { readKifu, recordKifu } from '@kifu/record';
import type { Annotations } from '@kifu/record/annotations';
import { listingBy, type Replay, SummaryWriter } from '@kifu/record/replay';

export interface LocalMatch {
  readonly kit: Kit;
  /** Advances while the match is played. */
  readonly replay: Replay;
  /** Has seen every node so far: what the library finds the match by. */
  readonly lister: SummaryWriter;
  /** Annotations, loaded or added while playing; they are saved. */
  readonly remarks: Annotations;
}

/** Notes what the library finds a match by. */
export const listerFor = async (kit: Kit): Promise<SummaryWriter> =>
  new SummaryWriter(kit.game as Game, await listingBy(kit));

/** Begins a match as its header says. */
export async function beginLocal(kit: Kit, header: Header): Promise<Result<LocalMatch>> {
  const lister = await listerFor(kit);
  const remarks: Annotations = { notes: [], variations: [] };
  const kifu: Kifu = { header, entries: [], ending: null, ...remarks };
  const replay = recordKifu(kit.game as Game, kifu, { readers: [lister] });
  return replay.ok ? ok({ kit, replay: replay.value, lister, remarks }) : replay;
}

/** The entries that stand: without takebacks, and what they took back. */
export function standingIn(entries: readonly Entry[]): Entry[] {
  let standing: (readonly [n: number, entry: Entry])[] = [];
  for (const [i, entry] of entries.entries()) {
    const { act } = entry;
    if (act.type === 'allow-takeback') standing = standing.filter(([n]) => n <= act.to);
    else if (act.type !== 'ask-takeback') standing.push([i + 1, entry]);
  }
  return standing.map(([, entry]) => entry);
}

/** The match as a record. */
export const toKifu = ({ replay, remarks }: LocalMatch): Kifu => ({
  ...unwrap(readKifu(replay.nodes)),
  ...remarks,
});
