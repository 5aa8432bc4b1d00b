/** What the viewer and the board always show: buttons, badges, moves, what is announced. Panels: `viewer-panels.ts`. */

const numbers = new Intl.NumberFormat('en');

export const viewer = {
  /** The button that plays, and those beside it. */
  playback: {
    label: 'Playback',
    first: 'First position',
    previous: 'Previous move',
    next: 'Next move',
    last: 'Last position',
    play: 'Play',
    pause: 'Pause',
    again: 'Replay',
  },
  /** The other buttons. */
  view: {
    label: 'View',
    speed: 'Speed',
    try: 'Try moves',
    branch: 'Continue from here',
    find: 'Games with this position',
    study: 'Add to a study',
    flip: 'Flip board',
    mute: 'Mute',
    unmute: 'Unmute',
    full: 'Full screen',
  },
  /** Panels by name: their titles, and the buttons that open them. */
  panels: {
    proof: 'Verification',
    help: 'Keyboard shortcuts',
    settings: 'Settings',
    text: 'Board as text',
    notes: 'Notes',
    share: 'Share',
  },
  close: 'Close',
  loading: 'Loading…',
  /** How the match is followed. */
  live: {
    live: 'live',
    arriving: 'loading…',
    lost: 'reconnecting…',
    isLost: 'Connection lost. Reconnecting…',
    watching: (count: number) => `${numbers.format(count)} watching`,
  },
  /** What is shown or announced for a moment. */
  said: {
    latest: 'latest position',
    reverse: 'reverse',
    forward: 'forward',
    loopOff: 'loop off',
    loop: (from: number, to: number) => `loop ${from}–${to}`,
    noneLater: 'no later markers',
    noneEarlier: 'no earlier markers',
    everything: 'everything visible',
    as: (seat: string) => `as ${seat}`,
    unmuted: 'sound on',
    muted: 'sound off',
    cannotTry: 'trying moves is not available for this game',
    reconnected: 'reconnected',
    lost: 'connection lost',
    start: 'starting position',
    move: (n: number, spoken: string) => `${n}: ${spoken}`,
    mainLine: 'main line',
    cannotBranch: 'this page can’t start games',
    badNotes: 'couldn’t read the notes',
  },
  /** On the verdict. Keyed by verdict. */
  badges: {
    verified: 'Verified',
    refereed: 'Referee-signed',
    partial: 'Partially verified',
    unsigned: 'Unsigned',
    sealed: 'Sealed',
    unknown: 'Unknown game',
    broken: 'Broken',
  },
  verifying: 'Verifying…',
  brokenAt: (n: number) => `Broken at entry ${n}`,
  badgeHelp: 'What is proven and what isn’t (v)',
  players: {
    bottom: 'Players, bottom',
    top: 'Players, top',
    seat: (seat: number) => `seat ${seat}`,
    toMove: 'to move',
    won: 'won',
    clock: 'clock',
  },
  timeline: {
    label: 'Position in the game',
    at: (move: string, n: number, length: number, time: string) =>
      `${move}, entry ${n} of ${length}, ${time}`,
    time: 'time per move',
    better: (player: string) => `${player} is better ↑`,
    note: 'note',
  },
  games: { previous: 'Previous game', next: 'Next game' },
  moves: {
    label: 'Moves',
    start: 'start',
    earlier: (count: number) => `${numbers.format(count)} earlier moves`,
    later: (count: number) => `${numbers.format(count)} later moves`,
    incomplete: 'The rest failed to load.',
    arriving: 'Loading more…',
    unfinished: 'Game in progress.',
  },
  variation: {
    label: 'Variation',
    back: (n: number) => `Variation. Back to move ${n}`,
    help: 'Back to the main line (b)',
  },
  goTo: {
    label: 'Go to',
    submit: 'Go',
    end: 'end',
  },
  download: {
    title: 'Loading…',
    label: 'Loaded',
    connecting: 'connecting…',
    progress: (loaded: string, total: string | null) =>
      total === null ? loaded : `${loaded} of ${total}`,
    kilobytes: (count: number) => `${numbers.format(count)} kB`,
  },
};

export type ViewerTexts = typeof viewer;
