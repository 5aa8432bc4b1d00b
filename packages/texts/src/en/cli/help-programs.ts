/** Help of the commands for programmers and operators. */

const LINES = `Lines in:
  {"seat":0,"move":"e4"}           a move: JSON, hex or notation; seat may be
                                   omitted if only one can act
  {"seat":0,"move":3,"at":120}     the same at a tick, in games with ticks
  {"at":200}                       time passes
  {"leave":1,"how":"resignation"}  a seat leaves
  {"seat":0,"claim":"fiftyMoves"}  a claim that the rules allow
  {"draw":12345}                   a random draw, with --draws fair
  {"undo":1}                       go back by accepted lines
  {"position":"FEN"}               restart at a notation or a state
  {"evaluate":true}                evaluation by seat, −1000 to 1000
  {"best":{"depth":6,"lines":2}}   best lines; or nodes, timeMs, or true
  {"match":"b","new":"go"}         another match; each of its lines names it
  {"match":"b","close":true}       forget it

Lines out:
  {"ok":true,"start":true,…}       once, before any input is read
  {"ok":true,"n":1,"events":[…],"hash":"…","active":[1],"outcome":null}
  {"ok":false,"fault":{"code":"…","message":"…"}}
  {"ok":true,"draw":true,…}        after an answer, one per random draw`;

