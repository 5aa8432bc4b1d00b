/** The words of the site in English, the language that all others follow. */

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

export const english = {
  site: {
    skip: 'Skip to the page',
    nav: 'Site',
    navBelow: 'Site, below',
    play: 'Play',
    watch: 'Watch',
    library: 'Library',
    check: 'Check',
    search: 'Search players, matches, positions',
    searchShort: 'Search',
    theme: 'Light or dark',
    settings: 'Settings',
    about: 'Kifu keeps the record of a game, so that anyone can check it.',
    offline: 'No connection. Bots, your library and checks go on working.',
    nothingHere: 'There is nothing at this address.',
  },
  home: {
    what: 'Eight games to play, and a record of every match that anyone can check.',
    how: 'No account. A match starts in two clicks and is kept by itself.',
    bot: 'Play a bot',
    botHow: 'any game, several levels',
    friend: 'Invite a friend',
    friendHow: 'by link or QR code',
    file: 'Open a file',
    fileHow: 'or drop one anywhere',
    games: 'Choose a game',
    againstBot: (title: string) => `${title} against a bot`,
    withFriend: (title: string) => `${title} with a friend`,
    botShort: 'Bot',
    friendShort: 'Friend',
    now: 'Now',
    live: 'Live now',
    nobody: 'Nobody plays now. Be the first.',
    open: 'Open seats',
    nobodyWaits: 'Nobody waits. Invite a friend, or play a bot.',
    sit: 'Sit down',
    last: 'Played last',
    samples: 'Matches to look at',
    allOfThem: 'Library',
  },
  check: {
    title: 'Check a match',
    how: 'Drop anything. It is read and played through in this page; nothing is sent anywhere.',
    drop: 'Drop files or a folder here, or paste text',
    choose: 'Choose files',
    folder: 'Choose a folder',
    forms: 'CAR, pack, PGN, SGF, PDN, .mat, JSON, replays of Kung Fu Chess and Mage Duel.',
    pasted: 'pasted text',
    tooLarge: 'the file is larger than 256 MB',
    report: 'Report',
    left: (count: number) => `${plural(count, 'file', 'files')} left`,
    counted: (files: number, matches: number) =>
      `${plural(files, 'file', 'files')}, ${plural(matches, 'match', 'matches')}`,
    add: 'Add the good ones to the library',
    added: (count: number) => `${plural(count, 'match is', 'matches are')} new in your library.`,
    more: (count: number) =>
      `Only the first ${count} matches of a file are listed here; all are checked and counted.`,
    numbered: (name: string, number: number) => `${name}, match ${number}`,
    brokenAt: (n: number) => `Broken at ${n}`,
    before: (count: number) =>
      count === 1
        ? 'The move before it holds and can be watched.'
        : `The ${count} moves before it hold and can be watched.`,
    watch: 'Watch',
    watchFirst: (count: number) => `Watch the first ${count}`,
    details: 'All that was checked',
    place: (line: number, column: number) => `Line ${line}, column ${column}`,
    verdicts: {
      verified: {
        word: 'verified',
        sentence: 'The rules hold, and all who play or a referee signed it.',
      },
      refereed: {
        word: 'referee’s word',
        sentence:
          'The rules hold, and the referee signed all of it. That the players made these moves is the referee’s word.',
      },
      said: {
        word: 'said',
        sentence: 'The rules hold; some of it is only said by whoever wrote it.',
      },
      unsigned: {
        word: 'unsigned',
        sentence: 'The rules hold. Nobody signed this: anybody could have written it.',
      },
      sealed: {
        word: 'sealed',
        sentence: 'Hands are still hidden, so the rules cannot be checked before the match ends.',
      },
      broken: { word: 'broken', sentence: '' },
      unreadable: { word: 'no match', sentence: '' },
    } as { readonly [verdict: string]: { readonly word: string; readonly sentence: string } },
    cannot: 'What a check cannot tell',
    limits: [
      'Who holds a key. A key is not a passport.',
      'Whether a player had help.',
      'What time it was, unless a referee or all players signed it.',
    ],
  },
  game: {
    seats: ([least, most]: readonly [number, number]) =>
      least === most ? `${least} players` : `${least} to ${most} players`,
    free: 'all at once',
    turns: 'by turns',
    chance: 'fair chance',
    secrets: 'hidden hands',
  },
  match: {
    title: 'A match',
    moves: (count: number) => plural(count, 'move', 'moves'),
    against: (names: readonly string[]) => names.join(' – '),
    draw: 'draw',
    void: 'void',
    goesOn: 'goes on',
    somebody: 'somebody',
  },
};

/** All words of the site. */
export type Texts = typeof english;
