/** Help of the commands that make, show and change records. */

export const records = {
  record: {
    summary: 'Create a record from a list of moves.',
    description:
      'Create a record from a list of moves. The format follows the file name: a chain of nodes in a CAR file, or JSON.',
    options: {
      '--moves':
        'moves in any notation, one or more per line, or lines for kifu run; - for standard input',
      '--output': 'output file: .car, .kifu or .json',
      '--player': 'player name, in seat order; may be repeated',
      '--key': 'sign the moves of one seat with this key, the others with keys made for this match',
      '--seat': 'seat whose moves this key signs',
      '--seed': 'seed of the random draws; required in games with randomness',
    },
    examples: {
      'kifu record chess --moves game.txt -o game.car': 'moves such as e4 e5 Nf3',
      'kifu verify game.car': 'verify it',
    },
  },
  show: {
    summary: 'Show the board of a record.',
    description: 'Show the board of a record and the moves so far, or draw an image.',
    options: {
      '--flip': 'flip the board',
      '--svg': 'draw an SVG image (default: to standard output)',
      '--theme': "theme of the image; auto: follows the viewer's setting",
      '--size': 'pixels per cell of the image',
      '--force': 'overwrite an existing image',
    },
    examples: {
      'kifu show game.car': 'the final position',
      'kifu show game.car --at 12': 'after twelve entries',
      'kifu show game.car --svg end.svg --theme dark': 'the final position as an image',
    },
  },
  replay: {
    summary: 'Replay a record.',
    description: 'Replay a record in the terminal. If output is not a terminal, print the moves.',
    options: { '--at': 'start after N entries (default: play from the start)' },
    examples: {
      'kifu replay game.car': 'space plays and pauses, ? shows the keys',
      'kifu replay games.pgn --number 3': 'the third game of a collection',
    },
  },
  info: {
    summary: 'Print the metadata of a record.',
    description: 'Print the metadata of a record: game, players, terms, length, result and IDs.',
    examples: {
      'kifu info game.car': 'one record',
      'kifu info games.pgn --number 3': 'the third game of a collection',
    },
  },
  state: {
    summary: 'Print the state of a record.',
    description: 'Print the canonical state, which the state hash covers.',
    examples: {
      'kifu state game.car --at 12': 'after twelve entries',
      'kifu state game.car --json': 'the last state, with its hash and position',
    },
  },
  verify: {
    summary: 'Verify records and proofs.',
    description:
      'Replay records and check links, rules, hashes, clocks, randomness and signatures. Proofs that a key signed twice are checked too, and explained. Exits with status 1 if a record is broken or a proof is invalid.',
    arguments: {
      FILE: 'records in any format, proofs, or folders of them; - for standard input',
    },
    options: {
      '--quick':
        'check only the last signature of each key, and those that it does not cover; the verdict says so',
      '--as': 'read the files as this format: car, json, pack, pgn, …',
    },
    examples: {
      'kifu verify game.car': 'one record, in detail',
      'kifu verify games/ more.pgn': 'one line per record, and a summary',
      'kifu verify --quick games/': 'a quick check of many records',
      'kifu verify proof.cbor': 'who signed two contradicting statements',
    },
  },
  diff: {
    summary: 'Find where two records or tournaments differ.',
    description:
      'Find the first entry at which two records, or two copies of a tournament, differ, and what differs in their headers. If one key signed both histories, -o writes the proof. Exits with status 1 if they differ.',
    arguments: {
      FILE: 'record in any format, or tournament; - for standard input',
      OTHER: 'the other record or tournament',
    },
    options: { '--output': 'write the proof that one key signed both histories' },
    examples: {
      'kifu diff game.car game.pgn': 'are the moves the same?',
      'kifu diff club.car theirs.car -o proof.cbor': 'did the organizer rewrite the tournament?',
    },
  },
  convert: {
    summary: 'Convert a record to another format.',
    description:
      'Convert a record to another format. Anything that the format cannot store is listed.',
    options: {
      '--to': "car, json, pack, or a format of the game (default: by the output's extension)",
    },
    examples: {
      'kifu convert game.car --to pgn': 'as text',
      'kifu convert games.pgn --number 2 -o game.car': 'the second game as a record',
      'kifu convert game.car -o game.kifu': 'packed: a few bits per move',
    },
  },
  export: {
    summary: 'Write a match as a self-verifying HTML file.',
    description:
      'Write a match as one HTML file that contains the record, the engine and the viewer. It opens from disk, needs no network, and verifies the record when it is opened.',
    options: {
      '--html': 'one HTML file (the only format)',
      '--start': 'where the replay starts: 23, end, t600 for a tick, 1:23 for a time',
    },
    examples: {
      'kifu export --html game.car -o game.html': 'a file to send to someone',
      'kifu export --html games.pgn --number 2 --start 23 -o game.html': 'from move 23',
    },
  },
  branch: {
    summary: 'Start a new match from a position.',
    description:
      'Start a new match from a position in a record. The new match links to that position.',
    options: {
      '--tick': 'at this tick, in games with ticks',
      '--output': 'output file: .car, .kifu or .json',
    },
    examples: {
      'kifu branch game.car --at 12 -o what-if.car': 'after twelve entries',
      'kifu play chess --load what-if.car': 'play it from there',
    },
  },
  analyze: {
    summary: 'Compare every move with the best one.',
    description:
      'Analyze a record: grade moves by the winning chances they lost, show what was better, and the accuracy of each player. Our own searcher analyzes every game; --engine takes another. A match in the library keeps the analysis as annotations, and so does the file of --output. An analysis that was interrupted continues where it stopped.',
    options: {
      '--engine': 'engine: uci:stockfish, gtp:gnugo, gnubg:gnubg, engine:NAME (default: our own)',
      '--engine-option': 'option of the engine, as NAME=VALUE; repeatable',
      '--depth': 'plies per position',
      '--nodes': 'search nodes per position',
      '--time': 'milliseconds per position',
      '--lines': 'best lines per position',
      '--jobs': 'positions at the same time (default: number of cores)',
      '--no-save': 'do not change annotations in the library',
      '--output': 'record with the analysis, if the input is a file',
    },
    examples: {
      'kifu analyze db4botlkx6': 'in the library, with our own searcher',
      'kifu analyze game.pgn --engine uci:stockfish --depth 14 -o analyzed.pgn':
        'with another engine, into a file',
      'kifu analyze game.sgf --nodes 2000 --json': 'as JSON',
    },
  },
  annotate: {
    summary: 'Add comments, glyphs and arrows to a record.',
    description:
      'Annotate a position. For a match in the library, annotations are stored next to it; for a file, a new file is written. The moves never change.',
    options: {
      '--comment': 'comment text',
      '--glyph': 'move or position glyph: !, ??, !?, +-, =, 5, …',
      '--eval': 'evaluation: 0.35, -1.2, #3',
      '--arrow': 'arrow between cells: e2-e4, e2-e4:red',
      '--circle': 'circle around a cell: e4, e4:blue',
      '--square': 'square on a cell',
      '--triangle': 'triangle on a cell',
      '--cross': 'cross on a cell',
      '--author': 'author (not supported by every format)',
      '--remove': 'delete existing annotations at this position first',
      '--output': 'annotated record, if the input is a file',
    },
    examples: {
      'kifu annotate db4botlkx6 --at 3 --comment "too early" --glyph ?!': 'in the library',
      'kifu annotate game.pgn --at 12 --arrow e2-e4 --eval 0.4 -o seen.pgn': 'in a file',
      'kifu annotate db4botlkx6 --at 3 --remove': 'undo it',
    },
  },
  publish: {
    summary: 'Publish a record, on IPFS or elsewhere.',
    description:
      'Publish a record: through your running peer under a name, on IPFS by a separate node, to a Kubo daemon, by HTTP, or into a CAR file. A record counts as published once another node has read it back and verified it. FILE may also be a match ID of the library, or the root of something published before.',
    options: {
      '--to': 'where: peer, ipfs[:public|:MULTIADDR], kubo[:URL], http[:PORT], car[:FILE]',
      '--format': 'native nodes, or a chess replay log',
      '--serve':
        'keep serving until Ctrl-C (implied by http); with a peer, follow the file as it grows',
      '--force': 'overwrite an existing CAR file',
    },
    examples: {
      'kifu publish game.car --to ipfs --serve': 'a peer on this machine serves it',
      'kifu publish game.pgn --to kubo --format replay-log': 'a daemon stores it, as a replay log',
      'kifu publish live.car --to peer --serve': 'a growing file that others follow by name',
      'kifu publish game.car --to http:8080': 'a gateway on this machine',
    },
  },
  fetch: {
    summary: 'Fetch a published record.',
    description:
      'Fetch a record by its content ID: the head of its chain, or the root of a chess replay log. Every block is hashed, and the record is verified before any of it is shown.',
    arguments: { CID: 'content ID, as kifu publish prints it' },
    options: {
      '--from':
        'where: ipfs:MULTIADDR, ipfs:public, kubo[:URL], http:URL, car:FILE, archive:URL, archive:FOLDER; several are tried in turn (default: what was published from here)',
      '--out': 'write the record to this file: .car, .json, .pgn, …',
    },
    examples: {
      'kifu fetch bafyrei…': 'a record published from here',
      'kifu fetch bafyrei… --from https://ipfs.io -o game.car': 'from a gateway into a file',
      'kifu fetch bafyrei… --from ipfs:/ip4/127.0.0.1/tcp/4001/p2p/12D3KooW…': 'from a peer',
    },
  },
};

export type RecordsHelp = typeof records;
