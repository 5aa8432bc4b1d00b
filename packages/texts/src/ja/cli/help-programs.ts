/** Help of the commands for programmers and operators, in Japanese. */
import type { ProgramsHelp } from '../../en/cli/help-programs.ts';

const LINES = `入力行：
  {"seat":0,"move":"e4"}           手：JSON、16進、記法。動ける席が一つなら
                                   seat は省略可
  {"seat":0,"move":3,"at":120}     ティックを指定（ティックのあるゲーム）
  {"at":200}                       時間の経過
  {"leave":1,"how":"resignation"}  席を離れる
  {"seat":0,"claim":"fiftyMoves"}  ルール上の主張
  {"draw":12345}                   抽選（--draws fair）
  {"undo":1}                       受理された行の数だけ戻る
  {"position":"FEN"}               表記または状態から始め直す
  {"evaluate":true}                席ごとの評価（−1000〜1000）
  {"best":{"depth":6,"lines":2}}   最善手順。nodes、timeMs、true も可
  {"match":"b","new":"go"}         別の対局。その行には毎回名前を付ける
  {"match":"b","close":true}       その対局を破棄する

出力行：
  {"ok":true,"start":true,…}       入力の前に一度
  {"ok":true,"n":1,"events":[…],"hash":"…","active":[1],"outcome":null}
  {"ok":false,"fault":{"code":"…","message":"…"}}
  {"ok":true,"draw":true,…}        応答の後、抽選ごとに`;

