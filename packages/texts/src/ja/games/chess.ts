/** Texts of Chess, in Japanese. */
import type { ChessTexts } from '../../en/games/chess.ts';
import { ending } from '../helpers.ts';
import { match } from '../match.ts';

export const chess: ChessTexts = {
  title: 'チェス',
  seats: ['白', '黒'],
  reasons: {
    ...match.reasons,
    checkmate: { label: 'チェックメイト', by: '（チェックメイト）' },
    stalemate: { label: 'ステイルメイト', by: '（ステイルメイト）' },
    deadPosition: { label: '駒不足', by: '（駒不足）' },
    threefoldRepetition: { label: '同一局面3回', by: '（同一局面3回）' },
    fivefoldRepetition: { label: '同一局面5回', by: '（同一局面5回）' },
    fiftyMoves: { label: '50手ルール', by: '（50手ルール）' },
    seventyFiveMoves: { label: '75手ルール', by: '（75手ルール）' },
  },
  refusals: {
    noPiece: 'そのマスに駒はありません。',
    notYours: 'あなたの駒ではありません。',
    ownPiece: 'そのマスには自分の駒があります。',
    geometry: 'その駒はそこへ動けません。',
    blocked: '間に別の駒があります。',
    promotion: '昇格する駒を選んでください：クイーン、ルーク、ビショップ、ナイト。',
    noPromotion: '昇格できるのは最終段に達したポーンだけです。',
    castlingRight: 'キャスリングできません：キングかそのルークがすでに動いています。',
    castlingBlocked: 'キャスリングできません：キングとルークの間に駒があります。',
    castlingCheck:
      'チェックされているとき、または通過・到着するマスが攻撃されているときはキャスリングできません。',
    exposed: 'キングがチェックされてしまいます。',
    inCheck: 'チェックされています。',
    ambiguous: 'この手を指せる駒が複数あります。',
  },
  options: {
    draws: {
      label: '引き分け',
      help: 'デッドポジション、同一局面5回、75手ルールで自動的に終局するか、申請が必要かを選びます。',
      values: { automatic: '自動', claimed: '申請制' },
    },
  },
  demos: {
    '': {
      about: '両対局者と審判が署名した、時計つきの対局です。指し手は「不滅の名局」のものです。',
    },
  },
  ...ending,
  pieces: {
    pawn: 'ポーン',
    bishop: 'ビショップ',
    knight: 'ナイト',
    rook: 'ルーク',
    king: 'キング',
    queen: 'クイーン',
  },
  step: (who, from, to, isCapture, isEnPassant) =>
    `${from === null ? '' : `${from}の`}${who}、${to}${isCapture ? 'を取る' : 'へ'}${isEnPassant ? '（アンパッサン）' : ''}`,
  castles: isKingside => `${isKingside ? 'キング' : 'クイーン'}サイドにキャスリング`,
  promotes: piece => `${piece}に昇格`,
  check: 'チェック',
  checkmate: 'チェックメイト',
  side: (who, groups) =>
    `${who}：${groups.map(([piece, , squares]) => `${piece} ${squares.join(' ')}`).join('、')}。`,
  turn: (who, isCheck) => `${who}の手番${isCheck ? '、チェックされています' : ''}。`,
  cell: (square, piece) => `${square}、${piece ?? '空き'}`,
  owned: (who, piece) => `${who}の${piece}`,
  events: {
    capture: (who, piece, square) => `${who}が${square}の${piece}を取る`,
    castle: (who, isKingside) =>
      `${who}が${isKingside ? 'キング' : 'クイーン'}サイドにキャスリング`,
    enPassant: who => `${who}がアンパッサンで取る`,
    promotion: (who, piece, square) => `${who}が${square}で${piece}に昇格`,
    check: who => `${who}のキングにチェック`,
  },
};
