/** Reports of `kifu analyze` and `kifu puzzles`, in Japanese. */
import type { AnalysisReports } from '../../../en/cli/reports/analysis.ts';
import { counts } from '../counts.ts';

const { number } = counts;

export const analysis: AnalysisReports = {
  columns: {
    accuracy: '精度',
    inaccuracies: '緩手',
    mistakes: '疑問手',
    blunders: '悪手',
  },
  better: moves => `より良い手順：${moves}`,
  chancesOf: name => `${name}の勝率`,
  progress: (entry, entries, moves) =>
    `記録${number(entry)} / ${number(entries)}まで解析済み（${counts.moves(moves)}）`,
  saved: id => `${id} の注釈を更新しました`,
  written: file => `${file} に書き込みました`,
  puzzles: {
    after: entry => `記録${number(entry)}の後`,
    length: (moves, rating) => `${counts.moves(moves)}、レーティング ${rating}`,
    found: (puzzles, records) => `${counts.records(records)}から${counts.puzzles(puzzles)}`,
    checked: (confirmed, others) =>
      `${counts.puzzles(confirmed)}を確認しました。確認できなかった問題：${number(others)}`,
  },
};
