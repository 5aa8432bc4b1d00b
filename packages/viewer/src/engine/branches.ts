/** Variations of a record, shown as if they were the match; and points from which a match may go on. */
import {
  bytesToHex,
  cidOf,
  type Entry,
  fail,
  formatCid,
  type Game,
  type Header,
  type Kifu,
  type Kit,
  ok,
  type Result,
  type Variation,
} from '@kifu/core';
import { branchHeader, recordKifu } from '@kifu/record';
import type { RecordSource } from '@kifu/record/file';
import { termsOf } from '@kifu/record/match-state';
import type { Replay } from '@kifu/record/replay';
import { stepOf } from './lines.ts';
import { noteLine } from './note-lines.ts';
import type { BranchHere, ListedVariation } from './on-demand-types.ts';
import { frameOf } from './played-view.ts';
import { SEALED } from './sealed-view.ts';
import type { RecordSession } from './session.ts';
import type { Moment } from './types.ts';
import { entryText, spokenEntry } from './words.ts';

/** More variations than these are not listed: books of openings have thousands. */
const MOST = 400;

/** The record as it would be had a variation been played: indices from the outermost variation inwards. */
export function variedSource(
  session: RecordSession,
  path: readonly number[],
): Result<RecordSource> {
  if (session.view.timeline === null) return { ok: false, fault: SEALED };
  const { form, losses } = session;
  const kifu = followed(session.kifu, path);
  if (kifu === null) return fail('not-found', 'there is no such variation');
  return ok({ name: '', form, losses, kifu });
}

/** A record as it would be had the variation been played to which a path leads; null where there is none. */
export function followed(kifu: Kifu, path: readonly number[]): Kifu | null {
  let here = kifu;
  for (const i of path) {
    const variation = here.variations[i];
    if (variation === undefined) return null;
    here = follow(here, variation);
  }
  return here;
}

/** Notes about what comes before are kept. */
const follow = (kifu: Kifu, { entry, entries, notes, variations }: Variation): Kifu => ({
  ...kifu,
  entries: playable(kifu.header, kifu.entries.slice(0, entry), entries),
  notes: [...kifu.notes.filter(note => note.entry <= entry), ...notes],
  variations,
  ending: null,
});

/**
 * The entries of a variation, after those of a match. A match with keys and clocks takes no entry without a signature and a time:
 * here, where entries are only looked at, empty ones stand for them. A saved record has none of these.
 */
function playable(
  { players, terms }: Header,
  before: readonly Entry[],
  added: readonly Entry[],
): readonly Entry[] {
  const all = [...before];
  for (const entry of added) {
    const { seat } = entry;
    const isKeyed = players.some(player => player.seat === seat && player.key !== undefined);
    const seq = all.filter(other => other.seat === seat && other.signed !== null).length + 1;
    const standIn = { seq, seen: all.length, signature: NO_SIGNATURE };
    all.push({
      ...entry,
      ms: entry.ms ?? all.at(-1)?.ms ?? (terms?.clock == null ? null : 0),
      signed: entry.signed ?? (isKeyed ? standIn : null),
      referee: entry.referee ?? (terms?.referee == null ? null : NO_SIGNATURE),
    });
  }
  return all;
}

const NO_SIGNATURE = new Uint8Array(64);

/** All variations of a record, with those within them. One that cannot be played is left out. */
export function branchesOf(session: RecordSession): ListedVariation[] {
  if (session.view.timeline === null) return [];
  const { kit, kifu } = session;
  let left = MOST;
  const within = (outer: Kifu, path: readonly number[]): ListedVariation[] =>
    outer.variations.flatMap((variation, i) => {
      if (left-- <= 0) return [];
      const own = follow(outer, variation);
      const { entry, notes } = variation;
      const moves = movesAfter(kit, own, entry);
      if (moves === null) return [];
      return [
        {
          n: entry,
          path: [...path, i],
          moves,
          notes: notes.map(noteLine),
          branches: within(own, [...path, i]),
        },
      ];
    });
  return within(kifu, []);
}

/** The entries after a number of them in words; null where the record cannot be played. */
function movesAfter(kit: Kit, kifu: Kifu, entry: number): ListedVariation['moves'] | null {
  const moves: { readonly text: string; readonly spoken: string }[] = [];
  const take = (replay: Replay) => {
    if (replay.n <= entry) return;
    const step = stepOf(replay);
    moves.push({ text: entryText(kit, step), spoken: spokenEntry(kit, step) });
  };
  return recordKifu(kit.game, kifu, { readers: [{ take }] }).ok ? moves : null;
}

/** The header of a match that goes on from a moment of a record. */
export function branchHere(session: RecordSession, moment: Moment): Result<BranchHere> {
  const { kit, view, nodes, isVariation } = session;
  const { timeline } = view;
  if (timeline === null) return { ok: false, fault: SEALED };
  const frame = frameOf(timeline, moment);
  if (frame.outcome !== null)
    return fail('game-over', 'the match has ended here: take an earlier moment');
  const node = cidOf('dag-cbor', nodes[isVariation ? 0 : frame.n]!);
  const point = {
    game: kit.game as Game,
    header: timeline.header,
    node,
    state: frame.state,
    // all that the node did lies before; what time did since is no part of it
    part: timeline.at(frame.n).parts.length,
    at: frame.tick,
  };
  const nonce = bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
  const header = branchHeader(point, { nonce });
  const { n, tick } = frame;
  if (!isVariation) return ok({ header, n, tick, node: formatCid(node) });
  // a variation has no node to name: the match begins with the position alone
  return ok({
    header: { ...header, terms: { ...termsOf(header), branch: null } },
    n,
    tick,
    node: null,
  });
}
