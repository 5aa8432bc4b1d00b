/** Help of `kifu library` and `kifu ratings`. Options and arguments of a command are also those of the commands below it. */

export const library = {
  library: {
    summary: 'Find, import and export matches.',
    description:
      'Find, import and export the matches stored on this machine: one file in your data directory, or in KIFU_HOME. Commands that read a file also take the ID of a match.',
    examples: {
      'kifu library list': 'the newest matches',
      'kifu library stats': 'how many there are, and where they are stored',
    },
    commands: {
      list: {
        description: 'List matches, newest first.',
        examples: {
          'kifu library list': 'the newest matches',
          'kifu library list --open': 'those still in progress',
          'kifu library list --player ann --game chess --sort longest': 'by player and game',
          'kifu library list --opening "e4 e5 Nf3" --from 2026': 'by opening moves',
          'kifu library list --tag endgame --all --csv > endgames.csv': 'for a spreadsheet',
        },
      },
      search: {
        summary: 'Search matches.',
        description:
          'Search matches by words, each a prefix of a word in a name or comment. The options of list narrow the search.',
        arguments: { WORDS: 'words of names and comments' },
        examples: {
          'kifu library search ann': 'by a name',
          'kifu library search zugzwang --game chess': 'by a comment',
        },
      },
      show: {
        summary: 'Print the index entry of a match.',
        description: 'Print the index entry of a match. kifu show draws its board.',
        arguments: { ID: 'match ID or unique prefix' },
        examples: { 'kifu library show db4botlkx6': 'by a prefix of its ID' },
      },
      stats: {
        summary: 'Show match counts and player results.',
        description: "Show match counts, player results and the library's location.",
        options: {
          '--limit': 'number of players or groups to show',
          '--by': 'count matches by opening, eco, year, player or clock (time control)',
        },
        examples: {
          'kifu library stats': 'all matches',
          'kifu library stats --by opening --game chess': 'by opening',
          'kifu library stats --player ann --game go': 'one player',
        },
      },
      explore: {
        summary: 'Show what was played next at a position.',
        description:
          'Show what was played next at a position: how often, with what result, by whom. A game counts once, in whatever order it reached the position. The options of list narrow the search.',
        arguments: {
          POSITION: 'a position such as a FEN, or moves from the start (default: the start)',
        },
        options: {
          '--limit': 'number of moves to show',
          '--archive': 'count the games of an archive instead: URL or folder',
        },
        examples: {
          'kifu library explore e4 e5 Nf3': 'after some moves',
          'kifu library explore --game go --player ann': "one player's games",
        },
      },
      import: {
        summary: 'Import records.',
        description:
          'Import records from files, folders or standard input. Each record is verified; duplicates are skipped and invalid records reported. Exits with status 1 if any are invalid.',
        arguments: { FILE: 'records in any format, or folders of them; - for standard input' },
        options: {
          '--as': 'read the files as this format: car, json, pack, pgn, …',
          '--source': 'source label (default: the file name)',
          '--public': 'make them public',
          '--keep-blocks': 'do not pack finished matches, now or later',
          '--dry-run': 'verify without importing',
          '--again': 'read whole files, including what was imported from them before',
        },
        examples: {
          'kifu library import games.pgn': 'all games of a file',
          'kifu library import games/ --source club --public': 'a folder',
        },
      },
      export: {
        summary: 'Export matches.',
        description:
          'Export matches: those named, or all that list would find. Anything that the format cannot store is listed.',
        options: {
          '--to':
            'car, json, pack, a format such as pgn; archive: files for any web server; parquet: tables for analysis (default: by the extension of -o)',
          '--output': 'file, or a folder if the name ends with / (default: standard output)',
          '--force': 'overwrite existing files, or an earlier export to Parquet',
          '--move': 'with --to archive: delete the archived matches from the library',
          '--store':
            'with --to archive or parquet: public matches of a server, postgres://user:password@host:port/database',
          '--archive': 'with --to parquet: matches of an archive: URL or folder',
          '--tables': 'with --to parquet: only these: games,players,moves,positions,events',
          '--limit': 'at most N matches (default: all)',
        },
        examples: {
          'kifu library export --game chess -o chess.pgn': 'all chess matches in one file',
          'kifu library export --player ann --to car -o ann/': 'one file per match, in a folder',
          'kifu library export --before 2026 --to archive -o archive/':
            'a searchable archive for a web server',
          'kifu library export --game chess --to parquet -o tables/':
            'tables for kifu sql, DuckDB or Spark',
          'kifu library export --store postgres://db/kifu --to archive -o archive/':
            'from a server',
        },
      },
      names: {
        summary: "Merge variants of players' names.",
        description:
          'Merge name variants so that lists and stats treat them as one player. Records do not change.',
        examples: {
          'kifu library stats': 'list the names',
          'kifu library names merge "Fischer, R" --into "Bobby Fischer"': 'merge two variants',
        },
        commands: {
          merge: {
            description: 'Show these names as one, now and in future imports.',
            arguments: { NAME: 'full names, as lists show them' },
            options: { '--into': 'name to show' },
            examples: {
              'kifu library names merge "Fischer, R" Bobby --into "Bobby Fischer"': 'one player',
            },
          },
          split: {
            description: 'Show these names as their records have them again.',
            arguments: { NAME: 'merged names' },
            examples: { 'kifu library names split Bobby': 'this is a different Bobby' },
          },
          list: {
            description: 'List merged names.',
            examples: { 'kifu library names list': 'all of them' },
          },
        },
      },
      tag: {
        summary: 'Tag matches.',
        description:
          'Tag matches, so that list --tag finds them. Tags belong to the annotations of the record, like comments.',
        arguments: { TAG: 'one word, with or without #' },
        examples: {
          'kifu library tag endgame db4botlkx6': 'one match',
          'kifu library list --tag endgame': 'all matches with this tag',
        },
      },
      untag: {
        description: 'Remove a tag from matches.',
        arguments: { TAG: 'one word, with or without #' },
        examples: { 'kifu library untag endgame db4botlkx6': 'one match' },
      },
      hide: {
        description: 'Hide matches from lists; list --hidden shows them.',
        examples: { 'kifu library hide db4botlkx6': 'one match' },
      },
      unhide: {
        description: 'Show hidden matches in lists again.',
        examples: { 'kifu library unhide db4botlkx6': 'one match' },
      },
      public: {
        description: 'Make matches public, if the library is served.',
        examples: { 'kifu library public db4botlkx6': 'anyone can see it' },
      },
      private: {
        description: 'Make matches private.',
        examples: { 'kifu library private db4botlkx6': 'only you can see it' },
      },
      delete: {
        summary: 'Delete matches permanently.',
        description: 'Delete matches permanently. To keep them out of lists only, use hide.',
        options: { '--force': 'confirm the deletion' },
        examples: { 'kifu library delete db4botlkx6 --force': 'one match' },
      },
      check: {
        summary: 'Check the library.',
        description:
          'Check the file, every block, every match by its rules and every index entry. Exits with status 1 if problems are found.',
        examples: { 'kifu library check': 'is the library intact?' },
      },
      repair: {
        summary: 'Recover a damaged library.',
        description:
          'Recover a damaged library: all intact data is copied to a new file, and anything lost is listed. The damaged file stays next to it. No other process may use the library meanwhile.',
        examples: { 'kifu library repair': 'if check reports damage' },
      },
      gc: {
        summary: 'Pack matches and delete unreferenced blocks.',
        description:
          'Collect garbage: pack finished matches, delete unreferenced blocks, and return free space to the file system.',
        options: {
          '--dry-run': 'count blocks without deleting them',
          '--keep-blocks': 'pack nothing, now or later',
          '--pack': 'pack again, now and later',
          '--grace': 'keep blocks newer than this',
        },
        examples: {
          'kifu library gc': 'after deleting many matches',
          'kifu library gc --dry-run': 'what would be deleted?',
        },
      },
      backup: {
        summary: 'Back up the library.',
        description:
          'Back up the library to a file, even while matches are played. The file appears once it is complete.',
        arguments: { FILE: 'backup file' },
        examples: { 'kifu library backup kifu-copy.sqlite': 'a copy in this folder' },
      },
      reindex: {
        summary: 'Rebuild the index.',
        description:
          'Rebuild the index from the records. Hidden, private and public flags are preserved.',
        examples: {
          'kifu library reindex': 'after an update, or if check reports wrong index entries',
        },
      },
    },
  },
  puzzles: {
    summary: 'Find puzzles in records.',
    description:
      'Find puzzles in records: positions in which one move is clearly best. Each names its match, the entry it comes after, and the search that judged it.',
    commands: {
      mine: {
        description: 'Find puzzles in the records of files, or of the library if none is named.',
        arguments: {
          FILE: 'records in any format, match IDs of the library, or - for standard input',
        },
        options: {
          '--limit': 'at most N puzzles',
          '--nodes': 'positions that the search looks at for each move',
          '--output': 'file for the puzzles and their records',
        },
        examples: {
          'kifu puzzles mine games.pgn --limit 20': 'from a collection',
          'kifu puzzles mine --game chess -o chess.json': 'from the library',
        },
      },
      check: {
        description:
          'Check puzzles: that each position is in its record, and that the solution is legal and clearly best.',
        arguments: { FILE: 'file that kifu puzzles mine wrote' },
        examples: { 'kifu puzzles check chess.json': 'all puzzles of a file' },
      },
    },
  },
  sql: {
    summary: 'Query games with SQL.',
    description:
      'Query games with SQL, by DuckDB. The tables are games, players, moves, positions and events. A library or an archive is first written as tables to a temporary folder: to ask more than once, export it with kifu library export --to parquet and name the folder. Nothing is changed.',
    arguments: { SQL: 'a query, or - to read it from standard input' },
    options: {
      '--db':
        'folder of a Parquet export, folder or URL of an archive, library file or postgres://… (default: your library)',
      '--format': 'table, csv or json: one object per line',
      '--output': 'file (default: standard output)',
      '--force': 'overwrite an existing file',
      '--memory': 'memory for the query, such as 500MB or 4GB',
      '--external': 'let the query read other files and URLs',
    },
    examples: {
      'kifu sql "SELECT game, count(*) FROM games GROUP BY game"': 'your library',
      'kifu sql "SELECT type, count(*) FROM events GROUP BY type" --db tables/': 'an export',
      'kifu sql "DESCRIBE moves" --db tables/': 'the columns of a table',
      'kifu sql - --db tables/ --format csv -o answer.csv < query.sql': 'from a file into a file',
    },
  },
  ratings: {
    summary: 'Rate players and explain ratings.',
    description:
      "Glicko-2 ratings from the library's rated matches, per game and speed. A match counts if its players signed it, or a referee whom you trust did. Every rating can be recomputed from its receipt.",
    options: {
      '--unsigned': 'count unsigned matches too, by player name',
      '--archive': 'count matches moved to archives too: URLs or folders',
    },
    examples: {
      'kifu ratings rebuild': 'compute all ratings',
      'kifu ratings list': 'highest first',
    },
    commands: {
      list: {
        summary: 'List ratings, highest first.',
        description: 'List the ratings that kifu ratings rebuild stored, highest first.',
        options: { '--limit': 'at most N players per game and speed' },
        examples: { 'kifu ratings list --game chess --speed blitz': 'blitz chess only' },
      },
      explain: {
        summary: 'Explain a rating.',
        description:
          'Explain the ratings of a player: week by week, match by match with its verdict, and the receipt; then the rated matches that do not count, and why. Ratings are recomputed from the library and compared with the stored ones; matches are selected as for those.',
        arguments: { PLAYER: 'name, or key, or at least the first 8 digits of a key' },
        examples: {
          'kifu ratings explain Ann': 'all ratings of a player',
          'kifu ratings explain Ann --game chess --json': 'for programs, with the full receipt',
        },
      },
      rebuild: {
        summary: 'Recompute or verify ratings.',
        description:
          'Compute ratings from all signed rated matches of the library, and store them. A match counts if every player with a key signed it and either the players signed all of it, or a referee whom you trust did. With --check nothing is stored: matches are selected as for the stored ratings, and the command exits with status 1 if ratings differ.',
        options: { '--check': 'compare with the stored ratings, change nothing' },
        examples: {
          'kifu ratings rebuild': 'after matches were played or imported',
          'kifu ratings rebuild --referee KEY': 'count matches of a referee whom you trust',
          'kifu ratings rebuild --archive archive/': 'count archived matches',
          'kifu ratings rebuild --check': 'do the stored ratings follow from their matches?',
        },
      },
    },
  },
};

export type LibraryHelp = typeof library;
