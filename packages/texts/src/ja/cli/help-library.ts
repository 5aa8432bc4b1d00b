/** Help of `kifu library` and `kifu ratings`, in Japanese. */
import type { LibraryHelp } from '../../en/cli/help-library.ts';

export const library: LibraryHelp = {
  library: {
    summary: '対局を検索し、取り込み、書き出します。',
    description:
      'この端末に保存した対局を検索し、取り込み、書き出します。保存先はデータフォルダー（または KIFU_HOME）の一つのファイルです。ファイルを読むコマンドには対局 ID も使えます。',
    examples: {
      'kifu library list': '新しい対局',
      'kifu library stats': '件数と保存場所',
    },
    commands: {
      list: {
        description: '対局を新しい順に一覧します。',
        examples: {
          'kifu library list': '新しい対局',
          'kifu library list --open': '対局中のもの',
          'kifu library list --player ann --game chess --sort longest': 'プレイヤーとゲームで',
          'kifu library list --opening "e4 e5 Nf3" --from 2026': '初手からの手順で',
          'kifu library list --tag endgame --all --csv > endgames.csv': '表計算用に',
        },
      },
      search: {
        summary: '対局を検索します。',
        description:
          '名前やコメントの語（前方一致）で対局を検索します。list のオプションで絞り込めます。',
        arguments: { WORDS: '名前やコメントの語' },
        examples: {
          'kifu library search ann': '名前で',
          'kifu library search zugzwang --game chess': 'コメントで',
        },
      },
      show: {
        summary: '対局の索引情報を表示します。',
        description: '対局の索引情報を表示します。盤面は kifu show で表示します。',
        arguments: { ID: '対局 ID、または一意に決まる先頭部分' },
        examples: { 'kifu library show db4botlkx6': 'ID の先頭部分で' },
      },
      stats: {
        summary: '対局数とプレイヤーの成績を表示します。',
        description: '対局数、プレイヤーの成績、ライブラリーの場所を表示します。',
        options: {
          '--limit': '表示する人数またはグループ数',
          '--by':
            '対局を数える単位：opening（序盤）、eco、year（年）、player（対局者）、clock（持ち時間）',
        },
        examples: {
          'kifu library stats': 'すべての対局',
          'kifu library stats --by opening --game chess': '序盤別',
          'kifu library stats --player ann --game go': '一人のプレイヤー',
        },
      },
      explore: {
        summary: '局面で次に指された手を表示します。',
        description:
          '局面で次に指された手を、対局数、結果、対局者とともに表示します。手順が違っても、同じ局面になった対局は1回だけ数えます。list のオプションで絞り込めます。',
        arguments: { POSITION: 'FEN などの局面、または初手からの指し手（既定：開始局面）' },
        options: {
          '--limit': '表示する手の数',
          '--archive': '代わりにアーカイブの対局を数える：URL またはフォルダー',
        },
        examples: {
          'kifu library explore e4 e5 Nf3': '何手か進んだ局面',
          'kifu library explore --game go --player ann': '特定の対局者の対局',
        },
      },
      import: {
        summary: '棋譜を取り込みます。',
        description:
          'ファイル、フォルダー、標準入力から棋譜を取り込みます。すべて検証し、重複は飛ばし、無効なものは報告します。無効なものがあれば終了ステータスは1です。',
        arguments: { FILE: '任意の形式の棋譜、またはそのフォルダー。標準入力は -' },
        options: {
          '--as': 'この形式として読み込む：car、json、pack、pgn、…',
          '--source': '出所（既定：ファイル名）',
          '--public': '公開する',
          '--keep-blocks': '終局した対局を今後も圧縮しない',
          '--dry-run': '検証だけして取り込まない',
          '--again': '以前に取り込んだ部分も含めてファイル全体を読む',
        },
        examples: {
          'kifu library import games.pgn': 'ファイルの全局',
          'kifu library import games/ --source club --public': 'フォルダー',
        },
      },
      export: {
        summary: '対局を書き出します。',
        description:
          '指定した対局、または list で見つかるすべての対局を書き出します。その形式で保存できないものは一覧にします。',
        options: {
          '--to':
            'car、json、pack、pgn などの形式、archive（Web サーバー用のファイル）、parquet（分析用の表）。既定：-o の拡張子',
          '--output': 'ファイル、名前が / で終わればフォルダー（既定：標準出力）',
          '--force': '既存のファイルや以前の Parquet 出力を上書き',
          '--move': '--to archive と併用：書き出した対局をライブラリーから削除',
          '--store':
            '--to archive か parquet と併用：サーバーの公開対局、postgres://user:password@host:port/database',
          '--archive': '--to parquet と併用：アーカイブの対局：URL かフォルダー',
          '--tables': '--to parquet と併用：書き出す表：games,players,moves,positions,events',
          '--limit': '最大N局（既定：すべて）',
        },
        examples: {
          'kifu library export --game chess -o chess.pgn': 'チェスの全局を一つのファイルに',
          'kifu library export --player ann --to car -o ann/': 'フォルダーに1局ずつ',
          'kifu library export --before 2026 --to archive -o archive/':
            'Web サーバー用の検索できるアーカイブ',
          'kifu library export --game chess --to parquet -o tables/':
            'kifu sql、DuckDB、Spark 用の表',
          'kifu library export --store postgres://db/kifu --to archive -o archive/': 'サーバーから',
        },
      },
      names: {
        summary: 'プレイヤー名の表記をまとめます。',
        description: '名前の表記をまとめ、一覧と集計で同じ人として扱います。棋譜は変わりません。',
        examples: {
          'kifu library stats': '名前を見る',
          'kifu library names merge "Fischer, R" --into "Bobby Fischer"': '二つの表記をまとめる',
        },
        commands: {
          merge: {
            description: 'これらの名前を、今後の取り込みも含めて一つの名前で表示します。',
            arguments: { NAME: '一覧に表示される名前の全体' },
            options: { '--into': '表示する名前' },
            examples: {
              'kifu library names merge "Fischer, R" Bobby --into "Bobby Fischer"': '同じ人',
            },
          },
          split: {
            description: 'これらの名前を棋譜どおりの表示に戻します。',
            arguments: { NAME: 'まとめた名前' },
            examples: { 'kifu library names split Bobby': '別の Bobby だった' },
          },
          list: {
            description: 'まとめた名前を一覧します。',
            examples: { 'kifu library names list': 'すべて' },
          },
        },
      },
      tag: {
        summary: '対局にタグを付けます。',
        description: '対局にタグを付けます。list --tag で検索できます。タグは注釈の一部です。',
        arguments: { TAG: '一つの語（# は省略可）' },
        examples: {
          'kifu library tag endgame db4botlkx6': '1局',
          'kifu library list --tag endgame': 'このタグの全局',
        },
      },
      untag: {
        description: '対局からタグを外します。',
        arguments: { TAG: '一つの語（# は省略可）' },
        examples: { 'kifu library untag endgame db4botlkx6': '1局' },
      },
      hide: {
        description: '対局を一覧で非表示にします。list --hidden で表示できます。',
        examples: { 'kifu library hide db4botlkx6': '1局' },
      },
      unhide: {
        description: '非表示の対局を再び表示します。',
        examples: { 'kifu library unhide db4botlkx6': '1局' },
      },
      public: {
        description: 'ライブラリーを配信するとき、対局を公開します。',
        examples: { 'kifu library public db4botlkx6': '誰でも見られる' },
      },
      private: {
        description: '対局を非公開にします。',
        examples: { 'kifu library private db4botlkx6': '自分だけが見られる' },
      },
      delete: {
        summary: '対局を完全に削除します。',
        description: '対局を完全に削除します。一覧から隠すだけなら hide を使います。',
        options: { '--force': '削除を確認' },
        examples: { 'kifu library delete db4botlkx6 --force': '1局' },
      },
      check: {
        summary: 'ライブラリーを検査します。',
        description:
          'ファイル、すべてのブロック、対局、索引を検査します。問題があれば終了ステータスは1です。',
        examples: { 'kifu library check': 'ライブラリーは無事か' },
      },
      repair: {
        summary: '壊れたライブラリーを復旧します。',
        description:
          '壊れたライブラリーを復旧します。無事なデータを新しいファイルに移し、失われたものを一覧にします。壊れたファイルは隣に残します。その間ほかのプロセスは使えません。',
        examples: { 'kifu library repair': 'check が破損を報告したとき' },
      },
      gc: {
        summary: '対局を圧縮し、参照されないブロックを削除します。',
        description:
          '終局した対局を圧縮し、参照されないブロックを削除し、空き容量をファイルシステムに返します。',
        options: {
          '--dry-run': '削除せずに数える',
          '--keep-blocks': '今後も圧縮しない',
          '--pack': '今後も圧縮する',
          '--grace': 'これより新しいブロックは残す（分）',
        },
        examples: {
          'kifu library gc': '多くの対局を削除した後に',
          'kifu library gc --dry-run': '何が削除されるか',
        },
      },
      backup: {
        summary: 'ライブラリーをバックアップします。',
        description:
          'ライブラリーをファイルにバックアップします。対局中でも使えます。完成するとファイルが現れます。',
        arguments: { FILE: 'バックアップファイル' },
        examples: { 'kifu library backup kifu-copy.sqlite': 'このフォルダーに' },
      },
      reindex: {
        summary: '索引を作り直します。',
        description: '棋譜から索引を作り直します。非表示、非公開、公開の設定は残ります。',
        examples: {
          'kifu library reindex': '更新後、または check が索引の誤りを報告したとき',
        },
      },
    },
  },
  puzzles: {
    summary: '棋譜からパズルを作ります。',
    description:
      '棋譜から、はっきりした最善手のある局面を探してパズルにします。パズルには、対局、局面の手数、判定した探索が記されます。',
    commands: {
      mine: {
        description:
          'ファイルの棋譜からパズルを作ります。ファイルを省略するとライブラリーを使います。',
        arguments: {
          FILE: '任意の形式の棋譜、ライブラリーの対局 ID、または標準入力を表す -',
        },
        options: {
          '--limit': 'パズルの最大数',
          '--nodes': '1手ごとに探索する局面の数',
          '--output': 'パズルと棋譜を書き込むファイル',
        },
        examples: {
          'kifu puzzles mine games.pgn --limit 20': '棋譜集から',
          'kifu puzzles mine --game chess -o chess.json': 'ライブラリーから',
        },
      },
      check: {
        description:
          'パズルを検証します。局面が棋譜にあるか、正解手順が合法で、はっきりした最善手かを確かめます。',
        arguments: { FILE: 'kifu puzzles mine が書き込んだファイル' },
        examples: { 'kifu puzzles check chess.json': 'ファイルのすべてのパズル' },
      },
    },
  },
  sql: {
    summary: '対局を SQL で調べます。',
    description:
      '対局を SQL（DuckDB）で調べます。表は games、players、moves、positions、events です。ライブラリーやアーカイブは、まず一時フォルダーに表として書き出されます。何度も調べる場合は kifu library export --to parquet で一度書き出し、そのフォルダーを指定してください。データは変更されません。',
    arguments: { SQL: 'クエリー。- なら標準入力から読む' },
    options: {
      '--db':
        'Parquet 出力のフォルダー、アーカイブのフォルダーか URL、ライブラリーのファイル、postgres://…（既定：自分のライブラリー）',
      '--format': 'table、csv、json（1行に1オブジェクト）',
      '--output': 'ファイル（既定：標準出力）',
      '--force': '既存のファイルを上書き',
      '--memory': 'クエリーに使うメモリー。500MB、4GB など',
      '--external': 'ほかのファイルや URL の読み込みを許可',
    },
    examples: {
      'kifu sql "SELECT game, count(*) FROM games GROUP BY game"': '自分のライブラリー',
      'kifu sql "SELECT type, count(*) FROM events GROUP BY type" --db tables/': '書き出した表',
      'kifu sql "DESCRIBE moves" --db tables/': '表の列',
      'kifu sql - --db tables/ --format csv -o answer.csv < query.sql': 'ファイルからファイルへ',
    },
  },
  ratings: {
    summary: 'レーティングを計算し、説明します。',
    description:
      'ライブラリーのレート戦から、ゲームと持ち時間区分ごとに Glicko-2 レーティングを計算します。対局者が署名したか、信頼する審判が署名した対局を数えます。どのレーティングも明細から再計算できます。',
    options: {
      '--unsigned': '署名のない対局もプレイヤー名で数える',
      '--archive': 'アーカイブした対局も数える：URL かフォルダー',
    },
    examples: {
      'kifu ratings rebuild': 'すべて計算',
      'kifu ratings list': '高い順',
    },
    commands: {
      list: {
        summary: 'レーティングを高い順に一覧します。',
        description: 'kifu ratings rebuild が保存したレーティングを高い順に一覧します。',
        options: { '--limit': 'ゲームと区分ごとに最大N人' },
        examples: { 'kifu ratings list --game chess --speed blitz': 'チェスの早指しだけ' },
      },
      explain: {
        summary: 'レーティングを説明します。',
        description:
          'プレイヤーのレーティングを、週ごと、対局ごとの判定と明細で説明します。数えなかったレート戦とその理由も示します。レーティングはライブラリーから再計算し、保存したものと比べます。',
        arguments: { PLAYER: '名前、鍵、または鍵の先頭8桁以上' },
        examples: {
          'kifu ratings explain Ann': '一人のすべてのレーティング',
          'kifu ratings explain Ann --game chess --json': 'プログラム用、明細の全体',
        },
      },
      rebuild: {
        summary: 'レーティングを再計算、または検証します。',
        description:
          'ライブラリーの署名されたレート戦からレーティングを計算し、保存します。鍵を持つ全員が署名し、かつ対局者か信頼する審判が全体に署名した対局を数えます。--check では保存せず、レーティングが違えば終了ステータスは1です。',
        options: { '--check': '保存したレーティングと比べるだけ' },
        examples: {
          'kifu ratings rebuild': '対局や取り込みの後に',
          'kifu ratings rebuild --referee KEY': '信頼する審判の対局も数える',
          'kifu ratings rebuild --archive archive/': 'アーカイブした対局も数える',
          'kifu ratings rebuild --check': 'レーティングは対局と一致するか',
        },
      },
    },
  },
};
