/** Help of the commands about settings, tournaments, keys and accounts, in Japanese. */
import type { PlayersHelp } from '../../en/cli/help-players.ts';

const WHICH_KEY = '使う鍵（kifu key を参照）';

export const players: PlayersHelp = {
  engine: {
    summary: '対局するエンジンを追加します。',
    description:
      '席で対局するエンジン（別のプログラム）を追加します。UCI（チェス）、GTP（囲碁）、gnubg（バックギャモン）、Hub（チェッカー）、JSON 行（全ゲーム）に対応します。--seats には engine:NAME と書きます。',
    arguments: {
      NAME: 'Kifu でのエンジンの名前',
      ENGINE: 'プロトコル:プログラム（例：uci:stockfish）。プロトコルは uci、gtp、gnubg、hub、json',
      ARG: 'プログラムの引数（-- の後）',
      GAME: 'ゲーム（既定：プロトコルのゲーム）',
    },
    options: {
      '--elo': '棋力（エンジンが制限できる場合）',
      '--engine-option': 'エンジンのオプション（複数可）',
      '--move-time': '時計がないときの一手の考慮時間、ミリ秒（既定：1000）',
    },
    examples: {
      'kifu engine add fish uci:stockfish --engine-option Hash=64':
        'Stockfish を engine:fish として追加',
      'kifu engine add gnu gtp:gnugo -- --mode gtp --level 5': '引数のあるプログラム',
      'kifu engine test fish': '起動し、オプションを表示し、数手指す',
      'kifu play chess --seats human,engine:fish': 'エンジンと対局',
    },
    commands: {
      add: {
        description: 'エンジンに名前を付けて追加します。',
        options: { '--ponder': 'ほかの人の手番でも考えさせる（UCI）' },
      },
      list: { description: 'エンジンを一覧します。' },
      test: {
        description: 'エンジンを起動し、オプションを表示し、数手指させます。',
        arguments: { ENGINE: 'エンジンの名前、または プロトコル:プログラム' },
      },
      serve: {
        summary: 'この端末のエンジンをサイトに使わせます。',
        description:
          'この端末のエンジンで、サイトのページのために解析します。表示されるリンクを開くと、サイトがエンジンを使えるようになります。リンクにはトークンが含まれるので、人に見せないでください。停止するまで動き続けます。',
        arguments: { ENGINE: 'プロトコル:プログラム、または engine:NAME（複数のゲームも可）' },
        options: {
          '--game': 'すべてのゲームに対応するエンジンのゲーム',
          '--site': 'サイトのアドレス（複数可）',
          '--port': 'ポート。0 なら空いているポート',
          '--jobs': '一つのエンジンの同時解析数',
        },
        examples: {
          'kifu engine serve uci:stockfish': 'ローカルの kifu serve のサイト向け',
          'kifu engine serve uci:stockfish gtp:katago --site https://kifu.example':
            '二つのエンジンを別の場所のサイト向けに',
        },
      },
      remove: { description: 'エンジンを削除します。' },
    },
  },
  config: {
    summary: '名前などの既定値を保存します。',
    description:
      'オプション name、level、pieces、server の既定値を保存します。コマンドラインと KIFU_NAME などの変数が優先します。',
    arguments: { WHAT: 'name、level、pieces、server', VALUE: '同名のオプションの値' },
    examples: {
      'kifu config set name Ann': '今後の棋譜に載せる名前',
      'kifu config set level 4': '相手のボットのレベル',
      'kifu config list': '保存した値の一覧',
    },
    commands: {
      list: { description: '保存した値を一覧します。' },
      get: { description: '値を表示します。未設定なら終了ステータスは1です。' },
      set: { description: '値を保存します。' },
      unset: { description: '値を削除します。' },
    },
  },
  tournament: {
    summary: '大会を開き、検証します。',
    description:
      'スイス式、総当たり、ノックアウト、アリーナの大会を開きます。大会は主催者が署名する記録のファイルで、組み合わせと順位はそこから決まります。',
    arguments: { FILE: '大会ファイル' },
    options: {
      '--server': '大会はこのサーバーにあり、FILE はその ID',
      '--key': 'サーバーでの自分の鍵',
    },
    examples: {
      'kifu tournament new club.car --game chess --rounds 5 --key me': '大会を作る',
      'kifu tournament run checkers --players 8 -o bots.car': 'ボットの大会を開く',
    },
    commands: {
      new: {
        description: '新しいファイルに大会を作ります。',
        options: {
          '--game': 'ゲーム',
          '--name': '大会名（既定：ファイル名）',
          '--key': '主催者の署名鍵',
        },
        examples: {
          'kifu tournament new club.car --game chess --rounds 5': 'スイス式5回戦',
          'kifu tournament new cup.car --game go --system knock-out': '勝ち抜き戦',
        },
      },
      enter: {
        description: '参加者を登録します。方式によっては開始後も登録できます。',
        arguments: { PLAYER: '名前。鍵で署名する人は NAME=KEY（16進64桁）' },
        options: { '--key': 'サーバーで登録に使う鍵' },
        examples: { 'kifu tournament enter club.car Ann Bob Cara': '三人、強い順' },
      },
      withdraw: {
        description: '次の回戦から棄権させます。再登録すれば得点は残ります。',
        arguments: { PLAYER: '名前（サーバーでの既定：自分）' },
        examples: { 'kifu tournament withdraw club.car Bob': 'Bob が棄権' },
      },
      start: {
        description: '1回戦を始めます。',
        examples: { 'kifu tournament start club.car': '組み合わせを表示' },
      },
      pair: {
        description: '次の回戦の組み合わせを決めて始めます。',
        examples: { 'kifu tournament pair club.car': '全局の結果が出た後に' },
      },
      result: {
        summary: '結果を記録します。',
        description:
          'ライブラリーの対局（検証済みで、組み合わせどおりのもの）から、または不戦として結果を記録します。対局の署名が結果を証明する必要があります。鍵を持つ全員が署名し、かつ対局者か、自分または信頼する審判が全体に署名したものです。--by-word では自分が保証します。',
        arguments: { BOARD: '回戦内の盤の番号', MATCH: '対局 ID、または一意に決まる先頭部分' },
        options: {
          '--forfeit': '不戦：この席の負け',
          '--by-word': '署名が結果を証明しない対局も受け入れる',
          '--round': '回戦（既定：最新）',
        },
        examples: {
          'kifu tournament result club.car 1 ho3bm7tmfw': '対局から',
          'kifu tournament result club.car 1 ho3bm7tmfw --by-word': '署名のない対局から',
          'kifu tournament result club.car 2 --forfeit second': '後手が来なかった',
        },
      },
      standings: {
        description: '順位表をタイブレークとともに表示します。',
        examples: { 'kifu tournament standings club.car': '上位から' },
      },
      verify: {
        summary: '記録と対局を検証します。',
        description:
          'すべての記録の署名と有効性、すべての結果が対局と一致することを、ルールどおりに再生して検証します。結果ごとに、署名による証明か主催者の保証かを示します。対局はファイル、なければライブラリーから読みます。問題があれば終了ステータスは1です。',
        examples: { 'kifu tournament verify club.car': 'すべての結果を検証' },
      },
      export: {
        summary: '大会を対局とともに書き出します。',
        description:
          '大会を書き出します。car は全対局を含み誰でも検証でき、trf はチェスの FIDE 報告ファイル、json は全記録です。',
        options: { '--to': '形式' },
        examples: {
          'kifu tournament export club.car -o all.car': '全対局とともに',
          'kifu tournament export club.car --to trf -o club.trf': '連盟に提出',
        },
      },
      run: {
        summary: 'ボットとエンジンの大会を開きます。',
        description:
          'ボットとエンジンの大会を開きます。全対局を記録、検証し、ライブラリーに保存します。',
        options: {
          '--players': 'ボットの数',
          '--bot': 'ボットの種類',
          '--entrants': '参加するボットとエンジン（uci:stockfish,engine:fish,bot:mcts-3 など）',
          '--nodes': '一手あたりの探索ノード数',
          '--elo': 'エンジンの棋力（制限できる場合）',
          '--engine-option': 'エンジンのオプション（複数可）',
          '--move-time': 'エンジンの一手の考慮時間、ミリ秒（既定：1000）',
          '--seed': 'シード：数が違えば対局も変わる',
          '--rated': 'レート戦にする',
          '--key': '主催者の署名鍵（既定：新しい鍵）',
          '--output': '大会ファイル',
        },
        examples: {
          'kifu tournament run chess --entrants bot-3,uci:stockfish -o duel.car':
            'ボットとエンジン',
          'kifu tournament run checkers -o bots.car': 'ボット8、スイス式5回戦',
          'kifu tournament run chess --system knock-out --players 16 -o cup.car': '勝ち抜き戦',
        },
      },
    },
  },
  key: {
    summary: '署名鍵を管理します。',
    description: '手に署名する鍵を作成、表示、書き出し、取り込みします。',
    arguments: { NAME: '鍵の名前' },
    examples: {
      'kifu key new': 'me という鍵',
      'kifu record chess --moves game.txt --key me --seat 0 -o game.car': 'その鍵で署名',
    },
    commands: {
      new: { description: 'データフォルダーに鍵を作ります。' },
      list: { description: 'すべての鍵の名前と公開鍵を一覧します。' },
      show: { description: '公開鍵を、名前で一つ、またはすべて表示します。' },
      export: {
        description: '鍵を秘密とともに書き出します。持っている人はあなたとして署名できます。',
        options: { '--output': '自分だけが読める出力ファイル' },
      },
      import: {
        description: '書き出した鍵を取り込みます。',
        arguments: {
          FILE: 'kifu key export のファイル。標準入力は -',
          NAME: '鍵の名前（既定：元の名前）',
        },
      },
    },
  },
  login: {
    summary: 'サーバーにサインインします。',
    description:
      '鍵でサーバーにサインインします。初回はユーザー名も登録します。保存するのは鍵とサーバーの公開鍵だけで、ほかのコマンドは自動でサインインします。鍵の変わったサーバーは拒否します。',
    arguments: { SERVER: 'サーバーの URL' },
    options: {
      '--key': WHICH_KEY,
      '--name': '初回に登録するユーザー名',
      '--accept-server-key': 'サーバーの新しい鍵を受け入れる（変更の理由を知っているときだけ）',
    },
    examples: {
      'kifu login https://kifu.example --name Ann': '初回：鍵「me」を作り、ユーザー名を登録',
      'kifu login': 'kifu config のサーバーに',
    },
  },
  whoami: {
    summary: 'アカウント名を表示します。',
    description: 'サーバーでのユーザー名と鍵を表示します。',
    options: { '--key': WHICH_KEY },
    examples: { 'kifu whoami --server https://kifu.example': 'ユーザー名と鍵' },
  },
  account: {
    summary: 'アカウントを管理します。',
    description: 'サーバーのアカウントを管理します。変更には自分の鍵で署名します。',
    options: { '--key': WHICH_KEY },
    examples: {
      'kifu account rename "Ann B." --server https://kifu.example': 'ユーザー名を変更',
      'kifu account vacation begin': '通信対局を休む',
      'kifu account export -o me.json': '自分のデータをダウンロード',
    },
    commands: {
      rename: {
        description: 'ユーザー名を変更します。',
        arguments: { NAME: '80文字以内で未使用のもの' },
      },
      about: { description: '自己紹介を設定します。', arguments: { TEXT: '500文字以内' } },
      'add-key': {
        description: 'アカウントに鍵を追加します。新しい鍵も署名します。',
        arguments: { OTHER: '鍵の名前（kifu key を参照）' },
      },
      'replace-key': {
        description: 'この鍵を別の鍵に替えます。新しい鍵も署名します。',
        arguments: { OTHER: '鍵の名前（kifu key を参照）' },
      },
      'revoke-key': {
        description: '紛失した鍵や盗まれた鍵を失効させます。',
        arguments: { KEY: '鍵の先頭（16進8桁以上）' },
      },
      vacation: {
        description:
          '戻るか休暇日数がなくなるまで、通信対局を休みます。1日未満も1日と数えます。引数がなければ状況を表示します。',
        arguments: { WHAT: '休暇の開始または終了' },
      },
      block: {
        description:
          'プレイヤーをブロックし、互いの対局に参加できなくします。名前がなければブロック中の人を一覧します。',
        arguments: { PLAYER: '名前、鍵、ID' },
        options: { '--remove': 'ブロックを解除' },
      },
      export: {
        description: 'サーバーが保存しているあなたのデータをすべてダウンロードします。',
        options: { '--output': '出力ファイル' },
      },
      delete: {
        description:
          'アカウント（名前、鍵、設定）を削除します。対局の記録は相手のものでもあるため、名前と鍵を含めて残ります。',
        options: { '--yes': '確認' },
      },
    },
  },
};
