/** Help of the commands about settings, tournaments, keys and accounts. Options and arguments of a command are also those of the commands below it. */

export const players = {
  engine: {
    summary: 'Add engines as players.',
    description:
      'Add engines, which are separate programs, as players. Protocols are UCI (chess), GTP (go), gnubg (backgammon), Hub (checkers) and JSON lines (all games). --seats takes them as engine:NAME.',
    arguments: {
      NAME: 'name of the engine in Kifu',
      ENGINE: 'PROTOCOL:PROGRAM, such as uci:stockfish; protocols are uci, gtp, gnubg, hub, json',
      ARG: 'arguments of the program, after --',
      GAME: 'game to play (default: that of the protocol)',
    },
    options: {
      '--elo': 'playing strength, if the engine can limit it',
      '--engine-option': 'option of the engine; repeatable',
      '--move-time': 'thinking time per move without a clock, in milliseconds (default: 1000)',
    },
    examples: {
      'kifu engine add fish uci:stockfish --engine-option Hash=64': 'add Stockfish as engine:fish',
      'kifu engine add gnu gtp:gnugo -- --mode gtp --level 5': 'a program with arguments',
      'kifu engine test fish': 'start it, show its options and play a few moves',
      'kifu play chess --seats human,engine:fish': 'play against it',
    },
    commands: {
      add: {
        description: 'Add an engine under a name.',
        options: { '--ponder': 'let it also think while others are to move (UCI)' },
      },
      list: { description: 'List the engines.' },
      test: {
        description: 'Start an engine, show its options and let it play a few moves.',
        arguments: { ENGINE: 'name of the engine, or PROTOCOL:PROGRAM' },
      },
      serve: {
        summary: 'Let a site use engines of this machine.',
        description:
          'Let engines of this machine analyze for pages of a site. Prints a link: open it to allow the site to use them. It contains a token; keep it to yourself. Runs until it is stopped.',
        arguments: { ENGINE: 'PROTOCOL:PROGRAM or engine:NAME, of any number of games' },
        options: {
          '--game': 'game of engines that play every game',
          '--site': 'address of the site; repeatable',
          '--port': 'port; 0 for any free one',
          '--jobs': 'searches of an engine at once',
        },
        examples: {
          'kifu engine serve uci:stockfish': 'for the site of a local kifu serve',
          'kifu engine serve uci:stockfish gtp:katago --site https://kifu.example':
            'two engines, for a site elsewhere',
        },
      },
      remove: { description: 'Remove an engine.' },
    },
  },
  config: {
    summary: 'Save your name and other defaults.',
    description:
      'Save defaults for options: name, level, pieces, server. Options on the command line and variables such as KIFU_NAME take precedence.',
    arguments: { WHAT: 'name, level, pieces or server', VALUE: 'as for the option of that name' },
    examples: {
      'kifu config set name Ann': 'your name, in every record from now on',
      'kifu config set level 4': 'level of the bots against you',
      'kifu config list': 'all saved values',
    },
    commands: {
      list: { description: 'List saved values.' },
      get: { description: 'Print one value. Exits with status 1 if it is not set.' },
      set: { description: 'Save a value.' },
      unset: { description: 'Delete a value.' },
    },
  },
  tournament: {
    summary: 'Run and verify tournaments.',
    description:
      'Run tournaments: Swiss, round-robin, knock-out and arena. A tournament is a file of entries that its organizer signs; pairings and standings follow from them.',
    arguments: { FILE: 'tournament file' },
    options: {
      '--server': 'the tournament is on this server; FILE is its ID',
      '--key': 'on a server: your key',
    },
    examples: {
      'kifu tournament new club.car --game chess --rounds 5 --key me': 'create one',
      'kifu tournament run checkers --players 8 -o bots.car': 'let bots play one',
    },
    commands: {
      new: {
        description: 'Create a tournament in a new file.',
        options: {
          '--game': 'game to play',
          '--name': 'tournament name (default: the file name)',
          '--key': "the organizer's signing key",
        },
        examples: {
          'kifu tournament new club.car --game chess --rounds 5': 'Swiss, five rounds',
          'kifu tournament new cup.car --game go --system knock-out': 'single elimination',
        },
      },
      enter: {
        description: 'Add players, also after the start if the format allows it.',
        arguments: { PLAYER: 'names; NAME=KEY (64 hex digits) for players who sign with a key' },
        options: { '--key': 'on a server: the key that you enter with' },
        examples: {
          'kifu tournament enter club.car Ann Bob Cara': 'three players, strongest first',
        },
      },
      withdraw: {
        description:
          'Withdraw a player from the next round on. A player who re-enters keeps their points.',
        arguments: { PLAYER: 'name (default: yourself, on a server)' },
        examples: { 'kifu tournament withdraw club.car Bob': 'Bob withdraws' },
      },
      start: {
        description: 'Start the first round.',
        examples: { 'kifu tournament start club.car': 'and print the pairings' },
      },
      pair: {
        description: 'Pair and start the next round.',
        examples: { 'kifu tournament pair club.car': 'once all boards have results' },
      },
      result: {
        summary: "Record a board's result.",
        description:
          "Record a board's result from a match in the library (verified, and between the paired players), or a forfeit. The signatures of the match must prove the result: every player with a key signed it, and the players signed all of it, or a referee did, which is you or one whom you trust. With --by-word you vouch for the result yourself.",
        arguments: { BOARD: 'board number in the round', MATCH: 'match ID or unique prefix' },
        options: {
          '--forfeit': 'forfeit: this seat loses',
          '--by-word': 'accept a match whose signatures do not prove the result',
          '--round': 'round (default: the newest)',
        },
        examples: {
          'kifu tournament result club.car 1 ho3bm7tmfw': 'from a match',
          'kifu tournament result club.car 1 ho3bm7tmfw --by-word': 'from an unsigned match',
          'kifu tournament result club.car 2 --forfeit second': 'the second player did not come',
        },
      },
      standings: {
        description: 'Show standings with tie-breaks.',
        examples: { 'kifu tournament standings club.car': 'best first' },
      },
      verify: {
        summary: 'Verify entries and matches.',
        description:
          'Verify that each entry is signed and valid, and that each result is that of its match, which is replayed by its rules. Shows for each result whether signatures prove it or the organizer vouches for it. Matches are read from the file if it was exported with them, otherwise from the library. Exits with status 1 if problems are found.',
        examples: { 'kifu tournament verify club.car': 'verify every result' },
      },
      export: {
        summary: 'Export a tournament with its matches.',
        description:
          'Export a tournament: car with all its matches, which anyone can verify; trf, the FIDE report file, for chess; json, all entries.',
        options: { '--to': 'format' },
        examples: {
          'kifu tournament export club.car -o all.car': 'with all matches',
          'kifu tournament export club.car --to trf -o club.trf': 'for a federation',
        },
      },
      run: {
        summary: 'Run a tournament of bots and engines.',
        description:
          'Run a tournament of bots and engines. Every match is recorded, verified and saved to the library.',
        options: {
          '--players': 'number of bots',
          '--bot': 'which bot plays',
          '--entrants': 'bots and engines that enter, such as uci:stockfish,engine:fish,bot:mcts-3',
          '--nodes': 'search nodes per move',
          '--elo': 'playing strength of engines that can limit theirs',
          '--engine-option': 'option of the engines; repeatable',
          '--move-time': 'thinking time of engines per move, in milliseconds (default: 1000)',
          '--seed': 'seed: a different number gives different matches',
          '--rated': 'the matches count for ratings',
          '--key': "the organizer's signing key (default: a new one)",
          '--output': 'tournament file',
        },
        examples: {
          'kifu tournament run chess --entrants bot-3,uci:stockfish -o duel.car':
            'a bot and an engine',
          'kifu tournament run checkers -o bots.car': 'eight bots, five rounds of Swiss',
          'kifu tournament run chess --system knock-out --players 16 -o cup.car':
            'single elimination',
        },
      },
    },
  },
  key: {
    summary: 'Manage signing keys.',
    description: 'Create, show, export and import the keys that sign your moves.',
    arguments: { NAME: 'key name' },
    examples: {
      'kifu key new': 'a key called me',
      'kifu record chess --moves game.txt --key me --seat 0 -o game.car': 'sign with it',
    },
    commands: {
      new: { description: 'Create a key in your data directory.' },
      list: { description: 'List all keys: names and public keys.' },
      show: { description: 'Print public keys: one by name, or all.' },
      export: {
        description: 'Export a key with its secret. Anyone who has it can sign as you.',
        options: { '--output': 'output file, readable only by you' },
      },
      import: {
        description: 'Import an exported key.',
        arguments: {
          FILE: 'file written by kifu key export; - for standard input',
          NAME: 'key name (default: its own name)',
        },
      },
    },
  },
  login: {
    summary: 'Sign in to a server.',
    description:
      "Sign in to a server with your key. The first time, this also claims a username. Only your key and the server's public key are stored; other commands sign in automatically. A server whose key has changed is refused.",
    arguments: { SERVER: 'server URL' },
    options: {
      '--key': 'which of your keys to use (see kifu key)',
      '--name': 'username to claim the first time',
      '--accept-server-key':
        'accept a new key of the server; use it only if you know why it changed',
    },
    examples: {
      'kifu login https://kifu.example --name Ann':
        'first time: creates the key "me" and claims a username',
      'kifu login': 'to the server of kifu config',
    },
  },
  whoami: {
    summary: 'Show your account name.',
    description: 'Show your username and keys on a server.',
    options: { '--key': 'which of your keys to use (see kifu key)' },
    examples: { 'kifu whoami --server https://kifu.example': 'username and keys' },
  },
  account: {
    summary: 'Manage your account.',
    description: 'Manage your account on a server. Changes are signed with your key.',
    options: { '--key': 'which of your keys to use (see kifu key)' },
    examples: {
      'kifu account rename "Ann B." --server https://kifu.example': 'change your username',
      'kifu account vacation begin': 'pause your correspondence matches',
      'kifu account export -o me.json': 'download your data',
    },
    commands: {
      rename: {
        description: 'Change your username.',
        arguments: { NAME: 'at most 80 characters, not taken' },
      },
      about: {
        description: 'Set your bio.',
        arguments: { TEXT: 'at most 500 characters' },
      },
      'add-key': {
        description: 'Add a key to your account. The new key signs too.',
        arguments: { OTHER: 'key name (see kifu key)' },
      },
      'replace-key': {
        description: 'Replace this key with another. The new key signs too.',
        arguments: { OTHER: 'key name (see kifu key)' },
      },
      'revoke-key': {
        description: 'Revoke a lost or stolen key.',
        arguments: { KEY: 'key prefix, at least 8 hex digits' },
      },
      vacation: {
        description:
          'Pause your correspondence matches until you return or run out of vacation days. Part of a day counts as a whole day. Without an argument, show your status.',
        arguments: { WHAT: 'begin or end your vacation' },
      },
      block: {
        description:
          "Block a player: neither of you can join the other's matches. Without a name, list blocked players.",
        arguments: { PLAYER: 'name, key or ID' },
        options: { '--remove': 'unblock the player' },
      },
      export: {
        description: 'Download everything the server stores about you.',
        options: { '--output': 'output file' },
      },
      delete: {
        description:
          'Delete your account: name, keys and settings. Records of your matches stay, with your name and key in them, because they belong to your opponents too.',
        options: { '--yes': 'confirm' },
      },
    },
  },
};

export type PlayersHelp = typeof players;
