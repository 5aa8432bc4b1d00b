/** Reports of the commands for play without a server: id, challenge, game, archive, player, namespace, peer. */
import { counts } from '../counts.ts';

export const peers = {
  /** How far a game has come. */
  phases: {
    offered: 'offered',
    accepted: 'accepted',
    confirmed: 'confirmed',
    playing: 'playing',
    scoring: 'scoring',
    proposed: 'proposed',
    finished: 'finished',
    disputed: 'disputed',
    unsigned: 'unsigned',
    archived: 'archived',
    expired: 'expired',
    withdrawn: 'withdrawn',
    lapsed: 'lapsed',
    'not-chosen': 'not chosen',
    cancelled: 'canceled',
    evidence: 'evidence of misconduct',
  },
  /** What is counted against a player. */
  flags: {
    'failed-to-sign-lost-game': 'failed to sign a lost game',
    'failed-to-sign-won-game': 'failed to sign a won game',
    'toxic-comments': 'toxic comments',
    'no-first-move': 'no first move',
    'illegal-move': 'illegal move',
    'clock-skew': 'wrong clock',
    equivocation: 'double signing',
  },
  none: 'none',
  noneYet: 'none yet',
  news: {
    game: (game: string, what: string) => `game ${game}: ${what}`,
    flag: (game: string, what: string, flag: string, key: string) =>
      `game ${game}: ${what}, ${flag} counted against ${key}`,
    bad: (game: string, why: string) => `game ${game}: ${why}`,
    playerData: (hint: string) => `player data: not published yet, the key is locked; ${hint}`,
    devices: (hint: string) =>
      `devices: this one is not in your list yet, the key is locked; ${hint}`,
    unlock: 'run any command with the passphrase',
  },
  identity: {
    rows: {
      name: 'name',
      fingerprint: 'fingerprint',
      hash: 'player hash',
      node: 'node',
      vouches: 'vouches for',
      tree: 'public data',
    },
    shared:
      'if another device uses this identity, connect to it (kifu peer --peer) or import its data (kifu namespace import); this device then joins its device list',
    locked: 'the secret key is now locked with the passphrase',
    alreadyLocked: 'the secret key is already locked with this passphrase',
    vouches: (name: string, key: string) => `${name} vouches for ${key}`,
    defaults: 'all defaults',
    secretSaved: (file: string) => `${file}: locked by its passphrase; keep it secret`,
  },
  challenge: {
    none: 'no challenges',
    me: 'me',
    forAnyone: 'for anyone',
    forMe: 'for me',
    for: (player: string) => `for ${player}`,
    offered: (id: string, game: string, until: string) =>
      `challenge ${id}: ${game}, open until ${until}`,
    accepted: (id: string, opponent: string) =>
      `game ${id}: accepted; it starts when ${opponent} confirms`,
    confirmed: (id: string, opponent: string, next: string) =>
      `game ${id}: confirmed with ${opponent}; ${next}`,
    youMove: 'you move first',
    youRoll: 'you roll first',
    theyMove: (opponent: string) => `${opponent} moves first`,
    theyRoll: (opponent: string) => `${opponent} rolls first`,
    withdrawn: (id: string) => `challenge ${id}: withdrawn`,
  },
  game: {
    none: 'no games',
    against: (opponent: string) => `against ${opponent}`,
    yourTurn: 'your turn',
    theirTurn: 'their turn',
    seats: ['first', 'second'],
    you: (seat: string) => `${seat} (you)`,
    left: (seconds: number) => `${seconds} s left`,
    until: (deadline: string) => `until ${deadline}`,
    comment: (text: string) => `“${text}”`,
    waitsForResult: (opponent: string) => `waiting for ${opponent} to accept the result`,
    acceptResult: (command: string) =>
      `accept the result with ${command}, or continue with dispute`,
    waitsForSignature: (opponent: string) => `you have signed; waiting for ${opponent} to sign`,
    sign: (command: string) => `sign the finished game with ${command}`,
    youRoll: (command: string) => `you roll first: ${command}`,
    theyRoll: (opponent: string) => `${opponent} rolls first`,
    signedByBoth: (id: string) => `game ${id}: signed by both, archived`,
    signed: (id: string, opponent: string) => `game ${id}: signed; waiting for ${opponent} to sign`,
  },
  archive: {
    none: 'no archived games',
    broken: 'broken',
    verified: 'verified',
    signedByOne: 'signed by one',
    /** Labels of one width. */
    rows: { first: 'first ', second: 'second', record: 'record' },
    signed: (when: string) => `signed ${when}`,
    notSigned: 'not signed',
    noRecord: 'not available: both players signed the file, but its moves cannot be verified',
    record: (commits: number) =>
      `${counts.commits(commits)}, every signature and move verified, matches this file`,
  },
  player: {
    trust: (value: string) => `trust ${value}`,
    games: counts.games,
    rows: {
      name: 'name',
      fingerprint: 'fingerprint',
      hash: 'player hash',
      estimated: 'estimated',
      claims: 'claims',
      final: 'final',
      trust: 'trust',
      games: 'games',
      note: 'note',
    },
    says: (player: string) => `${player} says`,
    changed: { trust: 'trust', note: 'note' },
  },
  namespace: {
    rows: {
      root: 'root',
      player: 'player',
      fingerprint: 'fingerprint',
      updated: 'updated',
      challenges: 'challenges',
      currentGames: 'current games',
      finishedGames: 'finished games',
      archivedGames: 'archived games',
      players: 'players',
      roots: 'earlier roots',
    },
    never: 'never',
    noChanges: 'no changes',
    imported: (player: string, blocks: number) =>
      `public data of ${player}, ${counts.blocks(blocks)}`,
    exported: (file: string, blocks: number, root: string) =>
      `${file}: ${counts.blocks(blocks)}, root ${root}`,
    privateStorage: (why: string) => `private storage: ${why}`,
    evidence: {
      kinds: {
        'two-children': 'two steps on one commit',
        'two-confirms': 'one offer confirmed twice',
        'illegal-step': 'illegal step',
      },
      by: (player: string) => `by ${player}`,
      publishedBy: (player: string) => `published by ${player}`,
      none: 'no evidence of misconduct',
      problem: (offer: string, why: string) => `evidence ${offer}: ${why}`,
    },
    checked: (blocks: number, games: number, isGood: boolean) =>
      `${isGood ? 'good: ' : ''}${counts.blocks(blocks)}, ${counts.archivedGames(games)}`,
  },
  peer: {
    none: 'no peers',
    connected: 'connected',
    saved: 'saved',
    added: (address: string) => `${address}: saved`,
    connecting: (address: string) => `${address}: saved, connecting`,
    bootstrap: {
      kinds: { peer: 'peer', relay: 'relay' },
      none: 'no bootstrap peers; add one with kifu peer bootstrap add ADDR',
      added: (address: string, isRelay: boolean) =>
        `${address}: added as a ${isRelay ? 'relay' : 'peer'}; peers connect to it from their next start`,
      removed: (address: string) => `${address}: removed`,
    },
    listening: (address: string) => `listening on ${address}`,
    pages: (url: string) => `pages at ${url}`,
    events: {
      connected: (node: string) => `connected: ${node}`,
      disconnected: (node: string) => `disconnected: ${node}`,
      banned: (node: string) => `banned: ${node}`,
      tree: (player: string, node: string) => `received data of ${player} from ${node}`,
      behind: (sequence: string) =>
        `this directory is older than its published data (was a backup restored?); continuing after sequence ${sequence}`,
      archived: (games: number, node: string) => `stored ${counts.archivedGames(games)} of ${node}`,
      sent: (game: string, phase: string, commit: number) =>
        `game ${game}: ${phase}, commit ${commit} sent`,
      received: (game: string, phase: string, commit: number) =>
        `game ${game}: ${phase}, commit ${commit} received`,
      offer: (player: string, game: string) =>
        `${player} offers a match of ${game}; accept it with kifu play --listen`,
      refused: (node: string, why: string) => `refused data from ${node}: ${why}`,
    },
    locked: 'the peer is locked and signs nothing',
    unlocked: 'the peer is unlocked; it signs until it stops or is locked',
    rows: {
      node: 'node',
      player: 'player',
      listening: 'listening on',
      connectedTo: 'connected to',
      games: 'games',
      published: 'published',
      pending: 'pending',
      banned: 'banned',
      relayed: 'relayed',
    },
    relayOnly: 'none (relay only)',
    peers: counts.peers,
    nothing: 'nothing yet',
    published: (root: string, sequence: string, nodes: number) =>
      `${root}, sequence ${sequence}, received by ${counts.nodes(nodes)}`,
    pending: (root: string, sequence: string) =>
      `${root}, sequence ${sequence}: not received by any node yet`,
    waiting: { 'player-data': 'player data', devices: 'list of devices' },
    waitsForPassphrase: 'waiting for the passphrase of any command',
    relayed: (mebibytes: string) => `${mebibytes} MiB in this hour`,
  },
};

export type PeerReports = typeof peers;
