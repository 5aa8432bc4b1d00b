/** Reports of `kifu analyze` and `kifu puzzles`. */
import { counts } from '../counts.ts';

const { number } = counts;

export const analysis = {
  /** Heads of the table of players. */
  columns: {
    accuracy: 'accuracy',
    inaccuracies: 'inaccuracies',
    mistakes: 'mistakes',
    blunders: 'blunders',
  },
  better: (moves: string) => `better: ${moves}`,
  chancesOf: (name: string) => `chances of ${name}`,
  progress: (entry: number, entries: number, moves: number) =>
    `analyzed up to entry ${number(entry)} of ${number(entries)} (${counts.moves(moves)})`,
  saved: (id: string) => `annotations of ${id} updated`,
  written: (file: string) => `${file} written`,
  puzzles: {
    after: (entry: number) => `after ${number(entry)}`,
    length: (moves: number, rating: number) => `${counts.moves(moves)}, rating ${rating}`,
    found: (puzzles: number, records: number) =>
      `${counts.puzzles(puzzles)} from ${counts.records(records)}`,
    checked: (confirmed: number, others: number) =>
      `${counts.puzzles(confirmed)} confirmed, ${number(others)} not`,
  },
};

export type AnalysisReports = typeof analysis;
