/** Texts of Dominoes, in Japanese. */
import type { DominosTexts } from '../../en/games/dominos.ts';
import { ending } from '../helpers.ts';
import { match } from '../match.ts';

const ENDS: { readonly [end: string]: string } = { left: '左', right: '右' };

export const dominos: DominosTexts = {
  title: 'ドミノ',
  seats: ['南', '西', '北', '東'],
  reasons: {
    ...match.reasons,
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
  ...ending,
  tile: (one, other) => (one === other ? `ダブル${one}` : `${one}-${other}`),
  aTile: '牌',
  passes: 'パス',
  draws: tile => `${tile}を引く`,
  leads: tile => `${tile}から始める`,
  plays: (tile, end) => `${tile}を${ENDS[end]}に置く`,
  goesOut: '上がり',
  isBlocked: '手詰まり',
  noLine: '牌はまだ出ていません。',
  line: (count, left, right) => `列に${count}枚、左は${left}、右は${right}。`,
  boneyard: count => (count === 0 ? '山札はありません。' : `山札は${count}枚。`),
  hand: (who, count) => `${who}の手札は${count}枚。`,
  openHand: (who, tiles, pips) => `${who}の手札は${tiles.join('、') || 'なし'}（${pips}点）。`,
  turn: who => `${who}の手番。`,
  wonPoints: (who, by, points) => `${who}の勝ち${by}、${points}点`,
  cell: {
    line: (tile, end) => `列の${tile}${end === null ? '' : `、${end}端`}`,
    bothEnds: '左右',
    ends: { left: '左', right: '右' },
    openEnd: (end, pips) => `${end}の端：${pips}`,
    hand: (who, tile) => `${tile}、${who}の手札`,
    hidden: (who, place) => `伏せ牌${place}、${who}の手札`,
    boneyard: tile => `${tile}、山札`,
    noTiles: where => `${where}、牌なし`,
    areas: { line: '列', boneyard: '山札' },
  },
  buttons: {
    pass: 'パス',
    draw: '牌を引く',
    tile: place => `牌${place}`,
    end: end => `${ENDS[end]}端`,
  },
  events: {
    play: (who, tile, end) => `${who}が${tile}を${ENDS[end]}に置く`,
    draw: (who, tile) => `${who}が${tile}を引く`,
    pass: who => `${who}がパス`,
  },
  captions: {
    boneyard: '山札',
    tiles: count => (count === 0 ? 'なし' : `${count}枚`),
    passed: 'パス',
  },
};
