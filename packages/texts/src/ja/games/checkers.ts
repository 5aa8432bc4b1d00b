/** Texts of Checkers, in Japanese. */
import type { CheckersTexts } from '../../en/games/checkers.ts';
import { and, ending } from '../helpers.ts';
import { match } from '../match.ts';

export const checkers: CheckersTexts = {
  title: 'チェッカー',
  seats: ['黒', '白'],
  reasons: {
    ...match.reasons,
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
  ...ending,
  man: 'コマ',
  king: 'キング',
  step: (who, from, to) => `${from}の${who}、${to}へ`,
  jump: (who, from, taken, to) => `${from}の${who}が${and(taken)}を取り${to}へ`,
  isCrowned: 'キングに成る',
  side: (who, men, kings) => {
    const groups = [
      ...(men.length > 0 ? [`コマ ${men.join(' ')}`] : []),
      ...(kings.length > 0 ? [`キング ${kings.join(' ')}`] : []),
    ];
    return `${who}：${groups.join('、') || 'なし'}。`;
  },
  turn: who => `${who}の手番。`,
  turnFrom: (who, square) => `${who}の手番、${square}から続けて取ります。`,
  cell: (square, piece) => `${square}番、${piece ?? '空き'}`,
  owned: (who, piece) => `${who}の${piece}`,
  events: {
    capture: (who, piece, square) => `${who}が${square}の${piece}を取る`,
    crown: (who, square) => `${who}が${square}でキングに成る`,
  },
  captions: {
    pieces: '駒数',
    count: (who, pieces, kings) => `${who} ${pieces}${kings === 0 ? '' : `（キング${kings}）`}`,
    squares: 'マス',
    sum: '段と列の和：8+ と 3 で 11',
    mustJump: who => `${who}が取る手`,
    more: count => `…（全${count}手）`,
  },
};
