/** Help of the commands for play without a server, in Japanese. */
import type { PeersHelp } from '../../en/cli/help-peers.ts';

const ADDRESS = '相手のピアが表示するアドレス：/ip4/…/tcp/…/p2p/12D3KooW…';

export const peers: PeersHelp = {
  id: {
    summary: 'ピア間での ID を管理します。',
    description:
      'ほかのプレイヤーがあなたを見分ける ID（gpg で読み書きできる OpenPGP 鍵）を作成、表示します。',
    examples: {
      'kifu id new "Ann Example"': 'パスフレーズは KIFU_PASSPHRASE で',
      'kifu id import ann.asc ann-subkeys.asc': 'gpg の鍵を使う',
    },
    commands: {
      new: {
        description: 'ID を作ります。秘密鍵はパスフレーズでロックします。',
        arguments: { NAME: 'あなたの名前' },
        options: { '--email': '鍵に載り、誰でも見られる' },
      },
      show: { description: 'ID を表示します。' },
      import: {
        description:
          'gpg の鍵（gpg --armor --export と --export-secret-subkeys の出力）を取り込みます。パスフレーズは秘密鍵のロックを解除し、なければロックします。別の端末の ID は、互いに接続すると端末一覧に加わります。',
        arguments: { PUBLIC: '公開鍵', SECRET: '秘密鍵、またはその副鍵' },
      },
      lock: { description: 'パスフレーズなしで保存した秘密鍵をロックします。' },
      update: {
        description: '同じ鍵の新しいファイル（副鍵、有効期限、失効）を公開します。',
        arguments: { PUBLIC: '公開鍵' },
      },
      export: {
        description: '公開鍵を書き出します。--secret ではロックした秘密鍵を gpg 用に書き出します。',
        options: { '--output': '出力ファイル', '--secret': '秘密鍵を書き出す' },
      },
      node: {
        description: '同じデータを公開する自分の別の端末を認証、または除外します。',
        arguments: { PEER: '端末のピア ID' },
        options: { '--remove': '除外する' },
      },
      set: {
        description: 'この端末の既定値を設定、表示します。',
        arguments: {
          NAME: 'hours：申し込みと返答の有効時間。game：表示するレーティングのゲーム',
          VALUE: '値。省略すると既定に戻す',
        },
      },
      certify: {
        description: '棋譜に署名する鍵を認証します。判定にあなたの名前が出ます。',
        arguments: { KEY: '鍵の名前（kifu key を参照）、または16進64桁' },
      },
    },
  },
  challenge: {
    summary: 'ピア間で対局を申し込み、受けます。',
    description: '対局を申し込み、受諾し、確定します。',
    examples: {
      'kifu challenge offer go --size 9 --per-move 86400': '一手1日',
      'kifu challenge list': '受付中の申し込み',
    },
    commands: {
      offer: {
        description: '全員または一人に対局を申し込みます。',
        options: {
          '--opponent': 'このプレイヤーだけが受諾できる：ハッシュか既知の名前',
          '--size': '囲碁の路数（既定：19）',
          '--komi': '囲碁のコミ（既定：ルールによる）',
          '--handicap': '囲碁の置き石。-1 はレーティングによる（既定：0）',
          '--rules': '囲碁のルール：Chinese、Japanese、AGA、New Zealand',
          '--options': 'ほかのゲームのオプション（JSON、kifu games NAME で一覧）',
          '--time': '一人の持ち時間',
          '--per-move': '一手の時間',
          '--first': '先手',
          '--target': '希望する相手のレーティング：R ± RD',
          '--unranked': '親善対局にする',
          '--hours': '受諾できる時間（既定：kifu id set、または 168）',
        },
      },
      list: { description: '受付中の申し込みと確定待ちの受諾を一覧します。' },
      accept: {
        description: '申し込みを受けます。',
        options: { '--hours': '相手が確定できる時間（既定：kifu id set、または 168）' },
      },
      confirm: {
        description: '受諾を確定し、対局を始めます。',
        arguments: { GAME: '受諾の ID、または相手の名前' },
        options: { '--hours': '初手の制限時間（既定：kifu id set、または 168）' },
      },
      cancel: { description: '申し込みを取り下げます。' },
    },
  },
  game: {
    summary: 'ピア間で対局します。',
    description: 'ほかのプレイヤーと対局します。すべての手に署名し、データとともに公開します。',
    arguments: { GAME: '対局 ID（一部でも可）、一意なら相手の名前' },
    examples: { 'kifu game list': '手番の確認', 'kifu game play k3fqz7ya D4': '石を打つ' },
    commands: {
      list: { description: '自分の対局を一覧します。' },
      show: { description: '盤面、手番、時計を表示します。' },
      play: {
        description: '手を指します。',
        arguments: {
          MOVE: 'ゲームの記法。囲碁では置き石すべて（D4,Q16）も可。roll で抽選を公開',
        },
        options: { '--comment': 'コメント（囲碁）' },
      },
      say: { description: 'メッセージを送ります。', arguments: { TEXT: 'メッセージ' } },
      propose: {
        description: '結果を提案します。',
        arguments: { RESULT: 'score、time、draw、void、forfeit、または SGF：B+Forfeit' },
        options: { '--dead': '死んだ石の連ごとに一つ（囲碁）：D4,K10' },
      },
      agree: { description: '提案された結果に同意し、終局すれば署名します。' },
      resign: { description: '投了します。相手が同意すると終局します。' },
      dispute: { description: '結果に異議を唱え、続行を求めます。' },
      sign: { description: '終局した対局に署名します。双方が署名すると保管されます。' },
    },
  },
  archive: {
    summary: '終局した IPGS の対局を管理します。',
    description: '双方が署名した対局を一覧、検証、書き出しします。',
    arguments: { GAME: 'コンテンツ ID か名前の一部' },
    examples: {
      'kifu archive verify': 'すべての対局',
      'kifu archive export 7f4tsq6e -o game.sgf': '双方が署名したファイル',
    },
    commands: {
      list: { description: '保管された対局を、ほかの人の分も含めて一覧します。' },
      verify: {
        description: '署名と、あれば棋譜の全体を検証します。',
        arguments: { GAME: 'コンテンツ ID か名前の一部（既定：すべて）' },
      },
      export: {
        description:
          '対局を SGF、棋譜、CAR ファイル、または gpg と sha256sum で確認できるフォルダーとして書き出します。',
        options: { '--output': '出力ファイル。拡張子で形式が決まる', '--as': '形式' },
      },
    },
  },
  player: {
    summary: 'ピア間のプレイヤーとレーティングを表示します。',
    description:
      '既知のプレイヤーを、自分で計算したレーティングとともに一覧し、信頼度を設定します。',
    options: { '--game': 'レーティングを表示するゲーム（既定：kifu id set、または go）' },
    examples: {
      'kifu player list': '強い順',
      'kifu player trust Ann 0.8': '報告を信頼する',
    },
    commands: {
      list: { description: 'レーティング順に一覧します。' },
      show: { description: 'プレイヤーと、誰がどのレーティングを報告したかを表示します。' },
      trust: {
        description: 'プレイヤーの報告への信頼度を設定します。',
        arguments: { TRUST: '0から1、auto は対局と違反から' },
      },
      note: {
        description: 'プレイヤーについて自分だけのメモを書きます。',
        arguments: { TEXT: '内容。空ならメモを削除' },
      },
    },
  },
  namespace: {
    summary: 'ほかのピアと公開データを交換します。',
    description:
      'IPGS の公開データを表示、書き出し、取り込みします。CAR ファイルのやり取りだけで対局できます。',
    examples: {
      'kifu namespace export -o me.car': '相手に送るファイル',
      'kifu namespace import them.car': '返事を取り込む',
    },
    commands: {
      show: {
        description: '公開データの内容を表示します。',
        arguments: { ROOT: '公開されたルート（既定：自分の）' },
        options: { '--since': 'この以前のルートからの変更を表示' },
      },
      export: {
        description: '自分のデータを CAR ファイルに書き出します。',
        options: { '--output': '出力ファイル' },
      },
      import: {
        description: 'ほかのプレイヤーの公開データを取り込みます。',
        arguments: { FILE: 'CAR ファイル。標準入力は -' },
        options: { '--node': '取得元のノード。プレイヤーの認証が必要' },
      },
      evidence: { description: '検証済みの不正の証拠（矛盾する署名、反則手）を一覧します。' },
      check: { description: '自分のデータ（鍵、一覧、ブロック、署名、棋譜）をすべて検査します。' },
    },
  },
  peer: {
    summary: 'ピアを動かします。',
    description:
      'ピアを動かし、サーバーなしでプレイヤーを見つけ、手をやり取りし、データを公開します。動作中は challenge、game、archive、player が利用します。',
    options: {
      '--listen': '待ち受けアドレス。複数可（既定：/ip4/127.0.0.1/tcp/0）',
      '--peer': '接続するピアのアドレス。複数可（既定：kifu peer add のもの）',
      '--web': 'localhost で Web 画面を配信し、リンクを表示',
      '--announce': '転送ポートなどの公開アドレス。複数可（既定：待ち受けアドレス）',
      '--relay': 'リレーとして、ほかのピアの接続を次の制限内で中継',
      '--relay-peers': '--relay と併用：リレー経由で到達できるピアの数',
      '--relay-mib': '--relay と併用：ピアごとの1時間あたり MiB',
      '--relay-total-mib': '--relay と併用：合計の1時間あたり MiB',
      '--relay-minutes': '--relay と併用：接続ごとの分数',
      '--no-bootstrap': 'kifu peer bootstrap のピアとリレーに接続しない',
      '--mdns': 'ローカルネットワークのピアを探す（mDNS）',
      '--network': 'ネットワーク名。同じ名前のピアが互いを見つける',
    },
    examples: {
      'kifu peer --listen /ip4/0.0.0.0/tcp/4001': 'ほかの端末から接続できる',
      'kifu peer --peer /ip4/192.0.2.7/tcp/4001': '別のピアに接続',
      'kifu peer --web': 'ブラウザーで対局',
      'kifu peer status': 'ほかの人に伝えるアドレス',
      'kifu peer bootstrap add /dns4/relay.example/tcp/4001/p2p/12D3KooW… --relay':
        'リレー経由で接続を受ける',
    },
    commands: {
      add: {
        description: 'ピアのアドレスを保存し、接続を保ちます。',
        arguments: { ADDR: ADDRESS },
      },
      list: { description: '接続中のピアと保存したアドレスを一覧します。' },
      bootstrap: {
        summary: '起動時に接続するピアとリレーを管理します。',
        description:
          'この端末のすべてのピアが起動時に接続するピアとリレー（データフォルダーの network.json）を管理します。',
        commands: {
          add: {
            description: 'ほかのピアを知っているピア、またはリレーを追加します。',
            arguments: { ADDR: ADDRESS },
            options: { '--relay': '外からの接続を受けられないとき、これを通して接続を受ける' },
          },
          list: { description: '一覧します。' },
          remove: { description: '削除します。', arguments: { ADDR: '一覧のアドレス' } },
        },
      },
      status: { description: '動作中のピアの状態を表示します。' },
      unlock: { description: '動作中のピアのロックを解除します。停止まで署名します。' },
      lock: { description: '動作中のピアをロックします。鍵を忘れ、署名を止めます。' },
    },
  },
};
