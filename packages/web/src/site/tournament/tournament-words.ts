/** Tournaments in words. */
import type { ServedTournament, TournamentBoard, TournamentCard } from '@kifu/client/tournament';
import { titleOf } from '../games.ts';
import { text } from '../texts.ts';

/** Points, which are counted in halves: `1½`. */
export const points = (halves: number): string => {
  const whole = Math.floor(halves / 2);
  const half = halves % 2 === 0 ? '' : '½';
  return whole === 0 && half !== '' ? half : `${whole}${half}`;
};

/** What a tournament is, and how far it has come. */
export function aboutTournament(card: TournamentCard): string {
  const words = text.tournament;
  const { isOver, round, roundCount } = card;
  const far = isOver
    ? words.over
    : round === 0
      ? words.notBegun
      : roundCount === 0
        ? words.round(round)
        : words.roundOf(round, roundCount);
  return [titleOf(card.game), words.systems[card.system] ?? card.system, far].join(', ');
}

/** The result of a board: `1 – 0`. */
export function resultWords({ result }: TournamentBoard): string {
  if (result === null) return '';
  const score = result.winner === null ? '½ – ½' : result.winner === 0 ? '1 – 0' : '0 – 1';
  return result.match === null ? `${score} ${text.tournament.forfeit}` : score;
}

/** The board at which a key has to play now. */
export function ownBoard(
  { rounds, players }: Pick<ServedTournament, 'rounds' | 'players'>,
  key: string,
): { readonly board: TournamentBoard; readonly opponent: string } | null {
  for (const { pairings } of rounds)
    for (const board of pairings) {
      if (board.result !== null) continue;
      const seat = board.players.findIndex(player => players[player]!.id === key);
      if (seat >= 0) return { board, opponent: players[board.players[1 - seat]!]!.name };
    }
  return null;
}
