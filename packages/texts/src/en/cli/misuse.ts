/** What is wrong with a command line. Sentences about a value start with “Must be”. */

const or = new Intl.ListFormat('en', { type: 'disjunction' });

export const misuse = {
  seeHelp: '(see --help)',
  bug: 'internal error, please report it:',
  missingArgument: (name: string) => `missing required argument '${name}'`,
  missingValue: (option: string) => `option '${option}' argument missing`,
  missingOption: (option: string) => `required option '${option}' not specified`,
  conflict: (option: string, other: string) =>
    `option '${option}' cannot be used with option '${other}'`,
  unknownOption: (option: string) => `unknown option '${option}'`,
  unknownCommand: (name: string) => `unknown command '${name}'`,
  tooMany: (expected: number, given: string) =>
    `too many arguments: ${given} (expected ${expected})`,
  suggestion: (names: readonly string[]) => `(Did you mean ${or.format(names)}?)`,
  invalidOption: (option: string, value: string) =>
    `option '${option}' argument '${value}' is invalid.`,
  invalidArgument: (name: string, value: string) =>
    `value '${value}' of argument '${name}' is invalid.`,
  choices: (values: readonly string[]) => `Must be ${or.format(values)}.`,
  integer: (min: number, max: number) => `Must be an integer from ${min} to ${max}.`,
  number: (min: number, max: number) => `Must be a number from ${min} to ${max}.`,
  publicKey: 'Must be a public key: 64 hex digits.',
  playerKey: 'Must be a public key: 64 hex digits (see kifu whoami).',
  /** `why` is one of the reasons below. */
  fileName: (why: string) => `Must be a file name. ${why}`,
  notStdout: {
    record: 'Records are binary: name a file.',
    tournament: 'Tournaments are binary: name a file.',
    backup: 'Backups are binary: name a file.',
    omit: 'Omit it to write to standard output.',
    nothing: 'Omit it to write no file.',
    metadata: 'Standard output shows the metadata.',
    secret: 'Secrets are not printed.',
    data: 'The data is not printed.',
    moves: 'Standard input carries the moves.',
    json: 'With --json the record is written to standard output.',
    file: '',
  },
  playerName: (max: number) =>
    `Must be a name of at most ${max} characters, and not "human" or a bot's name.`,
  url: 'Must be a URL starting with http:// or https://.',
  multiaddr: 'Must be a multiaddr such as /ip4/127.0.0.1/tcp/4001.',
  place: (places: string) => `Must be one of ${places}.`,
  nameValue: 'Must be NAME=VALUE, such as width=9.',
  glyph: 'Must be a glyph such as !? or +-, or a number from 0 to 255.',
  evaluation: 'Must be a number such as 0.35, or #3 for mate in three.',
  moment: 'Must be 23, end, t600, 1:23 or 83s.',
  notEmpty: 'Must not be empty.',
  token: (min: number) => `Must be at least ${min} letters and digits.`,
  page: 'Must be the token printed with the previous page.',
  date: 'Must be a date such as 2026, 2026-03 or 2026-03-01.',
  memorySize: 'Must be a size such as 500MB or 4GB.',
  ratingRange: 'Must be two numbers, such as 1600:200.',
  seats:
    'Must be human, bot, bot:NAME or an engine such as uci:stockfish, separated by commas; bots may have a level: human,bot:random or human,bot-4.',
  seed: 'Must be an integer below 2^31, or 64 hex digits.',
  clock:
    'Must be 5+3 (minutes + increment), 10 (minutes), 30s or 3d (per move), or 20+5x30 (byo-yomi).',
  tag: (max: number) =>
    `Must be a word of at most ${max} letters, digits, - and _, starting with a letter.`,
  tagOption: (tag: string, option: string) => `${tag} is not searched as a tag; use ${option}.`,
  /** Of a value in a file or in the environment. */
  setting: (source: string, value: string) => `${source} is ${value}:`,
  settingText: 'Must be a text or a number.',
  settingFlag: 'Must be true or false.',
  noSetting: (path: string, name: string) => `${path}: unknown option ${name}`,
  /** Words that do not go together, or lack something. */
  keyPrefix: (digits: number) => `key prefix too short; use at least ${digits} hex digits`,
  noKey: 'none of your keys starts with that',
  unblockWhom: 'name the player to unblock',
  confirm: (option: string) => `this cannot be undone; confirm with ${option}`,
  confirmDelete: 'this cannot be undone; confirm with --force, or use hide',
  nothingToAdd: 'nothing to add: use --comment, --glyph, --eval, --arrow, …',
  annotationsInLibrary:
    'annotations of the library are stored next to the match; write both to a file with kifu convert',
  noOutput: 'no output file given; use -o FILE',
  unknownEnding: (file: string) => `${file}: unknown file extension; use .car, .json, .pgn, …`,
  requires: (option: string, other: string) => `${option} requires ${other}`,
  either: (one: string, other: string) => `use either ${one} or ${other}`,
  archiveFolder: 'an archive is a folder; name it with -o',
  takesNoIds: (option: string) => `${option} takes no IDs; select matches with options`,
  archiveSort: 'an archive is always sorted by newest',
  tablesFolder: 'tables are written to a folder; name it with -o',
  tablesSort: 'tables are always sorted by newest',
  nameless: 'players without a name cannot be merged',
  notMerged: (name: string) => `${name} was not merged`,
  noServer: 'no server given; use --server URL or kifu config set server URL',
  entrants: '--entrants takes a list of at least two bots and engines, such as uci:stockfish,bot-3',
  engineForSeat: '--as needs --server, --join, --peer or --listen; use --seats',
  noMatchId: (text: string) => `${text} is not a match ID; kifu library list shows them`,
  noGame: 'the name of a game is missing (see kifu games)',
  publicUrl:
    '--trust-proxy requires --public-url URL: behind a proxy the server cannot know its own address',
  entersAlone: 'on a server each player enters with their own key',
  playersToAdd: 'name the players to add',
  playerToWithdraw: 'name the player to withdraw',
  publishAsSpectator:
    'a match on a server is published by a spectator; use kifu watch LINK --publish',
  enginesOnServer: 'a server starts no engines; use --as to let one play your seat',
  publishByName: 'a match with another peer is published by name; use --publish peer',
  unknownSetting: (name: string, known: readonly string[]) =>
    `unknown setting ${name}; use ${known.join(', ')}`,
  engineName: (name: string) => `invalid engine name ${name}; use letters and digits`,
  noEngine: (text: string, protocols: readonly string[]) =>
    `${text} is not an engine; use PROTOCOL:PROGRAM with ${protocols.join(', ')}`,
  analysisGame: 'name a game with --analysis-game: this engine plays all of them',
  gameToServe: 'name a game with --game: this engine plays all of them',
  ponder: 'only engines by UCI can ponder',
  gameToTest: 'name a game: kifu engine test ENGINE GAME',
};

export type MisuseTexts = typeof misuse;
