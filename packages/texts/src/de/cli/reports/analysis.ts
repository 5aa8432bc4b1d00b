/** Reports of `kifu analyze` and `kifu puzzles`, in German. */
import type { AnalysisReports } from '../../../en/cli/reports/analysis.ts';
import { counts } from '../counts.ts';

const { number } = counts;

export const analysis: AnalysisReports = {
  columns: {
    accuracy: 'Genauigkeit',
    inaccuracies: 'Ungenauigkeiten',
    mistakes: 'Fehler',
    blunders: 'grobe Fehler',
  },
  better: moves => `besser: ${moves}`,
  chancesOf: name => `Gewinnchancen von ${name}`,
  progress: (entry, entries, moves) =>
    `analysiert bis Eintrag ${number(entry)} von ${number(entries)} (${counts.moves(moves)})`,
  saved: id => `Anmerkungen zu ${id} gespeichert`,
  written: file => `${file} geschrieben`,
  puzzles: {
    after: entry => `nach ${number(entry)}`,
    length: (moves, rating) => `${counts.moves(moves)}, Wertung ${rating}`,
    found: (puzzles, records) => `${counts.puzzles(puzzles)} aus ${counts.records(records)}`,
    checked: (confirmed, others) =>
      `${counts.puzzles(confirmed)} bestätigt, ${number(others)} nicht`,
  },
};
