/** Texts of Mage Duel, in Japanese. */
import type { MageDuelTexts } from '../../en/games/mage-duel.ts';
import { ending } from '../helpers.ts';
import { match } from '../match.ts';

const TURNS = ['', '、90度回転', '、180度回転', '、270度回転'];
const FEATURES: { readonly [kind: string]: string } = { City: '都市', Road: '道' };

export const mageDuel: MageDuelTexts = {
  title: 'メイジ・デュエル',
  seats: ['青', '赤'],
  reasons: {
    ...match.reasons,
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
    'InvalidMove:rotation': 'タイルの回転は270度までです。',
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
  setUp: {
    moveTime: {
      label: '一手の時間',
      help: '時間を過ぎると番が飛ばされます。',
      values: { 30: '30秒', 65: '65秒', 120: '2分', 300: '5分', 604800: '無制限' },
    },
  },
  demos: {
    '': { about: '都市と道をタイル1枚ずつ築きます。' },
  },
  ...ending,
  edges: { C: '都市', R: '道', F: '野原' },
  skips: 'スキップ',
  claimsEnd: '終局を要求',
  noTile: 'タイルなし',
  lays: (tile, cell, turns, isJoker) =>
    `${tile}${isJoker ? '（ジョーカー）' : ''}を${cell}に${TURNS[turns]}`,
  winsFeature: (who, kind, more, less) => `${who}が${FEATURES[kind]}を獲得 ${more}–${less}`,
  drawnFeature: (kind, blue, red) => `${FEATURES[kind]}は引き分け ${blue}–${red}`,
  wins: (who, more, less) => `${who}の勝ち ${more}–${less}`,
  tie: (blue, red) => `引き分け ${blue}–${red}`,
  canceled: '対局は取り消されました',
  side: (who, city, road, jokers) => `${who}：都市${city}点、道${road}点、ジョーカー${jokers}枚。`,
  noTop: '置くタイルなし',
  top: tile => `置くタイル：${tile}`,
  deck: (top, left) => `${top}、山札${left}枚。`,
  turn: who => `${who}の手番。`,
  cell: {
    empty: cell => `${cell}、空き`,
    tile: (cell, who, edges) => `${cell}、${who}のタイル：${edges.join('、')}`,
    top: (turns, edges) => `置くタイル${TURNS[turns]}：${edges.join('、')}`,
    marker: (cell, edge, what) => `${cell}の${['上', '右', '下', '左'][edge]}の縁：${what}`,
  },
  buttons: { skip: 'スキップ', finish: '終局を要求', joker: 'ジョーカー' },
  events: {
    moved: (who, tile, cell, isJoker) =>
      `${who}が${tile}${isJoker ? '（ジョーカー）' : ''}を${cell}に置く`,
    skipped: (who, isLate) => (isLate ? `${who}が時間切れ` : `${who}がスキップ`),
    drawn: (tile, left) => `${tile}を引く、山札${left}枚`,
  },
  effect: (kind, points) => `${FEATURES[kind]} ${points}`,
  achievements: {
    Seasoned: '熟練',
    Winner: '勝者',
    FirstRoad: '初めての道',
    RoadBuilder: '道の建設者',
    FirstCity: '初めての都市',
    CityBuilder: '都市の建設者',
    Bandi: 'バンディ',
    Golem: 'ゴーレム',
    Mammoth: 'マンモス',
  },
  captions: {
    points: (total, city, road, jokers) =>
      `${total}点（都市${city}、道${road}）、ジョーカー${jokers}枚`,
    total: total => `合計${total}`,
    cities: '都市',
    roads: '道',
    jokers: points => `残りのジョーカー（1枚${points}点）`,
    sum: '合計',
    top: 'タイル',
    rack: jokers =>
      `タイルを回して置く${jokers === 0 ? '' : `、またはジョーカーを使う（残り${jokers}）`}`,
    deck: '山札',
    left: tiles => `残り${tiles}枚`,
    lastMove: '最後の手',
    ago: seconds => `${seconds}秒前`,
    edges: '辺',
    legend: '上から時計回り：C 都市、R 道、- 野原。赤は小文字',
  },
};
