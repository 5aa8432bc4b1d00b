/** Keeps a match that is being played in the library: each entry is durable before anybody is told of it. */
import { type Cid, fail, type Game, ok, type Result } from '@kifu/core';
import {
  type Block,
  type Chain,
  end,
  hasRemarks,
  headOf,
  idOf,
  keepRemarks,
  listingOf,
  namesOf,
  type Remarks,
  type Stored,
  startedAtOf,
  type ToList,
  termsOf,
} from '@kifu/record';
import { begin, type Match, present, toKifu } from '../match.ts';
import { freshNonce } from '../sign.ts';
import { blocksOf, type Labels, writerOf } from './keep.ts';
import { attempt, type Library } from './open.ts';

/** Writes a match down as it goes on. */
export interface Recorder {
  readonly match: Cid;
  /** Brings the library up to date; whatever was done is durable when this resolves. What was taken back is taken back there too. */
  keep(match: Match): Promise<Result<void>>;
  /** Lists the match with all that it can be found by. */
  end(match: Match): Promise<Result<void>>;
}

/** A match that is kept, as it was begun. */
export interface Begun {
  readonly match: Match;
  readonly recorder: Recorder;
}

/** How many first moves are listed while a match goes on; `listingOf` lists as many. */
const OPENING_MOVES = 16;

/**
 * Begins to keep a match. A new one that by chance has the header of another gets a nonce. One that was read from somewhere, and
 * that the library knows, goes on from where the library has it, even if nobody has moved yet; null where the library has gone
 * another way.
 */
export async function beginRecording(
  library: Library,
  match: Match,
  { source, isNew }: { readonly source: string; readonly isNew: boolean },
): Promise<Result<Begun | null>> {
  return attempt(async () => {
    const { chain } = present(match);
    const id = idOf(chain.table.match);
    const there = await library.heads.get(id);
    const isPlain = isNew && match.entries.length === 0 && termsOf(match.header).nonce === '';
    if (there !== null && isPlain) return beginApart(library, match, source);
    const saved = there === null ? null : findStored(endedChain(match), there);
    if (there !== null && saved === null) return ok(null);
    const before = await library.library.get(id);
    const labels: Labels = before ?? { source, visibility: 'private' };
    const recorder = createRecorder(library, id, labels, saved);
    const kept = await recorder.keep(match);
    if (kept.ok) return ok({ match, recorder });
    return isPlain && kept.fault.code === 'conflict' ? beginApart(library, match, source) : kept;
  });
}

/** The match with a header that nobody else has. */
async function beginApart(
  library: Library,
  { kit, header }: Match,
  source: string,
): Promise<Result<Begun | null>> {
  const apart = begin(kit, { ...header, terms: { ...termsOf(header), nonce: freshNonce() } });
  return apart.ok ? beginRecording(library, apart.value, { source, isNew: true }) : apart;
}

/** The node of a chain that has an id. */
function findStored({ last }: Chain, id: Cid): Stored | null {
  for (let node: Stored | null = last; node !== null; node = node.before)
    if (isSame(node.digest, id.digest)) return node;
  return null;
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

function createRecorder(
  library: Library,
  match: Cid,
  labels: Labels,
  already: Stored | null,
): Recorder {
  let saved = already;
  /** One thing after the other: what is kept must follow on what was kept before. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<Result<void>>): Promise<Result<void>> => {
    const mine = last.then(() => attempt(work));
    last = mine.catch(() => {});
    return mine;
  };
  /** What was said, as this recorder has kept it; null where it has kept nothing, and what the library has stays. */
  let said: Remarks | null = null;
  const keepSaid = async ({ remarks }: Match, head: Cid): Promise<Result<void>> => {
    if (remarks === said || (said === null && !hasRemarks(remarks))) return ok(undefined);
    said = remarks;
    if (!hasRemarks(remarks)) await library.remarks.remove(match); // it was about what was taken back
    const [loss] = await keepRemarks(library.remarks, { match, head }, remarks);
    return loss === undefined ? ok(undefined) : fail('too-large', loss);
  };
  return {
    match,
    keep: now =>
      inTurn(async () => {
        const chain = endedChain(now);
        const head = headOf(chain);
        if (saved === null || !isSame(saved.digest, head.digest)) {
          const from = saved === null ? null : idOf(saved.digest);
          const blocks = blocksToAdd(chain, saved);
          if (!(await library.append(blocks, match, from, head))) return ELSEWHERE;
          saved = chain.last;
          await library.library.list(shortListing(now, chain, labels));
        }
        return keepSaid(now, head);
      }),
    end: now =>
      inTurn(async () => {
        const ids = { match, head: headOf(endedChain(now)) };
        const { kit } = now;
        const options = { ...labels, formatMove: writerOf(kit) };
        const listing = listingOf(kit.game as Game, toKifu(now), ids, options);
        if (!listing.ok) return listing;
        const { comments: _, ...rest } = listing.value;
        await library.library.list(said === null ? rest : listing.value);
        return ok(undefined);
      }),
  };
}

const ELSEWHERE: Result<void> = {
  ok: false,
  fault: { code: 'conflict', message: 'somebody else goes on with this match' },
};

/** The record of a match, with its ending where it has one that can be written down. */
function endedChain(match: Match): Chain {
  const { chain } = present(match);
  const { ending } = toKifu(match);
  if (ending === null) return chain;
  const { outcome, ms, hash, at = null } = ending;
  const ended = end(chain, { outcome, ms, hash, at });
  return ended.ok ? ended.value : chain;
}

/** The nodes that are not kept yet. Where something was taken back, all of them: what was kept may have been tidied away. */
function blocksToAdd(chain: Chain, saved: Stored | null): Block[] {
  const blocks: Block[] = [];
  for (let node: Stored | null = chain.last; node !== null; node = node.before) {
    if (saved !== null && isSame(node.digest, saved.digest)) return blocks.reverse();
    blocks.push({ cid: idOf(node.digest), bytes: node.bytes });
  }
  return blocksOf(chain);
}

/** What can be told of a match without playing it through once more: positions and comments stay as they were. */
function shortListing(match: Match, chain: Chain, labels: Labels): ToList {
  const { header, entries, kit } = match;
  return {
    match: idOf(chain.table.match),
    head: headOf(chain),
    game: header.game,
    players: namesOf(header),
    startedAt: startedAtOf(header),
    entries: entries.length,
    outcome: present(match).outcome,
    rated: termsOf(header).rated,
    source: labels.source ?? null,
    visibility: labels.visibility ?? 'private',
    opening: kit.game.secrets === undefined ? openingOf(match) : [],
  };
}

function openingOf({ kit, points }: Match): string[] {
  const write = writerOf(kit);
  const moves: string[] = [];
  for (let i = 1; i < points.length && moves.length < OPENING_MOVES; i++) {
    const act = points[i]!.entry?.act;
    const move = act?.type === 'move' ? kit.game.moves.json.decode(act.move) : null;
    if (move?.ok) moves.push(write(points[i - 1]!.state, move.value));
  }
  return moves;
}
