/** Keeps a match that is being played in the library: each entry is durable before it is shown. */
import { type Cid, type Ending, factsOf, fail, type Game, ok, type Result } from '@kifu/core';
import {
  type Appended,
  type Chain,
  type Draft,
  headOf,
  idOf,
  nodesOf,
  type StoredNode,
} from '@kifu/record';
import type { Block } from '@kifu/record/node';
import { hasRemarks, keepRemarks } from '@kifu/record/remarks';
import { listingBy, listingOf, namesOf, Replay, startedAtOf } from '@kifu/record/replay';
import { type OpenMatch, openMatch, type ToList } from '@kifu/record/store';
import { termsOf } from '@kifu/record/table';
import { movedBy } from '../input.ts';
import { freshNonce } from '../new-header.ts';
import { beginLocal, type LocalMatch, present, tableOf } from '../play/local-match.ts';
import { blocksOf } from './keep.ts';
import { attempt, type Library } from './open.ts';
import { type Labels, writerOf } from './prepare.ts';

/** Writes a match down as it goes on; an act is durable when its call resolves. */
export interface Recorder {
  readonly match: Cid;
  append(draft: Draft): Promise<Result<Appended>>;
  end(how: Partial<Ending>): Promise<Result<Chain>>;
  /** The match stands where it stood before, and goes on from there. */
  takeBack(match: LocalMatch): Promise<Result<void>>;
  /** Keeps what is said about the match by now. */
  say(match: LocalMatch): Promise<Result<void>>;
  /** Lists the match with all that it can be found by. */
  list(match: LocalMatch): Promise<Result<void>>;
}

/** A match that is kept, as it was begun. */
export interface BegunRecording {
  readonly match: LocalMatch;
  readonly recorder: Recorder;
}

/** How many first moves are listed while a match goes on; `listingOf` lists as many. */
const OPENING_MOVES = 16;

/**
 * Begins to keep a match. A new one that by chance has the header of another gets a nonce. One that was read from somewhere, and
 * that the library knows, goes on from where the library has it, also before the first move; null where the library has gone
 * another way.
 */
export async function beginRecording(
  library: Library,
  match: LocalMatch,
  { source, isNew }: { readonly source: string; readonly isNew: boolean },
): Promise<Result<BegunRecording | null>> {
  return attempt(async () => {
    const { chain } = present(match);
    const id = idOf(chain.table.match);
    const there = await library.heads.get(id);
    const isPlain = isNew && chain.last.n === 0 && chain.table.terms.nonce === '';
    if (there !== null && isPlain) return beginApart(library, match, source);
    const saved = there === null ? null : findStored(chain, there);
    if (there !== null && saved === null) return ok(null);
    const labels: Labels = (await library.library.get(id)) ?? { source, visibility: 'private' };
    const isKept = await library.append(blocksAfter(chain, saved), id, there, headOf(chain));
    if (!isKept) return isPlain ? beginApart(library, match, source) : ELSEWHERE;
    const recorder = createRecorder(library, match, labels);
    await library.library.list(shortListing(match.kit, chain, labels, openingOf(match)));
    // what a record that is gone on with says; where it says nothing, what the library has stays
    const said = await keepSaid(library, match);
    return said.ok ? ok({ match, recorder }) : said;
  });
}

/** Keeps what is said about a match. */
async function keepSaid(
  library: Library,
  { kit, remarks, points }: LocalMatch,
): Promise<Result<void>> {
  const { chain } = points.at(-1)!;
  const ids = { match: idOf(chain.table.match), head: headOf(chain) };
  const [loss] = await keepRemarks(library.remarks, kit.game as Game, ids, remarks);
  return loss === undefined ? ok(undefined) : fail('too-large', loss);
}

/** The match with a header that no other match has. */
async function beginApart(
  library: Library,
  match: LocalMatch,
  source: string,
): Promise<Result<BegunRecording | null>> {
  const { header } = tableOf(match);
  const terms = { ...termsOf(header), nonce: freshNonce() };
  const apart = beginLocal(match.kit, { ...header, terms });
  return apart.ok ? beginRecording(library, apart.value, { source, isNew: true }) : apart;
}

