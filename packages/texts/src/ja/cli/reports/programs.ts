/** Reports of the commands that run programs, in Japanese. */
import type { ProgramReports } from '../../../en/cli/reports/programs.ts';
import { counts } from '../counts.ts';

const { number } = counts;
const or = new Intl.ListFormat('ja', { type: 'disjunction' });
const and = new Intl.ListFormat('ja');

export const programs: ProgramReports = {
  engine: {
    is: (name, what) => `${name}：${what}`,
    none: 'エンジンはありません。kifu engine add で追加します',
    removed: name => `${name} を削除しました`,
    range: (min, max) => `${min}～${max}`,
    moveTime: ms => `一手${ms} ms`,
    ponders: 'ほかの人の手番でも考える',
    serving: (names, url) => `${names}：${url} で解析します`,
    openLink: link => `${link} を開いてください`,
  },
  games: {
    columns: ['名前', 'コード', 'バージョン', '席', '特徴', '手', '局面'],
    rows: {
      seats: '席',
      features: '特徴',
      moves: '手',
      positions: '局面',
      records: '棋譜',
      bots: 'ボット',
    },
    byNumber: '番号',
    notations: {
      'square numbers': 'マスの番号',
      squares: 'マス',
      ids: 'ID',
      coordinates: '座標',
      points: 'ポイント',
      tile: '牌',
      token: '駒',
      'cell/turns': 'マス/回転',
    },
    features: {
      chance: '乱数',
      secrets: '非公開の手札',
      time: 'リアルタイム',
      'free pace': '手番なし',
    },
    about: (name, code, version) => `${name}、コード ${code}、バージョン ${version}`,
    noOptions: 'オプションなし',
    options: 'オプション（--option NAME=VALUE で指定）：',
    values: {
      or: '、または',
      boolean: 'true か false',
      integer: (min, max) => `${min}から${max}までの整数`,
      list: (min, max, each) =>
        `${min === max ? `${max}個` : `最大${max}個`}のリスト（それぞれ${each}）`,
      choice: values => or.format(values),
      object: fields => `${and.format(fields)} を持つオブジェクト`,
      usual: (value, usual) => `${value}（既定：${usual}）`,
    },
  },
  demo: {
    bot: seat => `${seat}のボット`,
    title: 'ボット同士の対局',
    rows: {
      recorded: '記録',
      verified: '検証',
      replayed: '再生',
      head: '末尾',
    },
    recorded: (nodes, bytes) => `${counts.nodes(nodes)}、${counts.bytes(bytes)}、すべての手に署名`,
    verified: (links, actions, hashes, signatures) =>
      [
        counts.links(links),
        `操作${number(actions)}件`,
        counts.hashes(hashes),
        counts.signatures(signatures),
      ].join('、'),
    replayed: hash => `同じ状態になりました（ハッシュ ${hash}…）`,
    next: '次に試すこと：',
    hints: {
      play: 'ボットと対局',
      keep: '棋譜を保存',
      replay: 'もう一度見る',
      another: '別の対局',
      help: 'ほかのコマンド',
    },
  },
  perft: {
    result: (sequences, depth, seconds, perSecond) =>
      `${counts.moves(depth)}の手順${number(sequences)}通り、${seconds}秒${perSecond === null ? '' : `（毎秒${number(perSecond)}通り）`}`,
    progress: (done, all, sequences) => `初手 ${done} / ${all}、手順${number(sequences)}通り`,
  },
  publish: {
    rows: {
      published: '公開',
      annotations: '注釈',
      format: '形式',
      to: '公開先',
      readBack: '読み戻し',
      lost: '変換不可',
      fetch: '取得',
      others: 'ほかの人',
    },
    linked: root => `${root}（棋譜へのリンクを含む）`,
    format: (format, blocks, bytes) =>
      `${format}、${counts.blocks(blocks)}、${counts.bytes(bytes)}`,
    readBack: (blocks, reader, verdict) => `${reader}、${counts.blocks(blocks)}：${verdict}`,
    readers: {
      ipfs: '二つ目のピアから',
      http: 'ゲートウェイのクライアントから',
      kubo: 'デーモンの別のクライアントから',
      car: 'ファイルを開き直して',
    },
    targets: {
      ipfs: path => `ipfs（保存先 ${path}）`,
      http: path => `http（保存先 ${path}）`,
      kubo: address => (address === '' ? 'kubo' : `kubo（${address}）`),
      car: file => file,
    },
    putting: (done, blocks, to) => `${to} へ${number(done)} / ${counts.blocks(blocks)}`,
    reading: (done, blocks) => `読み戻し${number(done)} / ${counts.blocks(blocks)}`,
    others: command => `配信中は取得できます：${command}`,
    serving: place => `配信中：${place}（Ctrl-C で終了）`,
    live: {
      failed: why => `公開できません：${why}`,
      retried: '対局は続きます。一手ごとに公開し直します',
      incomplete:
        'まだ全部は公開されていません。対局を続けるか、そのファイルで kifu publish を実行してください',
      published: command => `公開中：${command}`,
      to: target => `${target} に公開します`,
      servedAt: place => `${place} で配信中`,
      continuing: root => `${root} の続きから`,
      root: (root, moves, isAgain) =>
        `${isAgain ? '再び' : ''}公開しました ${root}  ${counts.moves(moves)}、読み戻し済み`,
      fetch: command => `取得：${command}`,
    },
  },
  serve: {
    noPages: why => `Web ページは利用できません：${why}`,
    at: (url, hasPages) =>
      `${url} で配信中（${hasPages ? 'ページは /、API は /api/docs' : 'API は /api/docs'}）`,
    metrics: url => `メトリクスは ${url}`,
    storing: place => `対局の保存先は ${place}。Ctrl-C で終了`,
  },
  evidence: {
    stopped: why => `対局を停止し、以後は何も署名しません：${why}`,
    saved: file => `証拠（kifu verify で確認できます）：${file}`,
    failed: why => `証拠を保存できません：${why}`,
  },
};
