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
