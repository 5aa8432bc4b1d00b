/** Bytes to a record that can be watched: found in whatever form, opened by its rules, made seekable. */
import { type Fault, type Kifu, type Kit, ok, type Result } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { type Timeline, timeline } from '@kifu/record';
import { findRecords, type Games, openSource } from '@kifu/record/file';

/** A record to watch. */
export interface Session {
  readonly kit: Kit;
  readonly kifu: Kifu;
  readonly line: Timeline;
  /** In order, the header first. */
  readonly nodes: readonly Uint8Array[];
  /** The head that the file names. */
  readonly head: Uint8Array;
  /** Why the record goes no further; null where all of it can be played. */
  readonly fault: Fault | null;
  /** How many entries the record has, whether they can be played or not. */
  readonly entries: number;
  /** What reading had to leave behind. */
  readonly losses: readonly string[];
  /** `car`, `json`, or the name of a dialect. */
  readonly form: string;
}

/** The games of this page, each loaded when it is asked for. */
export const GAMES: Games = { names: gameNames, load: loadKit };

/** Opens the record with that number of a file; `name` is only looked at for its ending. */
export async function openRecord(
  name: string,
  bytes: Uint8Array,
  { number = 1, form = null }: { readonly number?: number; readonly form?: string | null } = {},
): Promise<Result<Session>> {
  let count = 0;
  for await (const source of findRecords(GAMES, name, bytes, form)) {
    if (++count < number) continue;
    if (!source.ok) return source;
    const opened = await openSource(GAMES, source.value);
    if (!opened.ok) return opened;
    const { kit, kifu, nodes, head, fault, entries, losses } = opened.value;
    const line = timeline(kit.game, kifu);
    if (!line.ok) return line;
    return ok({
      kit,
      kifu,
      line: line.value,
      nodes,
      head: head.digest,
      fault,
      entries,
      losses,
      form: source.value.form,
    });
  }
  return { ok: false, fault: NOTHING };
}

const NOTHING: Fault = { code: 'not-found', message: 'there is no record in it' };