export const programs = {
  games: {
    summary: 'List the games.',
    description: 'List the games, or show the options, notations and bots of one game.',
    examples: {
      'kifu games': 'a table',
      'kifu games go': 'one game, with its options',
      'kifu games --json': 'the same for programs',
    },
  },
  move: {
    description: 'Encode and decode moves.',
    arguments: { MOVE: 'moves, or - to read one per line from standard input' },
    options: { '--seed': 'seed of the random draws (default: 1)' },
    examples: {
      'kifu move encode chess e2e4 Nf3': 'two moves from the starting position',
      'kifu move decode chess 0x0C1C00': 'from hex',
    },
    commands: {
      encode: {
        description: 'Encode moves from JSON, hex or notation.',
        options: { '--play': 'play each move before reading the next' },
        examples: {
          'kifu move encode chess --play e4 e5 Nf3': 'three moves of one match',
          'kifu move encode chess --position "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1" e8=Q': 'from a FEN',
          'echo \'{"from":[4,1],"to":[4,3]}\' | kifu move encode chess -': 'one move per line',
        },
      },
      decode: {
        description: 'Decode moves from hex or bytes.',
        options: { '--bytes': 'the moves are in binary form, as hex digits' },
        examples: {
          'kifu move decode chess 0x343C01': 'e7e8q',
          'kifu move decode chess --bytes 347C00 --json': 'the same move from its binary form',
        },
      },
    },
  },
  perft: {
    summary: 'Count move sequences.',
    description: 'Count move sequences of a given length (perft).',
    arguments: { DEPTH: 'length of the sequences, 0 to 32' },
    options: {
      '--divide': 'list the count for each first move',
      '--seed': 'seed of the random draws (default: 1)',
    },
    examples: {
      'kifu perft chess 4': '197,281 from the starting position',
      'kifu perft chess 3 --divide --position "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"': 'per first move',
    },
  },
  run: {
    summary: 'Run the rules as a JSON-lines filter.',
    description: 'Run the rules as a JSON-lines filter for other programs.',
    options: {
      '--state': 'add the canonical state to each answer',
      '--legal': 'add the legal moves to each answer',
      '--draws': 'plain: random draws happen automatically; fair: each waits for {"draw":SEED}',
      '--seed': 'seed of the random draws; required in games with randomness',
    },
    examples: {
      'echo \'{"move":"e4"}\' | kifu run chess': 'one line for the start, one for the move',
      "kifu run chess --setup '{}' --legal < moves.jsonl": 'with the legal moves after each',
    },
    after: LINES,
  },
  serve: {
    summary: 'Run a server for live matches.',
    description: 'Run a server for live matches.',
    options: {
      '--port': 'port to listen on; 0 for any free port',
      '--host': 'address to listen on; 0.0.0.0 for all',
      '--store':
        'database: a file, or postgres://user:password@host:port/database (default: your library)',
      '--archive': 'also serve the matches of an archive: a folder, or a URL on any file host',
      '--public-url': 'public URL of the server',
      '--origin': 'another site whose pages may connect; may be repeated (default: none)',
      '--trust-proxy':
        'trust the last address in X-Forwarded-For (behind one proxy); needs --public-url',
      '--max-size': 'maximum file size (default: unlimited)',
      '--no-site': 'serve only the API, without web pages',
      '--uploads': 'who may upload: known (with a token) or all',
      '--upload-token': 'token that permits uploads; may be repeated (default: none)',
      '--admin-token': 'token that permits uploading matches and deleting them',
      '--admin': "moderator's public key; may be repeated (default: none)",
      '--analysis-engine':
        'engine that analyzes for clients: uci:PROGRAM or engine:NAME; may be repeated (default: none)',
      '--analysis-game': 'game that engines analyze which know all of them',
      '--analysis-jobs': 'searches of an engine at once',
      '--metrics-port': 'port for /metrics (default: none)',
      '--metrics-host': 'address for /metrics',
      '--bus':
        'message bus between processes, nats://host:port (default: PostgreSQL notifications)',
      '--cluster-host': 'address for traffic from other processes of the cluster',
      '--cluster-port': 'port for traffic from other processes; 0 for any free port',
      '--cluster-url': 'URL at which other processes reach this one (default: where it listens)',
      '--log': 'log level of standard error',
      '--config': 'JSON file with these options by name: {"port": 80}',
      '--limit-sockets': 'TCP connections in total',
      '--limit-sockets-per-address': 'TCP connections per address',
      '--limit-connections': 'WebSocket connections in total',
      '--limit-connections-per-address': 'WebSocket connections per address',
      '--limit-messages-per-second': 'messages per second and connection',
      '--limit-message-burst': 'messages in a burst',
      '--limit-words-per-minute': 'chat messages per minute, per seat, address and player',
      '--limit-word-burst': 'chat messages in a burst',
      '--limit-requests-per-minute': 'requests per minute and address',
      '--limit-request-burst': 'requests in a burst',
      '--limit-sign-ins-per-minute': 'sign-ins and account changes per minute and address',
      '--limit-sign-in-burst': 'sign-ins in a burst',
      '--limit-reports-per-day': 'reports per day, per player and address',
      '--limit-vacation-days': 'vacation days per player and calendar year',
      '--limit-request-ms': 'time for receiving a request, in milliseconds',
      '--limit-open-per-address': 'open challenges and live matches per address',
      '--limit-open': 'open challenges and live matches in total',
      '--limit-behind-bytes': 'bytes buffered for a slow reader',
      '--limit-behind-ms': 'time they may stay buffered, in milliseconds',
      '--limit-behind-bytes-of-all': 'bytes buffered for all slow readers',
      '--limit-max-lag-ms': 'lag compensation per move, in milliseconds',
      '--limit-rest-ms': 'time until a match without viewers is unloaded, in milliseconds',
      '--limit-resume-ms': 'time for players to reconnect after a restart, in milliseconds',
      '--limit-invite-ms': 'time until an unused challenge expires, in milliseconds',
      '--limit-challenge-ms':
        'time until a public challenge to play at once expires without its player, in milliseconds',
      '--limit-refusals-per-second': 'recorded illegal moves per second and seat',
      '--limit-bot-threads': 'threads for bots',
      '--limit-bot-pause-ms': 'pause between moves if only bots play, in milliseconds',
      '--limit-upload-bytes': 'bytes per upload',
      '--limit-uploads': 'uploads at once',
      '--limit-uploads-per-address': 'uploads at once per address',
      '--limit-keeps-per-minute': 'stored uploads per minute and address',
      '--limit-keep-burst': 'stored uploads in a burst',
      '--limit-kept-bytes-per-day': 'stored bytes per day and address',
      '--limit-kept-bytes-per-day-of-all': 'stored bytes per day in total',
      '--limit-analyses': 'questions to engines in progress in total',
      '--limit-analyses-per-address': 'questions to engines in progress per address',
      '--limit-analysis-ms': 'longest search of an engine, in milliseconds',
      '--limit-analysis-ms-per-day': 'time of engines per address and day, in milliseconds',
      '--limit-fold-threads': 'threads that replay uploaded records',
      '--limit-fold-ms': 'time for replaying one, in milliseconds',
      '--limit-fold-queue': 'records waiting to be replayed in total',
      '--limit-fold-queue-per-address': 'records waiting to be replayed per address',
      '--limit-store-ms': 'time for a database query, in milliseconds',
      '--limit-unready-ms': 'time unready after a database failure, in milliseconds',
      '--limit-cache-bytes': 'bytes of records cached in memory',
    },
    examples: {
      'kifu serve': 'for programs on this machine',
      'kifu serve --host 0.0.0.0 --public-url https://kifu.example': 'for everyone',
      'kifu serve --store postgres://kifu@db/kifu': 'store in PostgreSQL, one process or several',
      'kifu serve --archive https://files.example/games/': 'with archived matches',
      'KIFU_PORT=8080 KIFU_LOG=info kifu serve': 'options from the environment',
    },
  },
  completion: {
    description: 'Print a completion script for a shell.',
    arguments: { SHELL: 'shell' },
    examples: {
      'eval "$(kifu completion bash)"': 'add this line to ~/.bashrc',
      'kifu completion zsh > ~/.zfunc/_kifu': 'a folder of $fpath',
      'kifu completion fish > ~/.config/fish/completions/kifu.fish': "fish's completion folder",
    },
  },
  help: {
    description: 'Show help for a command.',
    arguments: { COMMAND: 'command and subcommand, such as: move encode' },
  },
};

export type ProgramsHelp = typeof programs;
