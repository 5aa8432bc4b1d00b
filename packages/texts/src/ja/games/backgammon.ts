/** Texts of Backgammon, in Japanese. */
import type { BackgammonTexts } from '../../en/games/backgammon.ts';
import { and, ending } from '../helpers.ts';
import { match } from '../match.ts';

export const backgammon: BackgammonTexts = {
  title: 'バックギャモン',
  seats: ['白', '黒'],
  reasons: {
    ...match.reasons,
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
    notHome: 'すべての駒がインナーに入るまでベアオフできません。',
    behind: '大きい目でのベアオフは最も高いポイントの駒だけです。',
    noChecker: 'そこにあなたの駒はありません。',
    notYours: 'それは相手の駒です。',
  },
  options: {
    dice: { label: '出目', help: '別の場所で振った出目。シードの出目より先に使います。' },
    stakes: { label: '得点', help: 'シングル、ギャモン、バックギャモンの得点。' },
  },
  demos: {
    '': { about: '公正さを証明できるサイコロ：すべての出目に証明がつきます。' },
  },
  ...ending,
  step: (from, to) =>
    to === null ? `${from ?? 'バー'}からベアオフ` : `${from ?? 'バー'}から${to}へ`,
  hits: 'ヒット',
  stuck: dice => `${and(dice)}は使えません`,
  side: (who, bar, points, off) => {
    const groups = [
      ...(bar > 0 ? [`バーに${bar}`] : []),
      ...points.map(([count, point]) => `${point}に${count}`),
      ...(off > 0 ? [`ベアオフ${off}`] : []),
    ];
    return `${who}：${groups.join('、')}。`;
  },
  toRoll: who => `${who}がサイコロを振ります。`,
  toPlay: (who, dice) => `${who}の手番、残りの目は${and(dice)}。`,
  checkers: (who, count) => `${who}の駒${count}個`,
  empty: '空き',
  point: (point, what) => `ポイント${point}、${what}`,
  bar: (who, what) => `${who}のバー、${what}`,
  off: (who, what) => `${who}のトレイ、${what}`,
  level: (name, level) => `${name}、${level}段目`,
  die: (index, value, isPlayed) => `サイコロ${index}：${value}${isPlayed ? '、使用済み' : ''}`,
  withDie: die => `${die}の目で`,
  events: {
    rolled: (who, dice) => `${who}の出目は${dice.join('-')}`,
    passed: who => `${who}は動けません`,
    enter: (who, point) => `${who}が${point}に戻る`,
    hit: (who, point) => `${who}が${point}でヒット`,
    bearOff: (who, point) => `${who}が${point}からベアオフ`,
    stuck: (who, dice) => `${who}は${and(dice)}を使えません`,
  },
  captions: {
    pips: 'ピップ',
    count: (who, pips) => `${who} ${pips}`,
    rolled: who => `${who}の出目`,
    left: (roll, dice) => `${roll}、残り${and(dice)}`,
  },
};
