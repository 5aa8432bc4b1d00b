/** The names of positions, by which a library finds them. */
import { type Game, sha256Many } from '@kifu/core';
import { POSITION_BYTES } from '../store/library.ts';

const DIGEST_BYTES = 32;

/** The name of a position in a library: equal for equal positions of a game, and of no other. */
export function positionKey<State>(game: Game<State>, state: State): Uint8Array {
  const keys = new PositionKeys(game);
  keys.note(state);
  return keys.keys();
}

/** Room for the texts of positions until they are hashed together. */
const ROOM = new Uint8Array(1 << 14);
/** The record whose texts are in it: where two are listed at once, each gives the room back to the other. */
let user: { giveBack(): void } | null = null;
const utf8 = new TextEncoder();

/** The names of positions, each once: the first bytes of the hash of the game's name and the position. */
export class PositionKeys<State> {
  readonly #game: Game<State>;
  readonly #prefix: Uint8Array;
  /** One after the other; longer than needed. */
  #keys = new Uint8Array(128 * POSITION_BYTES);
  #count = 0;
  /** The first 52 bits of each, which JavaScript has exactly. */
  readonly #known = new Set<number>();
  #noted: State | null = null;
  #texts: Uint8Array[] = [];
  #end = 0;

  constructor(game: Game<State>) {
    this.#game = game;
    this.#prefix = utf8.encode(`${game.name}\n`);
  }

  note(state: State): void {
    if (state === this.#noted) return; // the last part of a step leads to the state after it
    this.#noted = state;
    if (user !== this) {
      user?.giveBack();
      user = this;
    }
    const { bytes } = this.#game.states;
    const text = bytes === undefined ? this.#game.states.position(state) : null;
    const most = this.#prefix.length + (text === null ? bytes!.most : 3 * text.length);
    if (ROOM.length - this.#end < most) this.#hash();
    const isLong = most > ROOM.length;
    const room = isLong ? new Uint8Array(most) : ROOM;
    const from = isLong ? 0 : this.#end;
    const at = from + this.#prefix.length;
    room.set(this.#prefix, from);
    const end =
      text === null
        ? bytes!.writePosition(state, room, at)
        : at + utf8.encodeInto(text, room.subarray(at)).written;
    if (!isLong) this.#end = end;
    this.#texts.push(room.subarray(from, end));
  }

  /** Needs the room no more. */
  giveBack(): void {
    this.#hash();
    user = null;
  }

  keys(): Uint8Array {
    if (user === this) this.giveBack();
    return this.#keys.slice(0, POSITION_BYTES * this.#count);
  }

  #hash(): void {
    const digests = sha256Many(this.#texts);
    const view = new DataView(digests.buffer, digests.byteOffset, digests.length);
    for (let at = 0; at < digests.length; at += DIGEST_BYTES) {
      const size = this.#known.size;
      this.#known.add(view.getUint32(at) * 2 ** 20 + (view.getUint32(at + 4) >>> 12));
      if (this.#known.size > size) this.#add(digests, at);
    }
    this.#texts = [];
    this.#end = 0;
  }

  #add(digests: Uint8Array, at: number): void {
    const end = POSITION_BYTES * this.#count++;
    if (end === this.#keys.length) {
      const grown = new Uint8Array(2 * end);
      grown.set(this.#keys);
      this.#keys = grown;
    }
    for (let i = 0; i < POSITION_BYTES; i++) this.#keys[end + i] = digests[at + i]!;
  }
}
