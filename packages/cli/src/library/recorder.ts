/**
 * The library as the store of a match of this process: each entry is durable before it is shown. If the library fails, the
 * match continues in memory, and this is reported once.
 */
import {
  type Cid,
  type Fail,
  type Fault,
  fail,
  type Game,
  isSameCid,
  ok,
  type Result,
} from '@kifu/core';
import { idOf } from '@kifu/record';
import { type Annotations, hasRemarks, keepRemarks } from '@kifu/record/annotations';
import { termsOf } from '@kifu/record/match-state';
import type { Replay } from '@kifu/record/replay';
import type { MatchStores } from '@kifu/record/store';
import { memoryBlocks, memoryHeads } from '@kifu/stores/memory';
import { freshNonce } from '../new-header.ts';
import { beginLocal, type LocalMatch } from '../play/local-match.ts';
import { within } from '../run-command.ts';
import { SOURCE, touch } from './last.ts';
import { attempt, type Library } from './open.ts';
import type { Labels } from './prepare.ts';

export class Recorder {
  /** What a match is appended to. */
  readonly stores: MatchStores = {
    ...{ blocks: memoryBlocks(), heads: memoryHeads() },
    append: async (blocks, match, from, to) => {
      await this.#try(async library => {
        if (await library.append(blocks, match, from, to)) return ok(null);
        const head = await library.heads.get(match);
        return head !== null && isSameCid(head, to) ? ok(null) : ELSEWHERE;
      });
      return true;
    },
  };
  readonly #tellFault: (fault: Fault) => void;
  #library: Library | null;
  #match: LocalMatch;
  #labels: Labels = { source: SOURCE, visibility: 'private' };
  #hasAnnotations: boolean;

  constructor(library: Library | null, match: LocalMatch, tellFault: (fault: Fault) => void) {
    this.#library = library;
    this.#match = match;
    this.#tellFault = tellFault;
    this.#hasAnnotations = hasRemarks(match.remarks);
  }

  /** Content id of the match in the library; null where it is not kept there. */
  get kept(): Cid | null {
    return this.#library === null ? null : this.#match.replay.match;
  }

  /**
   * Starts to save the match. A new match whose header equals another one by chance gets a nonce. A match that was read from
   * elsewhere and is in the library continues from the library's version, unless the two versions conflict.
   */
  async begin(isNew: boolean): Promise<LocalMatch> {
    await this.#try(library => this.#begin(library, isNew));
    return this.#match;
  }

  /** Continues without the library. */
  stop(why: Fail): void {
    this.#library = null;
    this.#tellFault(within('the match is not saved to the library', why).fault);
  }

  /** Lists the match after each node; positions and comments stay as they were. */
  async take(replay: Replay): Promise<void> {
    this.#match.lister.take(replay);
    await this.#try(library => this.#list(library));
  }

  /** Keeps what is said about the match by now. */
  async say(remarks: Annotations): Promise<void> {
    this.#hasAnnotations = true;
    await this.#try(library => this.#say(library, remarks));
  }

  /** Lists the match with all that it can be found by. */
  async close(remarks: Annotations): Promise<void> {
    await this.#try(async library => {
      await touch(library, this.#match.replay.match);
      const listing = this.#listing(remarks);
      const { comments: _, ...rest } = listing;
      await library.library.list(this.#hasAnnotations ? listing : rest);
      return ok(null);
    });
  }

  async forget(): Promise<void> {
    await this.#try(async library => ok(await library.forget(this.#match.replay.match)));
    this.#library = null;
  }

  async #begin(library: Library, isNew: boolean): Promise<Result<null>> {
    const { replay, remarks } = this.#match;
    const there = await library.heads.get(replay.match);
    const isPlain = isNew && replay.n === 0 && replay.terms.nonce === '';
    if (there !== null && isPlain) return this.#beginApart(library);
    const saved = there === null ? -1 : numberOf(replay, there);
    if (saved === null) return OTHER_COURSE;
    const listed = await library.library.get(replay.match);
    if (listed !== null) this.#labels = { source: listed.source, visibility: listed.visibility };
    const blocks = replay.nodes
      .map((bytes, n) => ({ cid: idAt(replay, n), bytes }))
      .slice(saved + 1);
    if (!(await library.append(blocks, replay.match, there, replay.head)))
      return isPlain ? this.#beginApart(library) : ELSEWHERE;
    await this.#list(library);
    await touch(library, replay.match);
    // annotations of the resumed record; without any, those in the library stay
    return this.#say(library, remarks);
  }

  /** Begins with a header that no other match has. */
  async #beginApart(library: Library): Promise<Result<null>> {
    const { kit, replay } = this.#match;
    const terms = { ...termsOf(replay.header!), nonce: freshNonce() };
    const apart = await beginLocal(kit, { ...replay.header!, terms });
    if (!apart.ok) return apart;
    this.#match = apart.value;
    return this.#begin(library, true);
  }

  async #list(library: Library): Promise<Result<null>> {
    const { positions: _, comments: __, ...short } = this.#listing();
    await library.library.list(short);
    return ok(null);
  }

  #listing(remarks?: Annotations) {
    const { lister, replay } = this.#match;
    return { ...lister.listing(replay, remarks), ...this.#labels };
  }

  async #say(library: Library, remarks: Annotations): Promise<Result<null>> {
    const { kit, replay } = this.#match;
    const ids = { match: replay.match, head: replay.head };
    const [loss] = await keepRemarks(library.remarks, kit.game as Game, ids, remarks);
    return loss === undefined ? ok(null) : fail('too-large', loss);
  }

  async #try(work: (library: Library) => Promise<Result<unknown>>): Promise<void> {
    const library = this.#library;
    if (library === null) return;
    const done = await attempt(() => work(library));
    if (!done.ok) this.stop(done);
  }
}

const ELSEWHERE = fail('conflict', 'another process is writing to this match');
const OTHER_COURSE = fail('conflict', 'it has a different version of this match');

/** The number of the node that has an id; null where none has. */
function numberOf(replay: Replay, id: Cid): number | null {
  const n = replay.nodes.findLastIndex((_, i) => isSameCid(idAt(replay, i), id));
  return n < 0 ? null : n;
}

/** The content id of a node. */
export const idAt = (replay: Replay, n: number): Cid => idOf(replay.digestAt(n));
