/** Words of any match, in Japanese. */
import type { MatchTexts } from '../en/match.ts';

export const match: MatchTexts = {
  seat: seat => `席 ${seat}`,
  referee: '審判',
  actions: {
    move: who => `${who}の手`,
    refused: (who, why) => `${who}：反則手：${why}`,
    links: () => '抽選',
    leave: (of, how) => `${of}が退席：${how}`,
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
  clock: {
    absolute: main => `${main} 切れ負け`,
    fixed: move => `一手 ${move}`,
    fischer: (main, increment) => `${main} ＋ 一手 ${increment}`,
    'byo-yomi': (main, count, period) => `${main}、秒読み ${period} × ${count}`,
  },
};
