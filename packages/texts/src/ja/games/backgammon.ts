/** Texts of Backgammon, in Japanese. */
import type { BackgammonTexts } from '../../en/games/backgammon.ts';

export const backgammon: BackgammonTexts = {
  title: 'バックギャモン',
  seats: ['白', '黒'],
  reasons: {
    single: { label: 'シングル勝ち', by: '（シングル勝ち）' },
    gammon: { label: 'ギャモン勝ち', by: '（ギャモン勝ち）' },
    backgammon: { label: 'バックギャモン勝ち', by: '（バックギャモン勝ち）' },
  },
  refusals: {
    roll: '先にサイコロを振ってください。',
    bothDice: '両方の目を使わなければなりません。',
    largerDie: '片方しか使えないときは、大きい目を使わなければなりません。',
    die: 'その目はもう残っていません。',
    bar: '先にバーの駒を戻してください。',
    distance: 'その目ではそこに届きません。',
    blocked: 'そのポイントはブロックされています。',
    notHome: 'すべての駒がホームに入るまでベアオフできません。',
    behind: '大きい目でのベアオフは最も高いポイントの駒だけです。',
    noChecker: 'そこにあなたの駒はありません。',
    notYours: 'それは相手の駒です。',
  },
  options: {
    dice: { label: '出目', help: '別の場所で振った出目。シードの出目より先に使います。' },
    stakes: { label: '得点', help: 'シングル、ギャモン、バックギャモンの得点。' },
  },
  demos: {
    '': { about: '公正さを検証できるサイコロ：すべての出目に証明がつきます。' },
  },
};
