/** Texts of Kung Fu Chess, in Japanese. */
import type { KungFuChessTexts } from '../../en/games/kung-fu-chess.ts';
import { ending } from '../helpers.ts';
import { match } from '../match.ts';

export const kungFuChess: KungFuChessTexts = {
  title: 'カンフーチェス',
  seats: ['白', '黒', '赤', '緑'],
  reasons: {
    ...match.reasons,
    king_captured: { label: 'キング捕獲', by: '（キング捕獲）' },
    kings_captured: { label: 'キング同時捕獲', by: '（キング同時捕獲）' },
    inactivity: { label: '無行動', by: '（無行動）' },
  },
  refusals: {
    game_over: '対局は終了しています。',
    no_seat: 'この対局の参加者ではありません。',
    no_king: 'キングを失っています。',
    piece_not_found: 'その駒はありません。',
    not_your_piece: 'あなたの駒ではありません。',
    piece_captured: 'その駒は取られています。',
    piece_moving: 'その駒は移動中で止められません。',
    cooldown: 'その駒はまだクールダウン中です。',
    too_late: '対局時間の上限に達しました。',
    off_board: '盤上のマスではありません。',
    same_square: '駒はすでにそこにあります。',
    geometry: 'その駒はそこへ動けません。',
    blocked: '間に別の駒があります。',
    own_piece: 'そのマスには自分の駒があります。',
    own_destination: '別の自分の駒がそこへ移動中です。',
    own_way: '別の自分の駒がそのマスを通ります。',
    pawn_blocked: 'ポーンは正面の駒を取れません。',
    pawn_capture: 'ポーンが取れるのは斜め前の止まっている駒だけです。',
    castling_king: 'キャスリングできません：キングがすでに動いています。',
    castling_rook: 'キャスリングできません：そのルークがないか、すでに動いています。',
    castling_blocked: 'キャスリングできません：キングとルークの間が空いていません。',
  },
  options: {
    board: {
      label: '盤',
      help: '2人用の標準盤か、最大4人用の大きな盤（初期値：席に合う盤）。',
      values: { standard: '標準', four_player: '4人用' },
    },
    hz: {
      label: '毎秒のティック',
      help: '毎秒のティック数（初期値：30。クラシックルールでは常に10）。',
    },
    rules: {
      label: 'ルール',
      help: '2026年1月の改訂版、または元のプログラム。',
      values: { 'v2-2026-01': '2026年1月版', classic: 'クラシック' },
    },
    speed: {
      label: '速さ',
      help: '1マスの時間：1秒、または0.2秒。',
      values: { standard: '標準', lightning: 'ライトニング' },
    },
    ties: {
      label: '境界値',
      help: '距離がちょうど0.4マスのときの扱い：まだ何も起きない、または浮動小数点の計算どおり。',
      values: { exact: '正確', float: '浮動小数点' },
    },
  },
  demos: {
    '': { about: 'リアルタイムのチェス：手番はなく、全員が同時に動きます。' },
    four: { title: '4人カンフーチェス', about: '4人で遊ぶリアルタイムのチェス。' },
  },
  ...ending,
  pieces: {
    pawn: 'ポーン',
    knight: 'ナイト',
    bishop: 'ビショップ',
    rook: 'ルーク',
    queen: 'クイーン',
    king: 'キング',
  },
  owned: (who, piece) => `${who}の${piece}`,
  way: (who, from, to) => `${who}、${from}から${to}へ`,
  goes: (piece, to) => `${piece}を${to}へ`,
  castling: 'キャスリング',
  inDanger: who => `${who}のキングが危険`,
  side: (who, groups) =>
    `${who}：${groups.map(([piece, , squares]) => `${piece} ${squares.join(' ')}`).join('、')}。`,
  moving: ways => `移動中：${ways.join('、')}。`,
  cell: {
    empty: square => `${square}、空き`,
    pieces: (square, pieces) => `${square}、${pieces.join('、')}`,
    moving: piece => `移動中の${piece}`,
    cooling: piece => `クールダウン中の${piece}`,
  },
  events: {
    capture: (who, piece, square, by) => `${who}が${square}の${piece}を${by}に取られる`,
    bothFall: (who, piece, square) => `${who}が${square}の${piece}を失う（相打ち）`,
    promotion: (who, square) => `${who}のポーンが${square}でクイーンに昇格`,
    castle: who => `${who}がキャスリング`,
    elimination: who => `${who}がキングを失う`,
    left: who => `${who}が退席、駒は盤に残ります`,
  },
  captions: {
    time: '時間',
    over: time => `${time}、終局`,
    inFlight: '移動中',
    more: count => `ほか${count}`,
    none: 'なし',
  },
};
