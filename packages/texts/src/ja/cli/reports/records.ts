/** Reports of the commands about one record, in Japanese. */
import type { RecordReports } from '../../../en/cli/reports/records.ts';
import { counts } from '../counts.ts';

const { number } = counts;

const at = (entry: number): string => (entry === 0 ? '開始時' : `記録${entry}の後`);

export const records: RecordReports = {
  rows: {
    game: 'ゲーム',
    referee: '審判',
    started: '開始',
    event: '大会',
    round: '回戦',
    clocks: '時計',
    opening: '定跡',
    site: '場所',
    randomness: '乱数',
    entries: '記録',
    ending: '結果',
    branch: '分岐元',
    claims: '自称',
    verdict: '判定',
    caveat: '注意',
    annotations: 'メモ',
    size: 'サイズ',
    head: '末尾',
    lost: '変換不可',
    fetched: '取得',
    root: 'ルート',
    file: 'ファイル',
    opens: '初手から',
    tags: 'タグ',
    source: '出所',
    listed: '索引',
    match: '対局',
  },
  unknownName: '（不明）',
  unknown: '不明',
  none: 'なし',
  noneYet: 'まだなし',
  version: (game, version) => `${game} バージョン ${version}`,
  key: key => `鍵 ${key}`,
  named: (name, key) => `${name}、鍵 ${key}`,
  randomness: {
    seeded: 'シードから生成',
    fair: makers => `公正さを証明可能：${makers}`,
  },
  entries: (entries, { playable, moves }, duration) => {
    const played = playable === null ? '' : `（最初の${number(playable)}件は再生可能）`;
    const others = moves === null ? '' : `（${counts.moves(moves)}）`;
    return `${number(entries)}件${played}${others}${duration === null ? '' : `、${duration}`}`;
  },
  annotations: (notes, variations) =>
    [
      ...(notes === 0 ? [] : [counts.notes(notes)]),
      ...(variations === 0 ? [] : [counts.variations(variations)]),
    ].join('、'),
  size: (nodes, bytes) => `${counts.nodes(nodes)}、${counts.bytes(bytes)}`,
  fetched: (blocks, bytes, from) =>
    `${counts.blocks(blocks)}、${counts.bytes(bytes)}（${from} から）`,
  fetching: (blocks, from) => `${counts.blocks(blocks)}（${from} から）`,
  visibility: { public: '公開', private: '非公開' },
  rated: { yes: 'レート戦', no: '親善対局' },
  lost: loss => `変換できません：${loss}`,
  notSaved: why => `棋譜をライブラリーに保存できません：${why}`,
  notInLibrary: loss => `ライブラリーに保存できません：${loss}`,
  formatOf: (format, head) => `${format}（${head}）`,
  page: (game, kilobytes, head) => `${game}、${number(kilobytes)} kB、末尾 ${head}`,
  recorded: (entries, ending) => `${counts.entries(entries)}、${ending}`,
  inProgress: '対局中',
  noted: (notes, entry) => `${at(entry)}に${counts.notes(notes)}`,
  branched: (entry, tick, node) =>
    `${at(entry)}${tick === null ? '' : `（ティック${tick}）`}から分岐、ノード ${node}`,
  position: (entry, entries) => `記録${entry} / ${entries}`,
  start: '開始',
  replaying: entries => `${counts.entries(entries)}を再生しています…`,
  verified: count => `ここまで${counts.records(count)}`,
  summary: (count, verdicts) => `${counts.records(count)}：${verdicts.join('、')}`,
  owner: (seat, who) => `席${seat}       ${who}`,
  vouched: (name, fingerprint, since) =>
    `${name}（ID ${fingerprint} が ${since} からこの鍵を認証）`,
  yourKey: name => `自分の鍵 ${name}`,
  commits: {
    rows: { commits: 'コミット', clocks: '時計', ending: '結果', unproven: '証明なし' },
    verified: commits => `IPGS の${counts.commits(commits)}をすべて検証済み`,
    perPlayer: seconds => `一人${seconds}秒`,
    perMove: seconds => `一手${seconds}秒`,
    used: (agreed, seconds) =>
      `${agreed}、コミットの時刻による消費時間は ${seconds.map(each => `${each}秒`).join('と')}`,
    player: (name, key, signed) =>
      `${name}、鍵 ${key}${signed === null ? '' : `、${signed} に結果へ署名`}`,
    signed: result => `${result}、双方が署名`,
    acknowledged: result => `${result}、双方が同意`,
    proposed: (result, by) => `${result} の提案、${by === null ? '同意なし' : `同意は ${by} のみ`}`,
    unproven: '鍵の持ち主と、時刻の正しさ',
  },
  diff: {
    same: '棋譜は同じです',
    sameEntries: () => '記録は同じです',
    header: 'ヘッダー',
    entry: entry => `記録${entry}`,
    ending: '結果',
    shorter: '一方がここまでに終わっています',
    nothing: 'ここまで',
    saveProof: '-o FILE で証拠を書き込みます',
    proofSaved: file => `証拠を ${file} に書き込みました`,
  },
  proof: {
    valid: '証拠は有効です',
    invalid: '証拠は無効です',
    rows: {
      claims: '主張',
      first: '一つ目',
      second: '二つ目',
      differ: '相違',
      key: '鍵',
      signed: '署名',
    },
    known: name => `${name} の鍵として登録済み`,
    signed: 'どちらの署名も有効です',
    moves: (who, move) => `${who}が ${move} を着手`,
  },
  move: {
    rows: { bytes: 'バイト', notation: '記法', legal: '合法' },
    legal: 'はい',
    illegal: why => `いいえ：${why}`,
  },
  player: {
    broken: why => `ここから壊れています：${why}`,
    of: (now, all) => `${now} / ${all}`,
    tick: tick => `ティック${tick}`,
    goTo: { entry: '移動先の記録', tick: '移動先のティック' },
    help: '? でキー一覧',
    keys: {
      space: '再生、一時停止',
      r: '逆再生（オン・オフ）',
      '← →': '前の記録、次の記録',
      ', .': '前のティック、次のティック',
      '[ ]': '前の目印、次の目印',
      '< >': '遅く、速く',
      '0–9': '0～90 % の位置へ',
      'Home End': '最初、最後',
      g: '記録の番号へ移動',
      f: '盤を反転',
      '?': 'キー一覧を表示',
      '↓ ↑': '5秒戻る、5秒進む',
      t: 'ティックへ移動',
      q: '終了',
    },
  },
};
