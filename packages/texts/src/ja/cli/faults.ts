/** Faults at the command line, in Japanese. */
import type { CliFaultTexts } from '../../en/cli/faults.ts';

export const faults: CliFaultTexts = {
  codes: {
    malformed: '形式が正しくありません。',
    'too-large': '大きすぎるか、一度に多すぎます。',
    'unknown-game': '不明なゲームか、新しいバージョンのゲームです。',
    'illegal-move': '許されない操作です。',
    'bad-signature': '署名がないか、無効です。',
    conflict: 'すでにあるものと矛盾しています。',
    'not-found': '見つかりません。',
    unreadable: '読み込めません。',
    unwritable: '保存できません。',
    exists: 'すでに存在します。',
  },
  rules: {
    malformed: { 'no-server': 'サーバーが指定されていません。' },
  },
};
