/** Records to watch: what was read, with the rules of its game, made seekable. */
import { type Kit, ok, type Result } from '@kifu/core';
import { loadView } from '@kifu/games';
import { type Timeline, timelineOf } from '@kifu/record';
import { askToRead } from './ask.ts';
import type { Found, Which } from './read.ts';

/** A record to watch. */
export interface Session extends Found {
  readonly kit: Kit;
  readonly line: Timeline;
}

/** Opens the record with that number of a file; `name` is only looked at for its ending. */
export async function openRecord(
  name: string,
  bytes: Uint8Array,
  which: Which = {},
): Promise<Result<Session>> {
  const found = await askToRead(name, bytes, which);
  if (!found.ok) return found;
  const { game, version } = found.value.kifu.header;
  const kit = await loadView(game, version);
  if (!kit.ok) return kit;
  const line = timelineOf(kit.value.game, found.value.kifu, found.value.match);
  return line.ok ? ok({ ...found.value, kit: kit.value, line: line.value }) : line;
}
