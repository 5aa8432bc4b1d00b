/** Variations of a record, walked as if they were the match; and points from which somebody may go on. */
import {
  bytesToHex,
  cidOf,
  fail,
  formatCid,
  type Game,
  type Kifu,
  type Kit,
  ok,
  type Result,
  type Variation,
} from '@kifu/core';
import { branchHeader, type Timeline, termsOf, timeline } from '@kifu/record';
import type { Open } from './desk.ts';
import type { BranchHere, BranchLine } from './desk-types.ts';
import type { Moment } from './types.ts';
import { entryText, spokenEntry } from './words.ts';

/** More variations than these are not listed: books of openings have thousands. */
const MOST = 400;

/** The record as it would be had a variation been played: indices from the outermost variation inwards. */
export function variedKifu(kifu: Kifu, path: readonly number[]): Result<Kifu> {
  let here: Kifu = kifu;
  for (const i of path) {
    const variation = here.variations[i];
    if (variation === undefined) return fail('not-found', 'there is no such variation');
    here = follow(here, variation);
  }
  return ok(here);
}

/** Notes about what comes before are kept. */
const follow = (kifu: Kifu, { entry, entries, notes, variations }: Variation): Kifu => ({
  ...kifu,
  entries: [...kifu.entries.slice(0, entry), ...entries],
  notes: [...kifu.notes.filter(note => note.entry <= entry), ...notes],
  variations,
  ending: null,
});

/** All variations of a record, with those within them. One that cannot be played is left out. */
export function branchesOf(kit: Kit, kifu: Kifu): BranchLine[] {
  let left = MOST;
  const within = (outer: Kifu, path: readonly number[]): BranchLine[] =>
    outer.variations.flatMap((variation, i) => {
      if (left-- <= 0) return [];
      const own = follow(outer, variation);
      const line = timeline(kit.game, own);
      if (!line.ok) return [];
      const { entry, notes } = variation;
      return [
        {
          n: entry,
          path: [...path, i],
          moves: movesOf(kit, line.value, entry),
          notes: notes.map(({ entry: n, author, text, glyphs }) => ({ n, author, text, glyphs })),
          branches: within(own, [...path, i]),
        },
      ];
    });
  return within(kifu, []);
}

const movesOf = (kit: Kit, line: Timeline, entry: number): BranchLine['moves'] =>
  Array.from({ length: line.length - entry }, (_, i) => ({
    text: entryText(kit, line, entry + i + 1),
    spoken: spokenEntry(kit, line, entry + i + 1),
  }));

/** The header of a match that goes on from a moment of a record. */
export function branchHere(
  { kit, line, found, isVariation }: Open,
  moment: Moment,
): Result<BranchHere> {
  const frame = 'ms' in moment ? line.frameAt(moment.ms) : line.at(moment.n);
  if (frame.outcome !== null)
    return fail('game-over', 'the match has ended here: take an earlier moment');
  const node = cidOf('dag-cbor', found.nodes[isVariation ? 0 : frame.n]!);
  const point = {
    game: kit.game as Game,
    header: found.kifu.header,
    node,
    state: frame.state,
    // all that the node did lies before; what time did since is no part of it
    part: line.at(frame.n).parts.length,
    at: frame.tick,
  };
  const nonce = bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
  const header = branchHeader(point, { nonce });
  const { n, tick } = frame;
  if (!isVariation) return ok({ header, n, tick, node: formatCid(node) });
  // what nobody played has no node to name: the match begins with the position alone
  return ok({
    header: { ...header, terms: { ...termsOf(header), branch: null } },
    n,
    tick,
    node: null,
  });
}
