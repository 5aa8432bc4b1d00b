/** Help of the commands that make, show and change records, in Japanese. */
import type { RecordsHelp } from '../../en/cli/help-records.ts';

export const records: RecordsHelp = {
  record: {
    summary: '手順から棋譜を作ります。',
    description:
      '手順から棋譜を作ります。形式はファイル名で決まります。CAR ファイルではノードのチェーン、そのほかは JSON です。',
    options: {
      '--moves': '任意の記法の手順（1行に1手以上）、または kifu run 用の行。標準入力は -',
      '--output': '出力ファイル：.car、.kifu、.json',
      '--player': 'プレイヤー名（席の順）。複数可',
      '--key': '一つの席の手にこの鍵で署名し、ほかはこの対局用の鍵で署名',
      '--seat': 'この鍵で署名する席',
      '--seed': '抽選のシード。抽選のあるゲームでは必須',
    },
    examples: {
      'kifu record chess --moves game.txt -o game.car': 'e4 e5 Nf3 のような手順',
      'kifu verify game.car': '検証',
    },
  },
  show: {
    summary: '棋譜の盤面を表示します。',
    description: '棋譜の盤面とそこまでの手を表示します。画像にもできます。',
    options: {
      '--flip': '盤を反転',
      '--svg': 'SVG 画像を出力（既定：標準出力）',
      '--theme': '画像の配色。auto は閲覧者の設定に従う',
      '--size': '画像の1マスのピクセル数',
      '--force': '既存の画像を上書き',
    },
    examples: {
      'kifu show game.car': '終局図',
      'kifu show game.car --at 12': '12番目の記録の後',
      'kifu show game.car --svg end.svg --theme dark': '終局図を画像で',
    },
  },
  replay: {
    summary: '棋譜を再生します。',
    description: '棋譜をターミナルで再生します。出力先がターミナルでなければ指し手を出力します。',
    options: { '--at': 'N番目の記録の後から（既定：最初から）' },
    examples: {
      'kifu replay game.car': 'スペースで再生と停止、? でキーの一覧',
      'kifu replay games.pgn --number 3': '棋譜集の3局目',
    },
  },
  info: {
    summary: '棋譜の情報を表示します。',
    description: '棋譜の情報（ゲーム、対局者、条件、長さ、結果、ID）を表示します。',
    examples: {
      'kifu info game.car': '一つの棋譜',
      'kifu info games.pgn --number 3': '棋譜集の3局目',
    },
  },
  state: {
    summary: '棋譜の状態を表示します。',
    description: '状態ハッシュの対象となる正規化した状態を表示します。',
    examples: {
      'kifu state game.car --at 12': '12番目の記録の後',
      'kifu state game.car --json': '最後の状態をハッシュと局面とともに',
    },
  },
  verify: {
    summary: '棋譜と証拠を検証します。',
    description:
      '棋譜を再生し、チェーン、ルール、ハッシュ、時計、抽選、署名を検査します。鍵の二重署名の証拠も検査して説明します。壊れた棋譜や無効な証拠があれば終了ステータスは1です。',
    arguments: { FILE: '任意の形式の棋譜、証拠、またはそのフォルダー。標準入力は -' },
    options: {
      '--quick': '鍵ごとに最後の署名と、それが及ばない署名だけを検査（判定に明記）',
      '--as': 'この形式として読み込む：car、json、pack、pgn、…',
    },
    examples: {
      'kifu verify game.car': '一つの棋譜を詳しく',
      'kifu verify games/ more.pgn': '1行に1局と集計',
      'kifu verify --quick games/': '多くの棋譜をすばやく',
      'kifu verify proof.cbor': '矛盾する二つに署名したのは誰か',
    },
  },
  diff: {
    summary: '二つの棋譜や大会の違いを探します。',
    description:
      '二つの棋譜、または大会の二つの写しが最初に食い違う記録と、ヘッダーの違いを探します。一つの鍵が両方に署名していれば、-o で証拠を書き込みます。違いがあれば終了ステータスは1です。',
    arguments: {
      FILE: '任意の形式の棋譜、または大会。標準入力は -',
      OTHER: 'もう一方の棋譜か大会',
    },
    options: { '--output': '一つの鍵が両方に署名した証拠を書き込む' },
    examples: {
      'kifu diff game.car game.pgn': '手順は同じか',
      'kifu diff club.car theirs.car -o proof.cbor': '主催者が大会を書き換えたか',
    },
  },
  convert: {
    summary: '棋譜の形式を変換します。',
    description: '棋譜を別の形式に変換します。その形式で保存できないものは一覧にします。',
    options: { '--to': 'car、json、pack、またはゲームの形式（既定：出力の拡張子）' },
    examples: {
      'kifu convert game.car --to pgn': 'テキストに',
      'kifu convert games.pgn --number 2 -o game.car': '2局目を棋譜に',
      'kifu convert game.car -o game.kifu': '圧縮：一手数ビット',
    },
  },
  export: {
    summary: '自己検証する HTML ファイルを書き出します。',
    description:
      '棋譜、エンジン、ビューアーを含む一つの HTML ファイルを書き出します。ネットワークなしで開け、開くと棋譜を検証します。',
    options: {
      '--html': '一つの HTML ファイル（唯一の形式）',
      '--start': '再生の開始位置：23、end、ティックは t600、時刻は 1:23',
    },
    examples: {
      'kifu export --html game.car -o game.html': '人に送るファイル',
      'kifu export --html games.pgn --number 2 --start 23 -o game.html': '23手目から',
    },
  },
  branch: {
    summary: '局面から新しい対局を始めます。',
    description: '棋譜の局面から新しい対局を始めます。新しい対局はその局面を参照します。',
    options: {
      '--tick': 'このティックから（ティックのあるゲーム）',
      '--output': '出力ファイル：.car、.kifu、.json',
    },
    examples: {
      'kifu branch game.car --at 12 -o what-if.car': '12番目の記録の後',
      'kifu play chess --load what-if.car': 'そこから対局',
    },
  },
  analyze: {
    summary: 'すべての手を最善手と比べます。',
    description:
      '棋譜を解析します。失った勝率で手を評価し、より良い手順と各プレイヤーの精度を示します。内蔵の探索はすべてのゲームを解析でき、--engine で別のエンジンを使えます。ライブラリーの対局では解析を注釈として保存し、--output のファイルにも書き込みます。中断した解析は続きから再開します。',
    options: {
      '--engine': 'エンジン：uci:stockfish、gtp:gnugo、gnubg:gnubg、engine:NAME（既定：内蔵）',
      '--engine-option': 'エンジンのオプション（NAME=VALUE）。複数指定可',
      '--depth': '局面ごとの深さ（手数）',
      '--nodes': '局面ごとの探索ノード数',
      '--time': '局面ごとのミリ秒',
      '--lines': '局面ごとの候補手順の数',
      '--jobs': '同時に解析する局面の数（既定：コア数）',
      '--no-save': 'ライブラリーの注釈を変更しない',
      '--output': '解析付きの棋譜（入力がファイルの場合）',
    },
    examples: {
      'kifu analyze db4botlkx6': 'ライブラリーの対局を内蔵の探索で',
      'kifu analyze game.pgn --engine uci:stockfish --depth 14 -o analyzed.pgn':
        '別のエンジンで、ファイルへ',
      'kifu analyze game.sgf --nodes 2000 --json': 'JSON で出力',
    },
  },
  annotate: {
    summary: 'コメント、記号、矢印を付けます。',
    description:
      '局面に注釈を付けます。ライブラリーの対局では注釈を別に保存し、ファイルでは新しいファイルを書き込みます。指し手は変わりません。',
    options: {
      '--comment': 'コメント',
      '--glyph': '手や局面の記号：!、??、!?、+-、=、5、…',
      '--eval': '評価値：0.35、-1.2、#3',
      '--arrow': 'マスからマスへの矢印：e2-e4、e2-e4:red',
      '--circle': 'マスの丸印：e4、e4:blue',
      '--square': 'マスの四角',
      '--triangle': 'マスの三角',
      '--cross': 'マスのバツ印',
      '--author': '作者（対応しない形式もある）',
      '--remove': '先にこの局面の注釈を削除',
      '--output': '入力がファイルのとき、注釈付きの棋譜',
    },
    examples: {
      'kifu annotate db4botlkx6 --at 3 --comment "too early" --glyph ?!': 'ライブラリーで',
      'kifu annotate game.pgn --at 12 --arrow e2-e4 --eval 0.4 -o seen.pgn': 'ファイルで',
      'kifu annotate db4botlkx6 --at 3 --remove': '取り消す',
    },
  },
  publish: {
    summary: '棋譜を IPFS などで公開します。',
    description:
      '棋譜を公開します。動作中のピアから名前で、専用ノードで IPFS に、Kubo に、HTTP で、または CAR ファイルに公開できます。別のノードが読み戻して検証すると公開済みになります。FILE にはライブラリーの対局 ID や、以前に公開したルートも使えます。',
    options: {
      '--to': '公開先：peer、ipfs[:public|:MULTIADDR]、kubo[:URL]、http[:PORT]、car[:FILE]',
      '--format': 'ネイティブのノード、またはチェスのリプレイログ',
      '--serve': 'Ctrl-C まで配信（http では常に）。ピアでは増えていくファイルに追従',
      '--force': '既存の CAR ファイルを上書き',
    },
    examples: {
      'kifu publish game.car --to ipfs --serve': 'この端末のピアが配信',
      'kifu publish game.pgn --to kubo --format replay-log': 'リプレイログとして保存',
      'kifu publish live.car --to peer --serve': '増えていくファイルを名前で公開',
      'kifu publish game.car --to http:8080': 'この端末のゲートウェイ',
    },
  },
  fetch: {
    summary: '公開された棋譜を取得します。',
    description:
      'コンテンツ ID（チェーンの末尾、またはリプレイログのルート）で棋譜を取得します。すべてのブロックのハッシュを確認し、検証してから表示します。',
    arguments: { CID: 'kifu publish が表示したコンテンツ ID' },
    options: {
      '--from':
        '取得元：ipfs:MULTIADDR、ipfs:public、kubo[:URL]、http:URL、car:FILE、archive:URL、archive:FOLDER。複数なら順に試す（既定：ここで公開したもの）',
      '--out': '棋譜をこのファイルに書き込む：.car、.json、.pgn、…',
    },
    examples: {
      'kifu fetch bafyrei…': 'ここで公開したもの',
      'kifu fetch bafyrei… --from https://ipfs.io -o game.car': 'ゲートウェイからファイルへ',
      'kifu fetch bafyrei… --from ipfs:/ip4/127.0.0.1/tcp/4001/p2p/12D3KooW…': 'ピアから',
    },
  },
};