/** The node of a chain that has an id. */
function findStored({ last }: Chain, id: Cid): StoredNode | null {
  for (let node: StoredNode | null = last; node !== null; node = node.before)
    if (isSame(node.digest, id.digest)) return node;
  return null;
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

function createRecorder(library: Library, first: LocalMatch, labels: Labels): Recorder {
  const { kit } = first;
  const write = writerOf(kit);
  const match = idOf(present(first).chain.table.match);
  let open: OpenMatch = openMatch(library, present(first).chain);
  let opening = openingOf(first);
  let hasSaid = hasRemarks(first.remarks);
  const list = (chain: Chain) => library.library.list(shortListing(kit, chain, labels, opening));
  return {
    match,
    append: draft =>
      attempt(async () => {
        const appended = await open.append(draft);
        if (!appended.ok) return elsewhere(appended);
        const { act } = draft.node;
        if (act.type === 'move' && opening.length < OPENING_MOVES)
          opening = [...opening, write(draft.chain.table.state, movedBy(kit, act))];
        await list(appended.value.chain);
        return appended;
      }),
    end: how =>
      attempt(async () => {
        const ended = await open.end(how);
        if (!ended.ok) return elsewhere(ended);
        await list(ended.value);
        return ended;
      }),
    takeBack: now =>
      attempt(async () => {
        const { chain } = present(now);
        // all nodes: those that were kept may have been packed since, or tidied away
        if (!(await library.append(blocksOf(chain), match, headOf(open.chain), headOf(chain))))
          return ELSEWHERE;
        open = openMatch(library, chain);
        opening = openingOf(now);
        await list(chain);
        // what was said about what is taken back goes with it
        if (hasSaid && !hasRemarks(now.remarks)) await library.remarks.remove(match);
        return keepSaid(library, now);
      }),
    say: now =>
      attempt(async () => {
        hasSaid = true;
        return keepSaid(library, now);
      }),
    list: now =>
      attempt(async () => {
        const replay = new Replay(kit.game as Game, nodesOf(present(now).chain));
        const listing = listingOf(replay, now.remarks, { ...labels, ...(await listingBy(kit)) });
        if (!listing.ok) return listing;
        const { comments: _, ...rest } = listing.value;
        await library.library.list(hasSaid ? listing.value : rest);
        return ok(undefined);
      }),
  };
}

const ELSEWHERE = fail('conflict', 'somebody else goes on with this match');

const elsewhere = <T extends Result<unknown>>(result: T) =>
  !result.ok && result.fault.code === 'conflict' ? ELSEWHERE : result;

/** The nodes of a chain after one of them. */
function blocksAfter(chain: Chain, saved: StoredNode | null): Block[] {
  return blocksOf(chain).slice(saved === null ? 0 : saved.n + 1);
}

/** What can be told of a match without playing it through once more: positions and comments stay as they were. */
function shortListing(
  kit: LocalMatch['kit'],
  chain: Chain,
  labels: Labels,
  opening: readonly string[],
): ToList {
  const { header, n, outcome, terms } = chain.table;
  return {
    match: idOf(chain.table.match),
    head: headOf(chain),
    game: header.game,
    players: namesOf(header),
    startedAt: startedAtOf(header),
    entries: n,
    outcome,
    rated: terms.rated,
    source: labels.source ?? null,
    visibility: labels.visibility ?? 'private',
    opening: kit.game.secrets === undefined ? opening : [],
    facts: factsOf(header, kit.seatNames),
  };
}

function openingOf({ kit, points }: LocalMatch): readonly string[] {
  const write = writerOf(kit);
  const moves: string[] = [];
  for (let i = 1; i < points.length && moves.length < OPENING_MOVES; i++) {
    const act = points[i]!.entry?.act;
    if (act?.type === 'move')
      moves.push(write(points[i - 1]!.chain.table.state, movedBy(kit, act)));
  }
  return moves;
}
