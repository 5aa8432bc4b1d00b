/** Records made ready for the library: played through once, and then plain data that threads can send to each other. */
import {
  type Fault,
  type Game,
  type Json,
  type JsonObject,
  type Kifu,
  type Kit,
  ok,
  type Result,
} from '@kifu/core';
import {
  checkSignatures,
  comparePack,
  hasRemarks,
  Lister,
  type ListingOptions,
  PackWriter,
  type Replay,
  type ReplayReader,
  remarksToJson,
  type ToList,
  Verification,
} from '@kifu/record';
import { type Games, openSource, type Source } from '@kifu/record/file';

/** A record on its way into the library. */
export interface ToKeep {
  readonly listing: ToList;
  /** Of its nodes, 32 bytes each, the header first. */
  readonly digests: Uint8Array;
  /** The record as a pack; null where there are nodes instead. */
  readonly pack: Uint8Array | null;
  readonly nodes: readonly Uint8Array[] | null;
  /** Notes and variations; null where there are none. */
  readonly remarks: JsonObject | null;
}

/** What a listing says besides what the record says. */
export type Labels = Pick<ListingOptions<unknown, Json>, 'source' | 'visibility'>;

/** How a record is made ready. */
export interface Preparing {
  readonly labels: Labels;
  /** Whether packs are wanted, of matches that have ended; else nodes. */
  readonly isPacked: boolean;
}

const DIGEST_BYTES = 32;
/** A pack is unpacked again and compared; one in so many where the text that the record is from is there to be read once more. */
const COMPARE_ONE_IN = 16;
/** Forms in which records of ours come: what is kept may be all that is left of them. */
const OWN_FORMS = ['json', 'library'];

/** A record, played through once by its rules; where it is signed, the last signature of each key is checked too. */
export async function prepareSource(
  games: Games,
  source: Source,
  preparing: Preparing,
): Promise<Result<ToKeep>> {
  const readers = new Readers(preparing);
  const opened = await openSource(games, source, (kit, kifu) => readers.begin(kit, kifu));
  if (!opened.ok) return opened;
  const { kit, kifu, nodes, replay, fault } = opened.value;
  const wrong = fault ?? (await readers.checkSignatures(replay));
  if (wrong !== null) return { ok: false, fault: wrong };
  const isForeign = 'kifu' in source && !OWN_FORMS.includes(source.form);
  const pack = readers.pack(replay, isForeign ? COMPARE_ONE_IN : 1);
  const digests = new Uint8Array(DIGEST_BYTES * nodes.length);
  for (let n = 0; n < nodes.length; n++) digests.set(replay.digestAt(n), DIGEST_BYTES * n);
  return ok({
    listing: readers.listing(replay, kifu),
    digests,
    pack,
    nodes: pack === null ? nodes : null,
    remarks: hasRemarks(kifu) ? remarksToJson(kit.game as Game, kifu) : null,
  });
}

/** Those who look at a record that is made ready, in one pass. */
class Readers {
  readonly #labels: Labels;
  readonly #isPacked: boolean;
  #verification = new Verification();
  #lister: Lister | null = null;
  #packer: PackWriter | null = null;

  constructor({ labels, isPacked }: Preparing) {
    this.#labels = labels;
    this.#isPacked = isPacked;
  }

  begin(kit: Kit, kifu: Pick<Kifu, 'entries' | 'ending'>): readonly ReplayReader[] {
    const game = kit.game as Game;
    this.#verification = new Verification();
    this.#lister = new Lister(game, { ...this.#labels, formatMove: writerOf(kit) });
    // a match that goes on is not packed: it may be appended to
    this.#packer = this.#isPacked && kifu.ending !== null ? new PackWriter(kifu) : null;
    const both = [this.#verification, this.#lister];
    return this.#packer === null ? both : [...both, this.#packer];
  }

  async checkSignatures(replay: Replay): Promise<Fault | null> {
    const { claims } = this.#verification;
    if (claims.length === 0) return null;
    const report = this.#verification.report(replay);
    return (await checkSignatures(report, claims, 'last')).fault;
  }

  listing(replay: Replay, remarks: Kifu): ToList {
    return this.#lister!.listing(replay, remarks);
  }

  /** Null where the record is not to be packed, or cannot be. Which packs are compared follows from the heads of the records. */
  pack(replay: Replay, compareOneIn: number): Uint8Array | null {
    const packed = this.#packer?.finish(replay);
    if (!packed?.ok) return null;
    if (replay.head.digest[0]! % compareOneIn !== 0) return packed.value;
    return comparePack(replay.game, packed.value, replay.nodes).ok ? packed.value : null;
  }
}

/** Moves of openings as lists have them: in the first notation of the game, else in hex. */
export const writerOf = ({ game, notations: [notation] }: Kit) =>
  notation === undefined
    ? (_: unknown, move: Json) => game.moves.hex.encode(move)
    : (state: unknown, move: Json) => notation.format(state, move);
