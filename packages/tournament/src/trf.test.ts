/** TRF16 read back by its columns, as FIDE counts them, from 1. */
import { rngFrom, unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { playedBy } from './score.ts';
import { standingsOf } from './standings.ts';
import { isOver, newTournament, type Tournament, take } from './tournament.ts';
import { formatTrf } from './trf.ts';

/** A line of a player, by the places of the specification. */
function readPlayer(line: string, rounds: number) {
  const at = (from: number, to: number) => line.slice(from - 1, to).trim();
  return {
    number: Number(at(5, 8)),
    name: at(15, 47),
    points: Number(at(81, 84)),
    rank: Number(at(86, 89)),
    games: Array.from({ length: rounds }, (_, round) => {
      const start = 92 + 10 * round;
      return [at(start, start + 3), at(start + 5, start + 5), at(start + 7, start + 7)];
    }),
  };
}

/** An open with an odd number of players, one who enters late, one who leaves, and a game that one player does not come to. */
function playOpen(): Tournament {
  const luck = rngFrom(3);
  let now = newTournament({ name: 'Öpen', system: 'swiss', game: 'chess', rounds: 4 });
  const go = (entry: Parameters<typeof take>[1]) => {
    now = unwrap(take(now, entry));
  };
  for (let i = 0; i < 7; i++) go({ type: 'enter', name: `Player, ${'ÄBCDEFG'[i]}`, key: null });
  for (let n = 0; !isOver(now); ) {
    if (now.rounds.length === 1) go({ type: 'enter', name: 'Late', key: null });
    if (now.rounds.length === 2) go({ type: 'withdraw', player: '@Player, C' });
    go({ type: 'round' });
    const round = now.rounds.length;
    for (const board of now.rounds.at(-1)!.pairings.keys()) {
      const match =
        n++ === 5 ? null : `bafyrei${'a'.repeat(50)}${'bcdefgh'[n % 7]}${'aeimquy4'[n >> 3]}`;
      const winner = ([0, 1, null] as const)[luck(match === null ? 2 : 3)]!;
      go({ type: 'result', round, board: board + 1, match, winner });
    }
  }
  return now;
}

test('a report reads back as the tournament', () => {
  const tournament = playOpen();
  const lines = formatTrf(tournament).split('\r\n');
  expect(lines.slice(0, 4)).toEqual(['012 Open', '062 8', '092 swiss', 'XXR 4']);
  const players = lines.filter(line => line.startsWith('001')).map(line => readPlayer(line, 4));
  expect(players.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(players[0]!.name).toBe('Player, A');
  for (const { rank, player, score } of standingsOf(tournament))
    expect(players[player]).toMatchObject({ rank, points: score / 2 });
  for (const [player, games] of playedBy(tournament).entries())
    for (let round = 0; round < 4; round++) {
      const [opponent, color, result] = players[player]!.games[round]!;
      const game = games.find(one => one.round === round);
      if (game === undefined) expect([opponent, color, result]).toEqual(['0000', '-', 'Z']);
      else if (game.opponent === null)
        expect([opponent, color, result]).toEqual(['0000', '-', 'U']);
      else {
        expect([opponent, color]).toEqual([`${game.opponent + 1}`, game.seat === 0 ? 'w' : 'b']);
        expect(result).toBe(game.isPlayed ? '0=1'[game.points!] : game.points === 2 ? '+' : '-');
        // each sees of the other what the other sees
        const [back] = players[game.opponent]!.games[round]!;
        expect(back).toBe(`${player + 1}`);
      }
    }
  expect(players.flatMap(({ games }) => games.map(([, , result]) => result))).toEqual(
    expect.arrayContaining(['1', '0', '=', '+', '-', 'U', 'Z']),
  );
});
