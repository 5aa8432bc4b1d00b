/** Words of any match, in Japanese. */
import type { MatchTexts } from '../en/match.ts';

export const match: MatchTexts = {
  seat: seat => `席${seat}`,
  referee: '審判',
  actions: {
    move: who => `${who}の手`,
    refused: (who, why) => `${who}：反則手：${why}`,
    links: () => '抽選',
    leave: {
      resignation: of => `${of}が投了`,
      flag: of => `${of}が時間切れ`,
      absence: of => `${of}が対局を放棄`,
      'withheld-link': of => `${of}が出目を公開せず`,
    },
    claim: (who, reason) => `${who}が主張：${reason}`,
    'offer-draw': who => `${who}が引き分けを提案`,
    'accept-draw': who => `${who}が引き分けに同意`,
    decline: who => `${who}が拒否`,
    'ask-takeback': who => `${who}が待ったを申し出`,
    'allow-takeback': (who, to) => `${who}が記録 ${to} までの待ったを許可`,
    pause: who => `${who}が一時停止`,
    resume: who => `${who}が再開`,
    abort: who => `${who}が対局を中止`,
  },
  outcome: {
    win: (who, by) => `${who.join('と')}の勝ち${by}`,
    draw: by => `引き分け${by}`,
    void: by => `無勝負${by}`,
    nobody: by => `勝者なし${by}`,
    other: reason => `（${reason}）`,
    points: (outcome, points) => `${outcome}、${points}`,
  },
  reasons: {
    resignation: { label: '投了', by: '（投了）' },
    timeout: { label: '時間切れ', by: '（時間切れ）' },
    absence: { label: '対局放棄', by: '（対局放棄）' },
    withheldLink: { label: '出目の非公開', by: '（出目の非公開）' },
    agreement: { label: '合意', by: '（合意）' },
    adjudication: { label: '裁定', by: '（裁定）' },
    decree: { label: '裁定', by: '（裁定）' },
    forfeit: { label: '不戦', by: '（不戦）' },
    aborted: { label: '中止', by: '（中止）' },
    canceled: { label: '取り消し', by: '（取り消し）' },
    interrupted: { label: '未終了', by: '（未終了）' },
    noResult: { label: '無勝負', by: '' },
    unknown: { label: '不明', by: '' },
  },
  refusals: {
    turn: 'あなたの手番ではありません。',
  },
  clock: {
    absolute: main => `${main} 切れ負け`,
    fixed: move => `一手 ${move}`,
    fischer: (main, increment) => `${main} ＋ 一手 ${increment}`,
    'byo-yomi': (main, count, period) => `${main}、秒読み ${period} × ${count}`,
  },
};
