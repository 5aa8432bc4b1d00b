/** What a record proves: verdicts, why one is not better, and the report of a verification. For terminals too, so without contractions. */

const rules = new Intl.PluralRules('en');
const numbers = new Intl.NumberFormat('en');
const list = new Intl.ListFormat('en');

const count = (n: number, one: string, other: string): string =>
  `${numbers.format(n)} ${rules.select(n) === 'one' ? one : other}`;

/** Who vouches for something: no one, the referee, all players, or the player of one seat. */
export type Voucher = 'none' | 'referee' | 'players' | 'player';

const who = (by: Voucher, player: string): string =>
  by === 'none' ? 'no one' : by === 'player' ? player : `the ${by}`;

const vouched = (by: Voucher, player: string): string =>
  `vouched for ${by === 'none' ? 'by' : 'only by'} ${who(by, player)}`;

const upTo = (n: number, entries: number): string =>
  n > entries ? 'everything' : n === 0 ? 'the header' : `everything up to entry ${n}`;

export const verdicts = {
  /** At the head of a report in a terminal. In English they are the codes, which scripts look for. */
  words: {
    verified: 'verified',
    refereed: 'refereed',
    partial: 'partial',
    unsigned: 'unsigned',
    sealed: 'sealed',
    unknown: 'unknown',
    broken: 'broken',
  },
  meanings: {
    verified:
      'Every move is legal, and every player signed the whole record, up to the result or until leaving the game.',
    refereed:
      'Every move is legal, and the referee signed the whole record. Where the signature of a player is missing, you rely on the referee.',
    partial:
      'Every move is legal, but part of the record is unconfirmed: not every player signed it, or it cannot be checked here.',
    unsigned: 'Every move is legal, but nobody signed the record. Anyone could have written it.',
    sealed: 'Hands are hidden until the game ends, so the moves cannot be checked yet.',
    unknown: 'This version of Kifu does not know this game, so the moves cannot be checked.',
    broken:
      'The record is invalid from some point on. Everything before that point can be replayed.',
  },
  /** Around names: opening, closing, and what replaces quotation marks in a name. */
  quotes: { open: '“', close: '”', inner: '’' },
  seat: (seat: number) => `seat ${seat}`,
  /** A player with a name, in quotes so that it cannot pass for a role. */
  player: (name: string, seat: number) => `${name} (seat ${seat})`,
  players: (names: readonly string[]) => list.format(names),
  referee: 'the referee',
  /** Who made provably fair randomness. */
  makers: {
    all: 'made by all players together',
    alone: (name: string) => `made by ${name} alone`,
    some: (names: readonly string[]) => `made by ${list.format(names)}`,
  },
  /** Why a verdict is not better. */
  caveats: {
    place: (n: number, entries: number) =>
      n === 0 ? 'the header' : n > entries ? 'the result' : `entry ${n}`,
    broken: (place: string, code: string) => `${place}: ${code}`,
    unknown: 'the rules of this game are not available',
    'hidden-hands': 'hands are hidden until the deal is revealed at the end',
    unsigned: 'the record has no signatures',
    /** Keyed by what decided the match or could not be checked. */
    reasons: {
      start: 'the starting position',
      branch: 'that it continues another game',
      flag: 'that a player ran out of time',
      absence: 'that a player abandoned the game',
      'withheld-link': 'that a player refused to reveal their part of a roll',
      abort: 'that the game was aborted',
      decree: 'the adjudicated result',
      time: 'when the game ended on time',
    },
    vouched: (place: string, reason: string, by: Voucher, player: string) =>
      `${place}: ${reason} is ${vouched(by, player)}`,
    /** Players who did not sign from a node on. */
    rest: (n: number, entries: number, by: Voucher, player: string, silent: readonly string[]) => {
      const what = n > entries ? 'result' : 'record';
      const from = n === 0 || n > entries ? '' : `from entry ${n} on, `;
      const only = by === 'none' ? 'no one' : `only ${who(by, player)}`;
      return `${from}${only} vouches for the ${what}: ${list.format(silent)} did not sign`;
    },
  },
  report: {
    /** What each row is about, in nine columns of a terminal at most. */
    rows: {
      meaning: 'meaning',
      game: 'game',
      head: 'head',
      chain: 'chain',
      rules: 'rules',
      hashes: 'hashes',
      clocks: 'clocks',
      random: 'random',
      start: 'start',
      branch: 'branch',
      signed: 'signed',
      agreed: 'agreed',
      referee: 'referee',
      names: 'names',
      ending: 'ending',
      caveat: 'caveat',
    },
    seat: (seat: number) => `seat ${seat}`,
    quick: (checked: number, all: number) => `quick check: ${checked} of ${all} signatures`,
    game: (game: string, version: number, entries: number) =>
      `${game} version ${version}, ${count(entries, 'entry', 'entries')}`,
    replayable: (good: number) => `, the first ${numbers.format(good)} can be replayed`,
    chain: (links: number) => `${count(links, 'link', 'links')} checked`,
    rules: (actions: number) => `${count(actions, 'action', 'actions')} checked`,
    rulesHidden: 'not checked: hands are hidden until the deal is revealed at the end',
    hashes: (hashes: number) => `${numbers.format(hashes)} checked`,
    clocks: (readings: number) =>
      readings === 0 ? 'none' : `${count(readings, 'reading', 'readings')} checked`,
    random: {
      none: 'none in this game',
      plain: 'seeded: from a public seed in the header',
      sealed: 'provably fair, with hidden hands: not checked yet',
      fair: (makers: string, draws: number) =>
        `provably fair: ${makers}, ${count(draws, 'random draw', 'random draws')} checked`,
    },
    start: {
      checked: 'custom, matches the game it continues',
      unchecked: 'custom, not checked',
    },
    branch: {
      checked: 'continues the game it names (checked)',
      unchecked: 'claims to continue another game (not checked: that game is not available)',
    },
    signed: {
      none: 'no signatures: anyone could have written this',
      all: (good: number, all: number) =>
        good === all
          ? `all ${count(all, 'signature', 'signatures')} checked and valid`
          : `all ${count(all, 'signature', 'signatures')} checked, ${numbers.format(good)} valid`,
      last: (all: number) =>
        `${count(all, 'signature', 'signatures')}; checked the last one of each key, which covers the rest`,
      some: (checked: number, all: number) =>
        `${count(all, 'signature', 'signatures')}, ${checked === 0 ? 'none' : `${numbers.format(checked)} so far`} checked`,
      commits: (commits: number) => `${count(commits, 'commit', 'commits')}, all checked`,
    },
    agreed: (n: number, entries: number) =>
      n < 0 ? 'nothing: not every player signed' : `${upTo(n, entries)}, by all players`,
    unnamed: '(unknown)',
    namedByReferee: (player: string) => `${player}, named by the referee`,
    noKey: (player: string) => `${player}, no key`,
    key: (player: string, key: string, known: string | null, n: number, entries: number) =>
      `${player}, key ${key}${known === null ? '' : `, known to you as ${known}`}, signed ${n < 0 ? 'nothing' : upTo(n, entries)}`,
    refereeKey: (key: string, known: string | null) =>
      `key ${key}${known === null ? '' : `, known to you as ${known}`}, signed every entry`,
    names: 'a name is only what its key calls itself, unless you know the key',
    ending: {
      open: 'none yet',
      unwritten: (outcome: string) => `${outcome}, not recorded yet`,
      decree: (outcome: string) => `${outcome}, adjudicated`,
      rules: (outcome: string) => `${outcome}, as the rules require`,
      vouched: (outcome: string, by: Voucher, player: string) =>
        `${outcome}, ${vouched(by, player)}`,
    },
  },
};

export type VerdictTexts = typeof verdicts;
