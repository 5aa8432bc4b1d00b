/** Rounds and standings in words. */

import type { Json } from '@kifu/core';
import { isOver, standingsOf, type Tournament } from '@kifu/tournament';
import type { Io } from '../io.ts';
import type { CommandReport } from '../run-command.ts';
import { oneLine, tableLines } from '../text.ts';

/** The boards of a round (default: the newest). */
export function tellRound(
  { texts }: Io,
  { players, rounds }: Tournament,
  round: number = rounds.length,
): CommandReport {
  const t = texts.reports.players.tournament;
  const { pairings, byes } = rounds[round - 1]!;
  const nameOf = (player: number) => oneLine(players[player]!.name);
  const boards = pairings.map(({ players: [first, second], result }, i) => ({
    ...{ board: i + 1, first: nameOf(first), second: nameOf(second) },
    result:
      result === null
        ? null
        : (['1-0', '0-1'][result.winner ?? -1] ?? '½-½') +
          (result.match === null ? ` ${t.forfeit}` : ''),
  }));
  return {
    json: { round, boards: boards as unknown as Json, byes: byes.map(nameOf) },
    text: [
      t.round(round),
      ...tableLines(
        boards.map(({ board, first, second, result }) => [board, first, '–', second, result ?? '']),
      ),
      ...byes.map(player => t.bye(nameOf(player))),
    ].join('\n'),
  };
}

/** Half points, or quarters, as people write them. */
const decimal = (count: number, parts: 2 | 4): string => `${count / parts}`;

/** All players, the best first. */
export function tellStandings({ texts }: Io, tournament: Tournament): CommandReport {
  const t = texts.reports.players.tournament;
  const { terms, players, rounds } = tournament;
  const rows = standingsOf(tournament).map(
    ({ rank, player, score, directEncounter, buchholzCut1, buchholz, sonnebornBerger }) => ({
      ...{ rank, name: players[player]!.name, score: decimal(score, 2) },
      ...{ directEncounter: decimal(directEncounter, 2), buchholzCut1: decimal(buchholzCut1, 2) },
      ...{ buchholz: decimal(buchholz, 2), sonnebornBerger: decimal(sonnebornBerger, 4) },
    }),
  );
  const over = isOver(tournament);
  return {
    json: { ...terms, round: rounds.length, isOver: over, standings: rows },
    text: [
      t.standings(oneLine(terms.name), t.systems[terms.system], rounds.length, over),
      ...tableLines([
        t.columns,
        ...rows.map(row => [
          ...[row.rank, oneLine(row.name), row.score, row.directEncounter],
          ...[row.buchholzCut1, row.buchholz, row.sonnebornBerger],
        ]),
      ]),
    ].join('\n'),
  };
}
