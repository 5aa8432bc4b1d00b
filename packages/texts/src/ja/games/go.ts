/** Texts of Go, in Japanese. */
import type { GoTexts } from '../../en/games/go.ts';

export const go: GoTexts = {
  title: '囲碁',
  seats: ['黒', '白'],
  reasons: {
    score: { label: '地の計算', by: '（地の計算）' },
    repetition: { label: '同形反復', by: '（同形反復）' },
  },
  refusals: {
    'not-your-turn': 'あなたの手番ではありません。',
    'not-scoring': 'まだ対局中です。両者のパスで終局します。',
    scoring: '整地中です：死石を指定するか、合意するか、再開してください。',
    'off-board': '盤上の点ではありません。',
    occupied: 'その点にはすでに石があります。',
    suicide: '着手禁止点です。',
    ko: 'コウです。すぐには取り返せません。',
    superko: 'スーパーコウ：同じ局面が再現されます。',
    length: '手数の上限に達しました。パスしてください。',
    handicap: '先に黒が置き石を置きます。',
    'nothing-to-mark': 'その点に指定できるものはありません。',
    'dead-outside': 'その点に石はありません。',
    territory: '地の指定が盤面と矛盾しています。',
  },
  options: {
    handicap: {
      label: '置き石',
      help: '置き石の数：なし、または2子以上（盤とルールの許す範囲）。',
    },
    height: { label: '盤の縦', help: '縦の路数（初期値：横と同じ）。' },
    komiHalves: {
      label: 'コミ（半目単位）',
      help: '白に加える点を半目単位で：15は7目半（初期値：ルールに従う。置き碁では1）。',
    },
    rules: { label: 'ルール', help: 'ルールの名前、または個別の設定。' },
    width: { label: '盤の横', help: '横の路数（初期値：縦と同じ）。' },
  },
  demos: {
    '': { about: '9路盤。両者のパスの後、双方で地を数えます。' },
  },
};
