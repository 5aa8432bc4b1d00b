/** Texts of Ludo, in Japanese. */
import type { LudoTexts } from '../../en/games/ludo.ts';

export const ludo: LudoTexts = {
  title: 'ルドー',
  seats: ['赤', '緑', '黄', '青'],
  reasons: {
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
    '': { about: '4人対局と、公正さを検証できるサイコロ。' },
  },
};
