/** Texts of Go, in Japanese. */
import type { GoTexts } from '../../en/games/go.ts';
import { ending } from '../helpers.ts';
import { match } from '../match.ts';

export const go: GoTexts = {
  title: '囲碁',
  seats: ['黒', '白'],
  reasons: {
    ...match.reasons,
    score: { label: '地の計算', by: '（地の計算）' },
    repetition: { label: '同形反復', by: '（同形反復）' },
  },
  perPoint: 2,
  refusals: {
    'not-your-turn': 'あなたの手番ではありません。',
    'not-scoring': 'まだ対局中です。両者のパスで終局します。',
    scoring: '整地中です：死に石を指定するか、合意するか、再開してください。',
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
    rules: {
      label: 'ルール',
      help: 'ルールの名前、または個別の設定。',
      values: {
        AGA: 'AGA',
        Chinese: '中国',
        Japanese: '日本',
        'New Zealand': 'ニュージーランド',
      },
    },
    width: { label: '盤の横', help: '横の路数（初期値：縦と同じ）。' },
  },
  setUp: {
    width: {
      label: '盤',
      help: '初めての人は9路盤から。',
      values: { 9: '9路', 13: '13路', 19: '19路' },
    },
    komiHalves: {
      label: 'コミ（目）',
      help: '後手の白がもらう目数。入力しなければ、ルールと置き石から決まります。',
      values: {},
    },
    handicap: {
      label: '置き石',
      help: '白の最初の手の前に黒が置く石の数。',
      values: { 0: 'なし' },
    },
  },
  demos: {
    '': { about: '9路盤。両者のパスの後、双方で地を数えます。' },
  },
  ...ending,
  plays: (who, point, captured) => `${who} ${point}${captured > 0 ? `、${captured}子取る` : ''}`,
  suicide: (who, point, removed) => `${who} ${point}、自分の${removed}子を取り除く`,
  handicap: (who, point) => `${who} ${point}に置き石`,
  passes: who => `${who} パス`,
  agrees: who => `${who}が結果に合意`,
  resumes: who => `${who}が対局を再開`,
  marks: (who, point, as) => `${who}が${point}を${as}${as && 'に'}指定`,
  status: { dead: '死に石', alive: '活き石', neutral: 'ダメ', territory: '地' },
  stops: '対局停止',
  wonBy: (who, margin) => `${who}の${margin}目勝ち`,
  jigo: '持碁',
  side: (who, points, prisoners) =>
    `${who}：${points.join(' ') || '石なし'}${prisoners > 0 ? `、アゲハマ${prisoners}` : ''}。`,
  scoring: '整地中：死に石を指定しています。',
  toPlace: (who, count) => `${who}はあと${count}子置きます。`,
  turn: (who, ko) => `${who}の手番${ko === null ? '' : `、${ko}はコウ`}。`,
  cell: (point, what) => `${point}、${what ?? '空点'}`,
  stone: who => `${who}石`,
  deadStone: who => `${who}の死に石`,
  territory: who => `${who}地`,
  buttons: { pass: 'パス', agree: '結果に合意', resume: '対局を再開' },
  events: {
    capture: (who, count) => `${who}が${count}子取る`,
    suicide: (who, count) => `${who}が自分の${count}子を取り除く`,
    mark: (who, points, as) => `${who}が${points}を${as}に指定`,
    agree: who => `${who}が結果に合意`,
    resume: who => `${who}が対局を再開`,
    scoring: '対局停止',
  },
  captions: {
    captures: 'アゲハマ',
    took: (who, count) => `${who} ${count}`,
    komi: points => `コミ ${points}`,
    handicap: count => `${count}子局`,
    rules: name => `ルール：${name}`,
    toPlace: '置き石',
    stones: count => `残り${count}子`,
    passed: 'パス',
    scoring: '整地中',
    scoringHelp: '死に石の指定、合意、または再開',
    count: '計算',
    score: (black, blackPoints, white, whitePoints, result) =>
      `${black} ${blackPoints}、${white} ${whitePoints}：${result}`,
    agreed: who => `${who}が合意`,
  },
};
