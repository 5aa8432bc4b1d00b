/** Texts of Checkers, in Japanese. */
import type { CheckersTexts } from '../../en/games/checkers.ts';

export const checkers: CheckersTexts = {
  title: 'チェッカー',
  seats: ['黒', '白'],
  reasons: {
    noMoves: { label: '合法手なし', by: '（合法手なし）' },
    threefoldRepetition: { label: '同一局面3回', by: '（同一局面3回）' },
    fortyMoves: { label: '40手ルール', by: '（40手ルール）' },
  },
  refusals: {
    noPiece: 'そのマスに駒はありません。',
    notYours: 'あなたの駒ではありません。',
    geometry: '駒は斜めに1マス動くか、隣の駒を飛び越えます。',
    backwards: '普通の駒は前にしか動けません。',
    occupied: '着地するマスが空いていません。',
    nothingToJump: '飛び越える相手の駒がありません。',
    jumpedTwice: '同じ駒を2回飛び越えることはできません。',
    crowned: 'キングに成ると手番は終わります。',
    mustJump: '取れる駒は必ず取らなければなりません。',
    otherPiece: '同じ駒で続けて取らなければなりません。',
    unfinished: '連続して取れる場合は最後まで取らなければなりません。',
    ambiguous: '当てはまる手が複数あります。すべてのマスを書いてください。',
  },
  options: {
    draws: {
      label: '引き分け',
      help: '同一局面3回と40手ルールで自動的に終局するか、申請が必要かを選びます。',
      values: { automatic: '自動', claimed: '申請制' },
    },
  },
  demos: {
    '': { about: '取れる駒は必ず取ります。' },
  },
};
