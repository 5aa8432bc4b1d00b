/** Matches that go on: read from a file, played through, and verified where they are signed. */
import { type Game, type Kit, ok, type Result } from '@kifu/core';
import { nodesOf, verify } from '@kifu/record';
import { within } from './fault.ts';
import { foldKifu } from './fold.ts';
import type { Io } from './io.ts';
import { isSigned, type Match, present } from './match.ts';
import { loadKifu } from './read-records.ts';

/** The match in a file. The kit is that of the record's own version, unless told; a signed one takes its key (hex digits). */
export async function loadMatch(
  io: Io,
  path: string,
  game: Kit | string,
  key: string | null,
): Promise<Result<Match>> {
  const kifu = await loadKifu(io, path);
  if (!kifu.ok) return kifu;
  const { header } = kifu.value;
  const kit =
    typeof game === 'string'
      ? await io.games.load(game, header.game === game ? header.version : undefined)
      : ok(game);
  if (!kit.ok) return kit;
  const match = foldKifu(kit.value, kifu.value, key);
  if (!match.ok) return within(path, match);
  if (!isSigned(match.value)) return match;
  const nodes = nodesOf(present(match.value).chain);
  const { fault } = await verify(nodes, async () => ok(kit.value.game as Game));
  return fault === null ? match : within(path, { ok: false, fault });
}
