/** Texts of Ludo, in Japanese. */
import type { LudoTexts } from '../../en/games/ludo.ts';
import { ending } from '../helpers.ts';
import { match } from '../match.ts';

export const ludo: LudoTexts = {
  title: 'ルドー',
  seats: ['赤', '緑', '黄', '青'],
  reasons: {
    ...match.reasons,
    allHome: { label: '全駒ゴール', by: '（全駒ゴール）' },
    lastStanding: { label: '最後まで残留', by: '（最後まで残留）' },
  },
  refusals: {
    isHome: 'その駒はすでにゴールしています。',
    inBase: 'その駒はまだベースにあります。',
    needsSix: 'ベースから出るには6が必要です。',
    ownToken: 'そのマスには自分の駒があります。',
    isOut: 'その駒はすでにベースを出ています。',
    notRolled: '出た目と違います。',
    pastHome: '目が大きすぎてゴールできません。',
  },
  demos: {
    '': { about: '4人対局と、公正さを証明できるサイコロ。' },
  },
  ...ending,
  token: token => `駒${token}`,
  leavesBase: token => `${token}がベースを出る`,
  moves: (token, steps) => `${token}が${steps}進む`,
  takes: (token, who) => `${who}の${token}を取る`,
  isHome: 'ゴール',
  listed: {
    square: (token, square) => `${token}は${square}へ`,
    column: (token, step) => `${token}はゴール前${step}へ`,
    home: token => `${token}がゴール`,
    takes: who => `${who}を取る`,
  },
  side: (who, places) => `${who}：${places.join('、')}。`,
  at: (token, square) => `${token}は${square}`,
  inColumn: (token, left) => `${token}はゴール前、あと${left}`,
  inBase: count => `ベースに${count}`,
  home: count => `ゴールに${count}`,
  toRoll: who => `${who}がサイコロを振ります。`,
  toMove: (who, die) => `${who}の出目は${die}、手番です。`,
  cell: {
    square: (square, isStart, isSafe) =>
      `${square}番のマス${isStart === null ? '' : `、${isStart}のスタート`}${isSafe ? '、安全' : ''}`,
    column: (who, step) => `${who}のゴール前、${step}`,
    home: who => `${who}のゴール`,
    base: (who, place) => `${who}のベース、${place}番`,
    die: value => (value === 0 ? 'サイコロ、まだ振っていません' : `サイコロ：${value}`),
    token: (who, token) => `${who}の駒${token}`,
    empty: '空き',
  },
  events: {
    rolled: (who, die) => `${who}の出目は${die}`,
    enter: (who, token) => `${who}の${token}がベースを出る`,
    home: (who, token) => `${who}の${token}がゴール`,
    capture: (who, token, of) => `${who}が${of}の${token}を取る`,
    left: who => `${who}が退席`,
  },
  captions: {
    base: token => `${token} ベース`,
    home: token => `${token} ゴール`,
    at: (token, square) => `${token} ${square}番`,
    wonBy: '勝者',
    die: 'サイコロ',
    toRoll: who => `${who}が振る番`,
    rolled: (who, die, isSecondSix) => `${who}の出目は${die}${isSecondSix ? '（2回目の6）' : ''}`,
  },
};
