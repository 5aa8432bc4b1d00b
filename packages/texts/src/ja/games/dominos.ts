/** Texts of Dominoes, in Japanese. */
import type { DominosTexts } from '../../en/games/dominos.ts';

export const dominos: DominosTexts = {
  title: 'ドミノ',
  seats: ['南', '西', '北', '東'],
  reasons: {
    emptyHand: { label: '上がり', by: '（上がり）' },
    blocked: { label: '手詰まり', by: '（手詰まり）' },
  },
  refusals: {
    emptyBoneyard: '山札がありません。パスしてください。',
    mustDraw: '先に山札から引いてください。',
    mustPlay: '出せる牌があります。出してください。',
    noTile: 'その牌は手札にありません。',
    noFit: 'その牌はこの端に合いません。',
    flip: 'その牌は向きを変えないとこの端に合いません。',
    lead: '最初に出す牌は決まっています。',
    ambiguous: 'その牌は両端に合います。どちらかを選んでください。',
  },
  demos: {
    '': { about: '手札は非公開。どちらの対局者の視点でも再生できます。' },
  },
};
