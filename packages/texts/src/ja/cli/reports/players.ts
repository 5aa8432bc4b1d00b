/** Reports about players, in Japanese. */
import type { PlayerReports } from '../../../en/cli/reports/players.ts';
import { counts } from '../counts.ts';

export const players: PlayerReports = {
  ratings: {
    columns: ['ゲーム', '速さ', 'プレイヤー', 'レーティング', '偏差', '対局数'],
    speeds: {
      bullet: '超早指し',
      blitz: '早指し',
      rapid: '短時間',
      classical: '長時間',
      correspondence: '通信',
      untimed: '無制限',
    },
    none: 'レーティングはありません',
    noName: '（名前なし）',
    drift: '相違',
    verified: matches => `ここまで${counts.matches(matches)}を検証しました`,
    summary: (ratings, matches) => `${counts.matches(matches)}から${counts.ratings(ratings)}`,
    notCounted: (summary, others) => `${summary}（対象外：${others.join('、')}）`,
    noDrift: summary => `${summary}：相違なし`,
    drifts: ratings =>
      `${counts.ratings(ratings)}が一致しません。kifu ratings rebuild で計算し直してください`,
    unknownReferee: (key, matches) =>
      `未知の審判 ${key}：${counts.matches(matches)}。信頼するなら --referee ${key} で数えます`,
    unsigned: '署名のない対局は誰でも書けます。--unsigned で名前ごとに数えます',
    reasons: {
      'not rated': 'レート戦ではない',
      'not ended': '終局していない',
      void: '無勝負',
      'not between two': '二人の対局ではない',
      'not from the start': '開始局面からではない',
      'players unknown': '対局者が不明',
      'time unknown': '時刻が不明',
      unsigned: '署名なし',
      'not signed by every player': '全員の署名がない',
      'unknown referee': '未知の審判',
      'not verified': '検証できない',
    },
    left: (match, score, verdict, why) =>
      `対象外：${match}  ${score}、${verdict === null ? '' : `${verdict}：`}${why}`,
    scores: {
      won: opponent => `${opponent} に勝ち`,
      drawn: opponent => `${opponent} と引き分け`,
      lost: opponent => `${opponent} に負け`,
    },
    standing: (rating, volatility, matches) =>
      `${rating}、変動率 ${volatility}、${counts.matches(matches)}`,
    week: (monday, before, after) => `${monday} の週：${before} → ${after}`,
    receipt: '計算記録',
    calculated: (matches, tau) =>
      `これらのプレイヤーの${counts.matches(matches)}から計算（Glicko-2、τ ${tau}、期間1週間）`,
  },
  tournament: {
    systems: {
      swiss: 'スイス式',
      'round-robin': '総当たり',
      'knock-out': '勝ち抜き',
      arena: 'アリーナ',
    },
    created: (name, system, game, command) => `${name}：${system}、${game}。次は ${command}`,
    players: counts.players,
    round: round => `第${round}回戦`,
    forfeit: '不戦',
    bye: player => `不戦勝：${player}`,
    standings: (name, system, rounds, isOver) =>
      `${name}：${system}、${isOver ? `全${rounds}回戦終了` : `第${rounds}回戦`}`,
    columns: ['順位', 'プレイヤー', '点', '直接', 'BH-C1', 'BH', 'SB'],
    board: (round, board) => `第${round}回戦 ${board}番卓`,
    notPlayed: '不戦',
    vouched: what => `${what}（主催者が保証）`,
    verified: (entries, matches, { proven, vouched, wrong }) =>
      `署名された記録${counts.number(entries)}件、${counts.matches(matches)}。結果：署名で証明 ${proven}、主催者が保証 ${vouched}${wrong === 0 ? '' : `、誤り ${wrong}`}`,
    compare: {
      headers: '別の大会です。ヘッダーが異なります',
      header: field => `ヘッダー：${field}`,
      same: '大会は同じです',
      continues: (isSecond, entries) =>
        `${isSecond ? '二つ目' : '一つ目'}のほうが${counts.number(entries)}件先まで続いています`,
      forked: entry => `記録${entry}：主催者が二つの履歴に署名しています`,
    },
    rewritten: entry => `以前に見た大会の履歴と異なります。記録${entry}から先が違います`,
    signedBoth: (rewritten, proof) => `${rewritten}。主催者は両方に署名しています。${proof}`,
    proof: file => `証拠は kifu verify ${file} で確認できます`,
    shortened: (entry, seen) =>
      `大会は記録${entry}で終わっていますが、以前は${counts.number(seen)}件ありました`,
    notRemembered: why => `この大会を記憶できません：${why}`,
  },
  keys: {
    none: '鍵はありません。kifu key new で作成します',
    secret: file => `${file}：他人に見せないでください`,
  },
  account: {
    rows: { name: '名前', about: '自己紹介', id: 'ID', key: '鍵', oldKey: '古い鍵' },
    gone: { successor: '交換済み', revoked: '失効' },
    signedUp: (name, server, key) => `${server} に ${name} として登録しました（鍵 ${key}）`,
    signedIn: (name, server, key) => `${server} に ${name} としてサインインしました（鍵 ${key}）`,
    vacation: (until, days) =>
      `${until === null ? '休暇中ではありません' : `休暇中（遅くとも ${until} まで）`}。今年の残り ${counts.days(days)}`,
    blocked: names =>
      names.length === 0 ? 'ブロック中の人はいません' : `ブロック中：${names.join('、')}`,
    deleted: 'アカウントを削除しました',
  },
  config: {
    none: '保存した値はありません',
    set: (what, value) => `${what} は ${value} です`,
    deleted: what => `${what} を削除しました`,
  },
};
