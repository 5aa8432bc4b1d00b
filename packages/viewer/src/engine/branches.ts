/** Variations of a record, shown as if they were the match; and branches, with which a new match continues from a position. */
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
import type { RecordTexts } from '../language.ts';
import { entryText, spokenEntry } from './describe-entry.ts';
import { stepOf } from './lines.ts';
import { noteLine } from './note-lines.ts';
import type { BranchHere, ListedVariation } from './on-demand-types.ts';
import { frameOf } from './played-view.ts';
import { SEALED } from './sealed-view.ts';
import type { RecordSession } from './session.ts';
import type { Moment } from './types.ts';

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
  if (kifu === null) return fail('not-found', 'variation not found');
  return ok({ name: '', form, losses, kifu });
}

/** Returns the record as if the variation at a path had been played; null where there is none. */
export function followed(kifu: Kifu, path: readonly number[]): Kifu | null {
  let here = kifu;
  for (const i of path) {
    const variation = here.variations[i];
    if (variation === undefined) return null;
    here = follow(here, variation);
  }
  return here;
}

/** Notes on earlier entries stay. */
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

/** Lists all variations of a record, nested; without those that cannot be replayed. */
export function branchesOf(session: RecordSession): ListedVariation[] {
  if (session.view.timeline === null) return [];
  const { kit, kifu, texts } = session;
  let left = MOST;
  const within = (outer: Kifu, path: readonly number[]): ListedVariation[] =>
    outer.variations.flatMap((variation, i) => {
      if (left-- <= 0) return [];
      const own = follow(outer, variation);
      const { entry, notes } = variation;
      const moves = movesAfter(kit, own, entry, texts);
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

/** Describes the entries after a number; null where the record cannot be replayed. */
function movesAfter(
  kit: Kit,
  kifu: Kifu,
  entry: number,
  texts: RecordTexts,
): ListedVariation['moves'] | null {
  const moves: { readonly text: string; readonly spoken: string }[] = [];
  const take = (replay: Replay) => {
    if (replay.n <= entry) return;
    const step = stepOf(replay);
    moves.push({ text: entryText(kit, step, texts), spoken: spokenEntry(kit, step, texts) });
  };
  return recordKifu(kit.game, kifu, { readers: [{ take }] }).ok ? moves : null;
}

/** Returns the header of a match that continues from a moment of a record. */
export function branchHere(session: RecordSession, moment: Moment): Result<BranchHere> {
  const { kit, view, nodes, isVariation } = session;
  const { timeline } = view;
  if (timeline === null) return { ok: false, fault: SEALED };
  const frame = frameOf(timeline, moment);
  if (frame.outcome !== null)
    return fail('game-over', 'the match has ended here; choose an earlier moment');
  const node = cidOf('dag-cbor', nodes[isVariation ? 0 : frame.n]!);
  const point = {
    game: kit.game as Game,
    header: timeline.header,
    node,
    state: frame.state,
    // everything that the node did comes first; what happened by time since is not part of it
    part: timeline.at(frame.n).parts.length,
    at: frame.tick,
  };
  const nonce = bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
  const header = branchHeader(point, { nonce });
  const { n, tick } = frame;
  if (!isVariation) return ok({ header, n, tick, node: formatCid(node) });
  // a variation has no node to refer to: the match begins with the position alone
  return ok({
    header: { ...header, terms: { ...termsOf(header), branch: null } },
    n,
    tick,
    node: null,
  });
}
