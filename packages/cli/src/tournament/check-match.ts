/** Whether a match is the one that a board of a tournament is about: verified, of that game, between those two. */
import { fail, ok, parseCid, type Result } from '@kifu/core';
import { readKifu, verify } from '@kifu/record';
import { findGameIn } from '@kifu/record/file';
import { ratedPlayerId } from '@kifu/record/ratings';
import type { Pairing, Tournament } from '@kifu/tournament';
import type { Io } from '../io.ts';
import { formatId } from '../library/ids.ts';
import type { Library } from '../library/open.ts';
import { loadKept } from '../library/records.ts';
import type { TournamentFile } from './file.ts';

/** The nodes of a match, from the file where it has them, else from the library. */
export async function findMatchNodes(
  { matches }: Pick<TournamentFile, 'matches'>,
  library: Library | null,
  id: string,
): Promise<Result<readonly Uint8Array[]>> {
  const there = matches.get(id);
  if (there !== undefined) return ok(there);
  const match = parseCid(id);
  if (!match.ok) return match;
  if (library === null) return fail('not-found', `the file has no match ${id}`);
  const kept = await loadKept(library, match.value, formatId(match.value));
  return kept.ok ? ok(kept.value.nodes) : kept;
}

/** The seat that won, or null for a draw; a fault where the match cannot be the result of the board. */
export async function winnerOnBoard(
  { games }: Io,
  { terms, players }: Tournament,
  pairing: Pairing,
  nodes: readonly Uint8Array[],
): Promise<Result<0 | 1 | null>> {
  const { fault } = await verify(nodes, findGameIn(games), { signatures: 'all' });
  if (fault !== null) return { ok: false, fault };
  const kifu = readKifu(nodes);
  if (!kifu.ok) return kifu;
  const { header, ending } = kifu.value;
  if (header.game !== terms.game)
    return fail(
      'conflict',
      `it is a match of ${header.game}, and the tournament is of ${terms.game}`,
    );
  const seated = header.players.toSorted((a, b) => a.seat - b.seat);
  const ids = seated.map(({ key, name }) => ratedPlayerId({ key: key ?? null, name }));
  const expected = pairing.players.map(player => players[player]!.id);
  if (ids.length !== 2 || ids.some((id, i) => id !== expected[i]))
    return fail('conflict', `it is not between ${expected.join(' and ')}, in these seats`);
  const outcome = ending?.outcome;
  if (outcome === undefined) return fail('conflict', 'the match has not ended');
  if (outcome.result === 'draw') return ok(null);
  const seat = seated.findIndex(player => player.seat === outcome.winners[0]);
  return outcome.result === 'win' && outcome.winners.length === 1 && (seat === 0 || seat === 1)
    ? ok(seat)
    : fail('conflict', 'the match has no winner and is no draw');
}
