/** Reports of `kifu library`, in Japanese. */
import type { LibraryReports } from '../../../en/cli/reports/library.ts';
import { counts } from '../counts.ts';

const { number } = counts;
const all = (parts: readonly string[]): string => parts.join('、');

export const library: LibraryReports = {
  columns: {
    id: 'ID',
    date: '日付',
    game: 'ゲーム',
    players: '対局者',
    length: '長さ',
    result: '結果',
    reason: '終局理由',
    opening: '定跡',
    event: '大会',
    source: '出所',
  },
  results: { open: '対局中', draw: '引分', void: '無勝負' },
  resultColumns: 6,
  reasonColumns: 20,
  seat: seat => `席${seat}`,
  empty: 'ライブラリーは空です。対局するか、kifu library import で棋譜を取り込んでください',
  nothingFound: '対局が見つかりません',
  more: page => `続きがあります：--after ${page} または --all`,
  stats: {
    rows: { library: 'ライブラリー', matches: '対局数', packing: '圧縮' },
    matches: (matches, entries) => `${number(matches)}、${counts.entries(entries)}`,
    notPacked: 'オフ（kifu library gc --pack でオン）',
    columns: {
      player: 'プレイヤー',
      game: 'ゲーム',
      matches: '対局数',
      n: '局',
      won: '勝ち',
      lost: '負け',
      drawn: '引分',
      open: '対局中',
    },
    groups: {
      opening: '序盤',
      eco: 'ECO',
      year: '年',
      player: 'プレイヤー',
      clock: '持ち時間',
      unknown: '（不明）',
      columns: ['対局数', '第1席の勝ち', '第2席の勝ち', '引分', 'その他'],
    },
  },
  explore: {
    columns: { move: '手', games: '対局数', drawn: '引分', rating: 'レーティング', last: '最終' },
    nothingFound: 'この局面になった終局済みの対局はありません',
    all: games => `${counts.games(games)}（手順は問いません）`,
    newest: games => `最新の ${counts.games(games)}（手順は問いません）`,
    more: moves => `ほかに ${counts.moves(moves)}：--limit`,
  },
  unpacked: '終局した対局は圧縮されません。kifu library gc --pack で圧縮します',
  import: {
    invalid: '無効',
    skipped: (file, why) => `${file} を飛ばしました：${why}`,
    skippedMore: files => `ほかに${number(files)}個のファイルを飛ばしました`,
    otherEnding: '棋譜の拡張子ではありません',
    noRecord: '棋譜がありません',
    lost: (records, loss) => `${counts.records(records)}で変換できません：${loss}`,
    stopped: '中断しました。ここまでに取り込んだ対局は保存されています',
    tally: {
      new: n => `新規${number(n)}`,
      grown: n => `更新${number(n)}`,
      known: n => `既存${number(n)}`,
      bad: n => `無効${number(n)}`,
    },
    summary: (records, tally) => `${counts.records(records)}：${all(tally)}`,
    rate: perSecond => `毎秒${number(perSecond)}件`,
    dryRun: '何も書き込んでいません',
    unread: records =>
      `${counts.records(records)}は取り込み済みのため読みませんでした。--again で読み直します`,
  },
  export: {
    written: matches => `${counts.matches(matches)}を書き込みました`,
    lost: (matches, loss) => `${counts.matches(matches)}で変換できません：${loss}`,
    archiving: (matches, folder) => `${counts.matches(matches)}を ${folder} へ`,
    added: (matches, folder) => `${counts.matches(matches)}を ${folder} に追加しました`,
    known: matches => `${counts.matches(matches)}は追加済みでした`,
    different: (matches, ids) =>
      `${counts.matches(matches)}は、アーカイブの内容と異なるため移動しませんでした：${all(ids)}`,
    open: matches => `${counts.matches(matches)}は対局中のため保管しませんでした`,
    removed: matches => `${counts.matches(matches)}をライブラリーから削除しました`,
    stopped: '中断しました。何も追加していません',
  },
  tables: {
    written: (matches, folder) => `${counts.matches(matches)}を ${folder} に書き出しました`,
    rows: rows => `行数：${all(rows.map(([table, n]) => `${table} ${number(n)}`))}`,
    stopped: '中断しました。何も書き出していません',
    answered: (rows, file) => `${number(rows)}行を ${file} に書き出しました`,
    cut: (shown, rows) =>
      `${number(rows)}行のうち${number(shown)}行を表示しました。すべて出力するには --format csv か json を使います`,
  },
  changes: {
    tagged: tag => `#${tag} を付けました`,
    untagged: tag => `#${tag} を外しました`,
    hidden: '非表示にしました',
    unhidden: '再び表示します',
    public: '公開しました',
    private: '非公開にしました',
    deleted: '削除しました',
  },
  names: {
    columns: { name: '名前', shownAs: '表示名' },
    merged: (matches, name) => `${counts.matches(matches)}を ${name} の名前で表示します`,
    split: matches => `${counts.matches(matches)}を棋譜どおりの名前で表示します`,
    none: 'まとめた名前はありません',
  },
  repair: {
    lost: '消失',
    recovered: (matches, blocks, secrets) =>
      `復旧：${all([counts.matches(matches), counts.blocks(blocks), counts.secrets(secrets)])}`,
    shortened: matches => `${counts.matches(matches)}は終わりが欠けています`,
    damaged: file => `壊れたファイルは ${file} に移しました`,
  },
  parts: {
    file: 'ファイル',
    match: '対局',
    block: 'ブロック',
    pack: 'パック',
    listing: '索引',
    remarks: '注釈',
    secret: '秘密',
    player: 'プレイヤー',
  },
  check: {
    reindex: 'kifu library reindex で索引を作り直してください',
    repair: 'kifu library repair で無事なデータを復旧してください',
    checked: (matches, indexEntries, blocks, packs) =>
      all([
        counts.matches(matches),
        counts.indexEntries(indexEntries),
        counts.blocks(blocks),
        counts.packs(packs),
      ]),
    summary: (checked, problems) =>
      `${checked}：${problems === 0 ? '問題なし' : counts.problems(problems)}`,
    unknownGames: matches => `未知のゲーム${number(matches)}局`,
  },
  gc: {
    packed: matches => `${counts.matches(matches)}を圧縮しました`,
    removed: (removed, blocks, bytes) =>
      `ブロック${number(blocks)}個のうち${number(removed)}個（${counts.bytes(bytes)}）を削除しました`,
    wouldRemove: (removed, blocks, bytes) =>
      `ブロック${number(blocks)}個のうち${number(removed)}個（${counts.bytes(bytes)}）を削除できます`,
  },
  reindex: {
    notIndexed: '索引なし',
    indexed: matches => `${counts.matches(matches)}を索引に登録しました`,
    removed: indexEntries => `対局のない${counts.indexEntries(indexEntries)}を削除しました`,
  },
};
