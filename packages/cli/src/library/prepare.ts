/** Records prepared for the library: replayed once, then plain data that threads can exchange. */
import { type Game, type Json, type Kifu, type Kit, ok, type Result } from '@kifu/core';
import { readKifu } from '@kifu/record';
import { type Annotations, remarksBlock } from '@kifu/record/annotations';
import { type Games, type RecordSource, verifySource } from '@kifu/record/file';
import { comparePack, PackWriter } from '@kifu/record/pack';
import {
  type ListingOptions,
  listingBy,
  type Replay,
  type ReplayReader,
  SummaryWriter,
} from '@kifu/record/replay';
import type { ToList } from '@kifu/record/store';

/** A record on its way into the library. */
export interface ToKeep {
  readonly listing: ToList;
  /** Of its nodes, 32 bytes each, the header first. */
  readonly digests: Uint8Array;
  /** The record as a pack; null where there are nodes instead. */
  readonly pack: Uint8Array | null;
  readonly nodes: readonly Uint8Array[] | null;
  /** The block of remarks; null where there are none. */
  readonly remarks: Uint8Array | null;
  /** What reading had to leave behind. */
  readonly losses: readonly string[];
}

/** What a listing says besides what the record says. */
export type Labels = Pick<ListingOptions<unknown, Json>, 'source' | 'visibility'>;

/** How a record is made ready. */
export interface Preparing {
  readonly labels: Labels;
  /** Whether packs are wanted, of matches that have ended; else nodes. */
  readonly isPacked: boolean;
}

/** One in this many packs is unpacked again and compared, if the original text can be read again; otherwise every pack. */
const COMPARE_ONE_IN = 16;
/** Native formats: the stored copy may be the only one left. */
const OWN_FORMS = ['json', 'library'];

/** A replayed record with all its signatures checked. */
export async function prepareSource(
  games: Games,
  source: RecordSource,
  preparing: Preparing,
): Promise<Result<ToKeep>> {
  const readers = new LibraryReaders(source, preparing);
  const { opened, fault } = await verifySource(games, source, {
    readers: kit => readers.begin(kit),
  });
  if (fault !== null || opened === null) return { ok: false, fault: fault! };
  const { kit, nodes, replay } = opened;
  const pack = readers.pack(replay);
  const said = remarksBlock(kit.game as Game, replay.head, opened.remarks);
  return ok({
    listing: readers.listing(replay, opened.remarks),
    digests: replay.digests(),
    pack,
    nodes: pack === null ? nodes : null,
    ...said,
    losses: [...opened.losses, ...said.losses],
  });
}

/** Those who look at a record that is made ready, in the pass that verifies it. */
class LibraryReaders {
  readonly #source: RecordSource;
  readonly #preparing: Preparing;
  #lister: SummaryWriter | null = null;
  #packer: PackWriter | null = null;

  constructor(source: RecordSource, preparing: Preparing) {
    this.#source = source;
    this.#preparing = preparing;
  }

  /** Whether the original text can be read again: it is packed plainly, since many such records come at once. */
  get #isForeign(): boolean {
    return 'kifu' in this.#source && !OWN_FORMS.includes(this.#source.form);
  }

  async begin(kit: Kit): Promise<readonly ReplayReader[]> {
    const { labels, isPacked } = this.#preparing;
    this.#lister = new SummaryWriter(kit.game as Game, { ...labels, ...(await listingBy(kit)) });
    const kifu = isPacked ? this.#kifu() : null;
    // a match in progress is not packed, since it may grow
    const isPlain = this.#isForeign;
    this.#packer = kifu === null || kifu.ending === null ? null : new PackWriter(kifu, { isPlain });
    return this.#packer === null ? [this.#lister] : [this.#lister, this.#packer];
  }

  /** Null where it cannot be read: what is wrong with it is found out by playing it. */
  #kifu(): Kifu | null {
    if ('kifu' in this.#source) return this.#source.kifu;
    const kifu = readKifu(this.#source.nodes);
    return kifu.ok ? kifu.value : null;
  }

  listing(replay: Replay, remarks: Annotations): ToList {
    return this.#lister!.listing(replay, remarks);
  }

  /** Null where the record is not to be packed, or cannot be. Which packs are compared follows from the heads of the records. */
  pack(replay: Replay): Uint8Array | null {
    const packed = this.#packer?.finish(replay);
    if (!packed?.ok) return null;
    if (this.#isForeign && replay.head.digest[0]! % COMPARE_ONE_IN !== 0) return packed.value;
    return comparePack(replay.game, packed.value, replay.nodes).ok ? packed.value : null;
  }
}

/** Moves of openings as lists have them: in the first notation of the game, else in hex. */
export const writerOf = ({ game, notations: [notation] }: Kit) =>
  notation === undefined
    ? (_: unknown, move: Json) => game.moves.hex.encode(move)
    : (state: unknown, move: Json) => notation.format(state, move);
