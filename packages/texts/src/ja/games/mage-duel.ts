/** Texts of Mage Duel, in Japanese. */
import type { MageDuelTexts } from '../../en/games/mage-duel.ts';

export const mageDuel: MageDuelTexts = {
  title: 'メイジ・デュエル',
  seats: ['青', '赤'],
  reasons: {
    exhausted: { label: 'タイルとジョーカー切れ', by: '（タイルとジョーカー切れ）' },
    'double-skip': { label: '連続スキップ', by: '（連続スキップ）' },
    timeout: { label: '時間切れ', by: '（時間切れ）' },
    'full-board': { label: '満盤', by: '（満盤）' },
  },
  refusals: {
    GameIsAlreadyFinished: '対局は終了しています。',
    PlayerNotInGame: 'この対局の参加者ではありません。',
    NotYourTurn: 'あなたの手番ではありません。',
    NotEnoughJokers: 'ジョーカーが残っていません。',
    NoTilesInDeck: 'タイルが残っていません。',
    CantFinishGame: 'まだ終局を要求できません。',
    'InvalidMove:tile': 'そのタイルはありません。',
    'InvalidMove:rotation': 'タイルの回転は3回までです。',
    'InvalidMove:bounds': '盤上のマスではありません。',
    'InvalidMove:occupied': 'そのマスにはすでにタイルがあります。',
    'InvalidMove:mismatch': '隣のタイルと辺が合いません。',
    'InvalidMove:detached': '合う辺につながるように置いてください。',
  },
  options: {
    deck: { label: '山札', help: '各種類のタイルの枚数。' },
    edges: { label: '縁', help: '盤の各辺の都市と道の印の数。' },
    jokers: { label: 'ジョーカー', help: '各対局者のジョーカーの数。' },
    jokerPrice: { label: 'ジョーカーの得点', help: '終局時に残ったジョーカー1枚の得点。' },
    moveTime: { label: '一手の時間', help: '一手の秒数。最大の1週間は無制限と同じです。' },
    endOnFullBoard: { label: '満盤で終局', help: '盤が埋まったら終局するか。' },
    timeout: {
      label: '終局要求時の得点',
      help: '終局が要求されたときに得点する人：両者、または最後に打った人だけ。',
      values: { share: '両者', forfeit: '最後に打った人' },
    },
  },
  demos: {
    '': { about: '都市と道をタイル1枚ずつ築きます。' },
  },
};
