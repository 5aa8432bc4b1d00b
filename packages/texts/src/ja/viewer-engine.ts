/** What the viewer's engine says about a record, in Japanese. */
import type { ViewerEngineTexts } from '../en/viewer-engine.ts';
import { endOfGame } from './helpers.ts';

const numbers = new Intl.NumberFormat('ja');

const PIECES: { readonly [piece: string]: string } = {
  pawn: 'ポーン',
  knight: 'ナイト',
  bishop: 'ビショップ',
  rook: 'ルーク',
  queen: 'クイーン',
  king: 'キング',
};

export const viewerEngine: ViewerEngineTexts = {
  draw: '抽選',
  aMove: '一手',
  rolls: (who, roll) => (who === '' ? `出目 ${roll}` : `${who}の出目 ${roll}`),
  round: round => `${round}回戦`,
  place: (number, count, isMore) =>
    `${numbers.format(count)}${isMore ? '局以上' : '局'}中${numbers.format(number)}局目`,
  timeLeft: (seat, seconds) => `${seat}：残り${seconds}秒`,
  longPause: seconds => `${seconds}秒間着手なし`,
  /** Kinds of events that no game describes. */
  kinds: { 'game finished': endOfGame },
  event: (seat, event) => `${seat}：${event}`,
  capturedBy: seat => `${seat}が取った駒`,
  captured: (piece, count) =>
    count === 1 ? (PIECES[piece] ?? piece) : `${PIECES[piece] ?? piece}×${count}`,
  achieved: (title, points) => `${title}（${points}）`,
  commits: {
    unsigned: '結果に署名していません',
    signed: day => `${day} に結果へ署名`,
    about: commits =>
      `これらは OpenPGP の鍵です。対局は${numbers.format(commits)}件の IPGS コミットから成ります。各対局者は、申し込み、すべての手とその時刻、結果を、それより前の内容すべてに重ねて署名しています。両方の鍵がなければ何も変更できません。`,
    limits: [
      '鍵が名前の本人のものであること。誰でも好きな名前の鍵を作れます。持ち主から受け取ったフィンガープリントと比べてください。',
      '鍵を他人が使っていないこと。',
      '手がいつ指されたか。時刻は各対局者が自分で書いたもので、前より後であることだけが確かです。',
      '外部の助けを借りていないこと。',
    ],
  },
};
