/** Tournaments of chess as TRF16, the report file of FIDE (Handbook C.04, annex 2): lines of columns at fixed places. */
import { type PlayedRound, playedBy } from './score.ts';
import { standingsOf } from './standings.ts';
import type { Tournament } from './tournament.ts';

const NAME_WIDTH = 33;
const NO_OPPONENT = '0000';

/** The report. Ratings, federations, titles and dates of birth stay empty: a tournament does not know them. */
export function formatTrf(tournament: Tournament): string {
  const { terms, players, rounds } = tournament;
  const played = playedBy(tournament);
  const standings = new Map(standingsOf(tournament).map(standing => [standing.player, standing]));
  const lines = players.map(({ name }, i) => {
    const { score, rank } = standings.get(i)!;
    const results = rounds.map((_, round) =>
      resultColumns(played[i]!.find(game => game.round === round)),
    );
    return [
      '001',
      `${i + 1}`.padStart(4),
      '    ', // sex and title
      ascii(name).padEnd(NAME_WIDTH).slice(0, NAME_WIDTH),
      ' '.repeat(31), // rating, federation, number and date of birth
      points(score).padStart(4),
      `${rank}`.padStart(4),
      ...results,
    ]
      .join(' ')
      .trimEnd();
  });
  return [
    `012 ${ascii(terms.name)}`,
    `062 ${players.length}`,
    `092 ${terms.system}`,
    `XXR ${Math.max(rounds.length, terms.rounds)}`,
    ...lines,
    '',
  ].join('\r\n');
}

/** Ten columns with the space before them: the opponent, the color, the result. */
function resultColumns(game: PlayedRound | undefined): string {
  if (game === undefined) return ` ${NO_OPPONENT} - Z`;
  const { opponent, seat, points, isPlayed } = game;
  if (opponent === null) return ` ${NO_OPPONENT} - U`;
  const result = points === null ? ' ' : isPlayed ? '0=1'[points]! : points === 2 ? '+' : '-';
  return ` ${`${opponent + 1}`.padStart(4)} ${seat === 0 ? 'w' : 'b'} ${result}`;
}

/** Half points as a decimal number. */
const points = (halves: number): string => `${Math.floor(halves / 2)}.${halves % 2 === 0 ? 0 : 5}`;

/** A place is one letter: what has no letter of ASCII is a question mark. */
const ascii = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/gu, '?');
