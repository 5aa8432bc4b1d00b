/** Where a record reached a position, and what was played then. */
import { bytesToHex, type Game, type Kit } from '@kifu/core';
import { expectHead, findRecords, type Games, openSource } from '@kifu/record/file';
import { positionKey, type Replay, type ReplayReader } from '@kifu/record/replay';
import type { WantedRecords } from '../library/record-files.ts';

/** A record that reached the position. */
export interface ReachedRecord {
  /** Its number in the file, from 1. */
  readonly number: number;
  /** After how many entries. */
  readonly n: number;
  /** What was played then, as the game writes it; null where nothing was. */
  readonly move: string | null;
}

/** The records of a file that are wanted and reached a position, which is named by its key as hex digits. */
export async function* reachedIn(
  games: Games,
  { name, bytes, numbers, head }: WantedRecords,
  key: string,
): AsyncGenerator<ReachedRecord> {
  const last = Math.max(...numbers);
  let number = 0;
  for await (const source of findRecords(games, name, bytes, null)) {
    number++;
    const wanted = source.ok ? expectHead(source.value, head ?? null) : source;
    if (numbers.includes(number) && wanted.ok) {
      let seeker: Seeker | null = null;
      const opened = await openSource(games, wanted.value, kit => {
        seeker = new Seeker(kit, key);
        return [seeker];
      });
      const found = opened.ok ? (seeker as Seeker | null)?.found : null;
      if (found != null) yield { number, ...found };
    }
    if (number >= last) return;
  }
}

/** Looks for a position, and then for the next move. */
class Seeker implements ReplayReader {
  found: Omit<ReachedRecord, 'number'> | null = null;
  readonly #kit: Kit;
  readonly #key: string;

  constructor(kit: Kit, key: string) {
    this.#kit = kit;
    this.#key = key;
  }

  take({ n, table, before, parts, move }: Replay): void {
    if (table === null) return;
    const { found } = this;
    if (found === null) {
      const states = [...parts.map(({ state }) => state), table.state];
      if (states.some(state => keyOf(this.#kit, state) === this.#key))
        this.found = { n, move: null };
    } else if (found.move === null && move !== null) {
      const { game, notations } = this.#kit;
      const written = notations[0]?.format(before!.state, move) ?? game.moves.hex.encode(move);
      this.found = { ...found, move: written };
    }
  }
}

/** The name of a position in libraries, as hex digits. */
export const keyOf = ({ game }: Kit, state: unknown): string =>
  bytesToHex(positionKey(game as Game, state));