export const programs: ProgramsHelp = {
  games: {
    summary: 'ゲームを一覧します。',
    description: 'ゲームを一覧します。名前を指定すると、オプション、記法、ボットを表示します。',
    examples: {
      'kifu games': '一覧表',
      'kifu games go': '一つのゲームとオプション',
      'kifu games --json': 'プログラム用',
    },
  },
  move: {
    description: '手を変換します。',
    arguments: { MOVE: '手。- なら標準入力から1行に1手' },
    options: { '--seed': '抽選のシード（既定：1）' },
    examples: {
      'kifu move encode chess e2e4 Nf3': '開始局面の2手',
      'kifu move decode chess 0x0C1C00': '16進から',
    },
    commands: {
      encode: {
        description: 'JSON、16進、記法の手を符号化します。',
        options: { '--play': '次を読む前に手を進める' },
        examples: {
          'kifu move encode chess --play e4 e5 Nf3': '一つの対局の3手',
          'kifu move encode chess --position "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1" e8=Q': 'FEN から',
          'echo \'{"from":[4,1],"to":[4,3]}\' | kifu move encode chess -': '1行に1手',
        },
      },
      decode: {
        description: '16進やバイト列の手を復号します。',
        options: { '--bytes': '手は16進で書いたバイナリ形式' },
        examples: {
          'kifu move decode chess 0x343C01': 'e7e8q',
          'kifu move decode chess --bytes 347C00 --json': '同じ手をバイナリ形式から',
        },
      },
    },
  },
  perft: {
    summary: '手順を数えます。',
    description: '指定した長さの手順を数えます（perft）。',
    arguments: { DEPTH: '手順の長さ（0〜32）' },
    options: {
      '--divide': '初手ごとの数',
      '--seed': '抽選のシード（既定：1）',
    },
    examples: {
      'kifu perft chess 4': '開始局面から 197,281',
      'kifu perft chess 3 --divide --position "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"': '初手ごと',
    },
  },
  run: {
    summary: 'ルールを JSON 行のフィルターとして実行します。',
    description: 'ほかのプログラムのために、ルールを JSON 行のフィルターとして実行します。',
    options: {
      '--state': '応答に正規化した状態を含める',
      '--legal': '応答に合法手を含める',
      '--draws': 'plain：抽選は自動。fair：{"draw":SEED} を待つ',
      '--seed': '抽選のシード。抽選のあるゲームでは必須',
    },
    examples: {
      'echo \'{"move":"e4"}\' | kifu run chess': '開始と手に1行ずつ',
      "kifu run chess --setup '{}' --legal < moves.jsonl": '手の後の合法手とともに',
    },
    after: LINES,
  },
  serve: {
    summary: '対局サーバーを動かします。',
    description: '対局サーバーを動かします。',
    options: {
      '--port': '待ち受けポート。0は空きポート',
      '--host': '待ち受けアドレス。0.0.0.0 はすべて',
      '--store':
        'データベース：ファイル、または postgres://user:password@host:port/database（既定：ライブラリー）',
      '--archive': 'アーカイブの対局も配信：フォルダー、またはファイルサーバーの URL',
      '--public-url': '公開 URL',
      '--origin': '接続を許す別サイト。複数可（既定：なし）',
      '--trust-proxy':
        'X-Forwarded-For の最後のアドレスを信頼（プロキシー1段）。--public-url が必要',
      '--max-size': 'ファイルサイズの上限（既定：なし）',
      '--no-site': 'Web ページなしで API だけ',
      '--uploads': 'アップロードできる人：known（トークンあり）か all（全員）',
      '--upload-token': 'アップロードを許すトークン。複数可（既定：なし）',
      '--admin-token': 'アップロードと対局の削除を許すトークン',
      '--admin': 'モデレーターの公開鍵。複数可（既定：なし）',
      '--analysis-engine':
        'クライアントのために解析するエンジン：uci:PROGRAM または engine:NAME。複数回指定可（既定：なし）',
      '--analysis-game': '全ゲームに対応するエンジンが解析するゲーム',
      '--analysis-jobs': '1つのエンジンの同時探索数',
      '--metrics-port': '/metrics のポート（既定：なし）',
      '--metrics-host': '/metrics のアドレス',
      '--bus': 'プロセス間のメッセージバス、nats://host:port（既定：PostgreSQL の通知）',
      '--cluster-host': 'クラスターのほかのプロセス用のアドレス',
      '--cluster-port': 'ほかのプロセス用のポート。0は空きポート',
      '--cluster-url': 'ほかのプロセスから見た URL（既定：待ち受けアドレス）',
      '--log': '標準エラーのログレベル',
      '--config': 'これらのオプションを名前で書いた JSON ファイル：{"port": 80}',
      '--limit-sockets': 'TCP 接続の総数',
      '--limit-sockets-per-address': 'アドレスごとの TCP 接続',
      '--limit-connections': 'WebSocket 接続の総数',
      '--limit-connections-per-address': 'アドレスごとの WebSocket 接続',
      '--limit-messages-per-second': '接続ごとの1秒あたりメッセージ',
      '--limit-message-burst': '一度のメッセージ',
      '--limit-words-per-minute': '1分あたりチャット（席、アドレス、プレイヤーごと）',
      '--limit-word-burst': '一度のチャット',
      '--limit-requests-per-minute': 'アドレスごとの1分あたりリクエスト',
      '--limit-request-burst': '一度のリクエスト',
      '--limit-sign-ins-per-minute': 'アドレスごとの1分あたりサインインとアカウント変更',
      '--limit-sign-in-burst': '一度のサインイン',
      '--limit-reports-per-day': '1日あたり通報（プレイヤー、アドレスごと）',
      '--limit-vacation-days': 'プレイヤーごとの年間休暇日数',
      '--limit-request-ms': 'リクエスト受信の時間（ミリ秒）',
      '--limit-open-per-address': 'アドレスごとの申し込みと対局',
      '--limit-open': '申し込みと対局の総数',
      '--limit-behind-bytes': '遅い読み手のバッファー（バイト）',
      '--limit-behind-ms': 'バッファーが残る時間（ミリ秒）',
      '--limit-behind-bytes-of-all': '遅い読み手全体のバッファー（バイト）',
      '--limit-max-lag-ms': '一手のラグ補償（ミリ秒）',
      '--limit-rest-ms': '見る人のない対局をメモリーから外すまで（ミリ秒）',
      '--limit-resume-ms': '再起動後の再接続の時間（ミリ秒）',
      '--limit-invite-ms': '使われない申し込みの期限（ミリ秒）',
      '--limit-challenge-ms': '作成者のいない、すぐに始める公開の申し込みの期限（ミリ秒）',
      '--limit-refusals-per-second': '席ごとに1秒あたり記録する反則手',
      '--limit-bot-threads': 'ボットのスレッド数',
      '--limit-bot-pause-ms': 'ボットだけの対局の手の間隔（ミリ秒）',
      '--limit-upload-bytes': 'アップロードのバイト数',
      '--limit-uploads': '同時アップロード',
      '--limit-uploads-per-address': 'アドレスごとの同時アップロード',
      '--limit-keeps-per-minute': 'アドレスごとの1分あたり保存数',
      '--limit-keep-burst': '一度の保存数',
      '--limit-kept-bytes-per-day': 'アドレスごとの1日あたり保存バイト',
      '--limit-kept-bytes-per-day-of-all': '1日あたり保存バイトの合計',
      '--limit-analyses': '処理中のエンジンへの質問の総数',
      '--limit-analyses-per-address': 'アドレスごとの処理中のエンジンへの質問の数',
      '--limit-analysis-ms': 'エンジンの最長探索時間（ミリ秒）',
      '--limit-analysis-ms-per-day': 'アドレスごとの1日のエンジン時間（ミリ秒）',
      '--limit-fold-threads': 'アップロードを再生するスレッド数',
      '--limit-fold-ms': '1件の再生時間（ミリ秒）',
      '--limit-fold-queue': '再生待ちの総数',
      '--limit-fold-queue-per-address': 'アドレスごとの再生待ち',
      '--limit-store-ms': 'データベースへの問い合わせ時間（ミリ秒）',
      '--limit-unready-ms': 'データベース障害後に準備中とする時間（ミリ秒）',
      '--limit-cache-bytes': 'メモリーに置く棋譜のバイト数',
    },
    examples: {
      'kifu serve': 'この端末のプログラム用',
      'kifu serve --host 0.0.0.0 --public-url https://kifu.example': '全員用',
      'kifu serve --store postgres://kifu@db/kifu': 'PostgreSQL に保存（複数プロセスも可）',
      'kifu serve --archive https://files.example/games/': 'アーカイブの対局も配信',
      'KIFU_PORT=8080 KIFU_LOG=info kifu serve': '環境変数でオプションを指定',
    },
  },
  completion: {
    description: 'シェルの補完スクリプトを出力します。',
    arguments: { SHELL: 'シェル' },
    examples: {
      'eval "$(kifu completion bash)"': 'この行を ~/.bashrc に追加',
      'kifu completion zsh > ~/.zfunc/_kifu': '$fpath のフォルダー',
      'kifu completion fish > ~/.config/fish/completions/kifu.fish': 'fish の補完フォルダー',
    },
  },
  help: {
    description: 'コマンドのヘルプを表示します。',
    arguments: { COMMAND: 'コマンドとサブコマンド（例：move encode）' },
  },
};
