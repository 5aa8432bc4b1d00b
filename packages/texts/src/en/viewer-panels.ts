/** What the viewer's panels say, and what it shows without a game: loaded when it is first needed. */
import { endOfGame } from './helpers.ts';

const rules = new Intl.PluralRules('en');
const numbers = new Intl.NumberFormat('en');

const count = (n: number, one: string, other: string): string =>
  `${numbers.format(n)} ${rules.select(n) === 'one' ? one : other}`;

export const viewerPanels = {
  /** Form for going to a move. */
  goTo: {
    invalid:
      'Enter a move number (12.), a move (Nf3), an entry (23), a time (1:30), a tick (t600) or “end”',
  },
  /** Where a record can be read no further. */
  broken: {
    invalid: (n: number, entries: number, why: string) =>
      `Entry ${n} of ${entries} is invalid: ${why}`,
    unreadable: (why: string) => `Can’t read further: ${why}`,
  },
  /** Instead of a game. */
  empty: {
    title: 'No game loaded',
    help: 'Drop or paste a record, or choose a file: CAR, Kifu pack, JSON, PGN, SGF, …',
    choose: 'Choose a file',
    chooseOther: 'Choose another file',
    again: 'Try again',
    waiting: 'The game hasn’t started yet',
    waitingHelp: 'It will appear here when it starts.',
    openSeat: 'open seat',
  },
  /** Why there is no game to see: a title, and what can be done. */
  faults: {
    unreachable: [
      'No connection',
      'We’ll retry when you’re back online. Nothing on this page is lost.',
    ],
    'unknown-game': [
      'Unknown game',
      'The record may be fine: a newer viewer may know this game or this version of its rules.',
    ],
    sealed: [
      'Hands are still hidden',
      'The game can be replayed once it has ended and the deal is revealed.',
    ],
    'not-found': ['Game not found', ''],
    'too-large': ['File too large', ''],
    other: ['Can’t read this record', 'It may be damaged, or in a format Kifu doesn’t know.'],
  } as { readonly [fault in FaultTitle]: readonly [title: string, advice: string] },
  /** Keys of the viewer, as they are written in the list. Keyed by the keys. */
  keys: {
    space: 'play or pause',
    r: 'play in reverse (on/off)',
    '← →': 'previous move, next move',
    ', .': 'previous tick, next tick',
    '[ ]': 'previous marker, next marker',
    '< >': 'slower, faster',
    '0–9': 'jump to 0–90 %',
    'Home End': 'start, end',
    g: 'go to move',
    f: 'flip board',
    '?': 'show shortcuts',
    'shift ← →': 'previous turn, next turn',
    l: 'start loop, end loop, clear loop',
    x: 'try moves on the board (on/off)',
    b: 'back to the main line',
    p: 'change point of view',
    t: 'board as text',
    c: 'notes',
    v: 'verification details',
    s: 'share',
    y: 'copy link to this position',
    m: 'sound on/off',
    z: 'full screen (on/off)',
    o: 'settings',
  },
  gestures:
    'Drag the bar to seek; hold Shift to select a range to loop. Swipe the board to step; press and hold to keep stepping.',
  settings: {
    speed: 'Speed',
    original: 'original',
    longestWait: 'longest wait',
    noLimit: 'no limit',
    fixed: 'fixed time per move',
    each: 'each',
    seconds: (seconds: number) => `${numbers.format(seconds)} s`,
    timeline: 'Timeline',
    byMove: 'by move',
    byTime: 'by time',
    playback: 'Playback',
    reverse: 'reverse',
    loop: 'loop',
    from: 'from move',
    to: 'to move',
    pause: 'pause at markers',
    view: 'Point of view',
    everything: 'everything',
    markers: 'Timeline markers',
  },
  /** Kinds of timeline markers; kinds that are not listed are shown as the game calls them. */
  markers: {
    agree: 'agreement',
    'bear off': 'bear off',
    capture: 'capture',
    castle: 'castling',
    chat: 'chat',
    check: 'check',
    'city contest draw': 'city contest tied',
    'city contest won': 'city contest won',
    crown: 'crowning',
    danger: 'king in danger',
    doubles: 'doubles',
    draw: 'tile drawn',
    elimination: 'elimination',
    end: endOfGame,
    enter: 'piece enters',
    'game finished': endOfGame,
    handicap: 'handicap',
    hit: 'hit',
    home: 'piece home',
    left: 'player left',
    'long pause': 'long pause',
    moved: 'move',
    note: 'note',
    pass: 'pass',
    passed: 'pass',
    play: 'tile played',
    promotion: 'promotion',
    resume: 'play resumed',
    'road contest draw': 'road contest tied',
    'road contest won': 'road contest won',
    rolled: 'roll',
    scoring: 'scoring',
    skipped: 'skipped turn',
    stuck: 'no legal move',
    suicide: 'suicide',
    'tile drawn': 'tile drawn',
    'time trouble': 'time trouble',
  } as { readonly [kind: string]: string },
  text: { areas: 'Board', empty: 'empty', marked: 'marked' },
  proof: {
    replayable: (entries: number) =>
      entries === 0
        ? 'No entry before it can be replayed.'
        : `The ${count(entries, 'entry', 'entries')} before it ${rules.select(entries) === 'one' ? 'is' : 'are'} valid and can be replayed.`,
    noSignature: 'The moves can be replayed, but no signature backs them.',
    limits: 'What this doesn’t prove',
    elsewhere: 'Verify it yourself',
    losses: 'Lost on import',
    signers: 'Who signed',
    match: 'match',
    head: 'head',
    referee: 'the referee',
    hasKey: 'key ',
    unsigned: 'did not sign; key ',
    everything: 'signed everything with ',
    upTo: (n: number) => `signed up to entry ${n} with `,
    everyEntry: 'signed every entry with ',
    roll: (n: number, result: string) => `Roll at entry ${n}: ${result}`,
    seeded:
      'Seeded: computed from a public seed, next = (1664525 · seed + 1013904223) mod 2³¹, using the high bits.',
    seeds: (before: number, after: number) => `The seed went from ${before} to ${after}.`,
    fair: (k: number) =>
      `Random draw ${k}. Each player revealed the next value of a hash chain committed to before the first move. Each value hashes to the one before it, so nobody could choose the outcome:`,
    hashesTo: 'hashes to',
    seed: 'seed',
    seedHelp: 'the SHA-256 of the match, the number of the draw and all revealed values',
    notProven: {
      from: (n: number) => `Anything from entry ${n} on.`,
      moves: (players: readonly string[]) =>
        `Who played the moves of ${new Intl.ListFormat('en').format(players)}: they did not sign.`,
      commits:
        'Anything the attached IPGS commits would prove: their reader couldn’t be loaded here.',
      keys: 'That a key belongs to the person named next to it.',
      help: 'That nobody had outside help.',
      times: 'When the moves were made: the times aren’t signed.',
      makers: (makers: string) => `That the dice were fair for everyone: ${makers}.`,
      seeded: 'That the dice were fair: the seed was public from the start.',
      format: (format: string) =>
        `That the file is unaltered: ${format} has no hashes or signatures.`,
    },
  },
  notes: {
    mainLineOnly: 'Notes can only be added to the main line. Press b to go back.',
    on: (move: string) => `Note on ${move}`,
    from: 'From',
    to: 'to',
    color: 'Color',
    colors: { green: 'green', red: 'red', blue: 'blue', yellow: 'yellow' },
    draw: 'Draw',
    drawHelp: 'Or draw with the right mouse button; hold Shift or Alt for other colors.',
    arrow: (from: string, to: string) => `${from} to ${to}`,
    remove: 'remove',
    name: 'Name',
    sign: 'Sign',
    save: 'Save note',
    badCell: 'Enter a square such as e4, or column,row such as 5,4',
    nothing: 'nothing to save yet',
    saved: 'saved',
    layers: 'Layers',
    status: { signed: 'signed', unsigned: 'unsigned', broken: 'invalid signature' },
    anonymous: 'Anonymous',
    none: 'No notes yet.',
    lost: (n: number) =>
      rules.select(n) === 'one'
        ? '1 note belongs to another game.'
        : `${numbers.format(n)} notes belong to another game.`,
    drawn: (n: number) => count(n, 'drawing', 'drawings'),
    start: 'start',
    files: 'Files',
    import: 'Import notes',
    export: 'Export notes',
    downloadKey: 'Download key',
    importKey: 'Import key',
    added: (n: number) => `${count(n, 'note', 'notes')} added`,
    noKey: 'the file contains no key',
    keyImported: 'key imported',
    blocked: 'this browser blocks storage',
  },
  share: {
    link: 'Link',
    linkHere: 'Link to this position',
    loopHelp: 'Set a loop (l) to link to a range.',
    linkRange: (from: number, to: number) => `Link to ${from}–${to}`,
    embed: 'Embed code',
    copy: 'Copy',
    qr: 'QR code',
    image: 'Image',
    copySvg: 'Copy SVG',
    record: 'Record',
    formats: {
      car: 'Record (CAR)',
      pack: 'Compact record (pack)',
      json: 'JSON',
      original: 'Original file',
      'replay-log': 'Replay log',
      kfchess: 'Kung Fu Chess replay',
      'kfchess-v1': 'Kung Fu Chess replay (version 1)',
      'mage-moves': 'Mage Duel moves',
    } as { readonly [format: string]: string },
    page: 'Standalone page',
    pageHelp:
      'One HTML file with the record, the rules and the viewer. It works offline and verifies itself.',
    html: 'HTML file',
    continue: 'Continue',
    branch: 'Continue from here',
    done: 'Done',
    failed: (why: string) => `Failed: ${why}`,
    blocked: 'Blocked by the browser',
    losses: (losses: string) => `Not exported: ${losses}`,
    noImage: 'this browser can’t render the image',
    linkCopied: 'Link copied',
    copyBlocked: 'Copying was blocked by the browser',
    pictureTitle: (title: string, n: number, length: number) => `${title}, after ${n} of ${length}`,
  },
};

/** Faults with their own title. */
type FaultTitle = 'unreachable' | 'unknown-game' | 'sealed' | 'not-found' | 'too-large' | 'other';

export type ViewerPanelTexts = typeof viewerPanels;
