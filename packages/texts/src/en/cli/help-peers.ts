/** Help of the commands for play without a server. Options and arguments of a command are also those of the commands below it. */

const ADDRESS = 'address, as the other peer prints it: /ip4/…/tcp/…/p2p/12D3KooW…';

export const peers = {
  id: {
    summary: 'Manage your identity among peers.',
    description:
      'Create and show the identity by which other players know you: an OpenPGP key, which gpg can read and write.',
    examples: {
      'kifu id new "Ann Example"': 'with the passphrase in KIFU_PASSPHRASE',
      'kifu id import ann.asc ann-subkeys.asc': 'use a key that gpg made',
    },
    commands: {
      new: {
        description: 'Create an identity. Its secret key is locked with the passphrase.',
        arguments: { NAME: 'your name' },
        options: { '--email': 'written into the key, visible to everyone' },
      },
      show: { description: 'Show the identity.' },
      import: {
        description:
          'Import a key from gpg: the output of gpg --armor --export and --export-secret-subkeys. The passphrase unlocks the secret key, or locks it if it had none. An identity of another device joins its device list when the two connect.',
        arguments: { PUBLIC: 'public key', SECRET: 'secret key, or its subkeys' },
      },
      lock: { description: 'Lock a secret key that was stored without a passphrase.' },
      update: {
        description:
          'Publish a newer file of the same key: a new subkey, a later expiry date, a revocation.',
        arguments: { PUBLIC: 'public key' },
      },
      export: {
        description:
          'Export the published public key; with --secret the locked secret key, for gpg.',
        options: { '--output': 'output file', '--secret': 'export the secret key' },
      },
      node: {
        description:
          'Certify another device of yours, which publishes the same data, or remove it.',
        arguments: { PEER: 'peer ID of the device' },
        options: { '--remove': 'remove it' },
      },
      set: {
        description: 'Set or show the defaults of this device.',
        arguments: {
          NAME: 'hours: how long challenges and answers are valid; game: whose ratings to show',
          VALUE: 'value; omit to restore the default',
        },
      },
      certify: {
        description: 'Certify a key that signs native records: their verdict then names you.',
        arguments: { KEY: 'key name (see kifu key), or 64 hex digits' },
      },
    },
  },
  challenge: {
    summary: 'Create and accept challenges among peers.',
    description: 'Create, accept and confirm challenges.',
    examples: {
      'kifu challenge offer go --size 9 --per-move 86400': 'one day per move',
      'kifu challenge list': 'open challenges',
    },
    commands: {
      offer: {
        description: 'Create a challenge, for anyone or for one player.',
        options: {
          '--opponent': 'only this player may accept: player hash, or a known name',
          '--size': 'board size, in go (default: 19)',
          '--komi': 'komi, in go (default: by the rules)',
          '--handicap': 'handicap stones, in go; -1: by the ratings (default: 0)',
          '--rules': 'rules of go: Chinese, Japanese, AGA, New Zealand',
          '--options': 'options of other games, as JSON (kifu games NAME lists them)',
          '--time': 'main time per player',
          '--per-move': 'time per move',
          '--first': 'the side that moves first',
          '--target': 'preferred opponent rating: R ± RD',
          '--unranked': 'does not count for ratings',
          '--hours': 'how long it can be accepted (default: by kifu id set, or 168)',
        },
      },
      list: { description: 'List open challenges and pending acceptances.' },
      accept: {
        description: 'Accept a challenge.',
        options: {
          '--hours': 'how long the other player can confirm (default: by kifu id set, or 168)',
        },
      },
      confirm: {
        description: 'Confirm an acceptance and start the game.',
        arguments: { GAME: "acceptance ID, or the opponent's name" },
        options: {
          '--hours': 'how long the first move may take (default: by kifu id set, or 168)',
        },
      },
      cancel: { description: 'Withdraw a challenge.' },
    },
  },
  game: {
    summary: 'Play games among peers.',
    description:
      'Play games with other players. Every move is signed and published with your data.',
    arguments: { GAME: "game ID (or part of it), or the opponent's name if unique" },
    examples: {
      'kifu game list': 'whose turn it is',
      'kifu game play k3fqz7ya D4': 'a stone',
    },
    commands: {
      list: { description: 'List your games.' },
      show: { description: 'Show the board, whose turn it is, and the clocks.' },
      play: {
        description: 'Play a move.',
        arguments: {
          MOVE: 'in a notation of the game; in go also all handicap stones: D4,Q16; "roll" to reveal a roll',
        },
        options: { '--comment': 'comment, in go' },
      },
      say: { description: 'Send a chat message.', arguments: { TEXT: 'message' } },
      propose: {
        description: 'Propose a result.',
        arguments: { RESULT: 'score, time, draw, void, forfeit, or in SGF: B+Forfeit' },
        options: { '--dead': 'one stone of each dead chain, in go: D4,K10' },
      },
      agree: { description: 'Accept the proposed result, and sign the game if that ends it.' },
      resign: { description: 'Resign. The game ends when your opponent accepts the result.' },
      dispute: { description: 'Dispute a result and ask to continue.' },
      sign: { description: 'Sign a finished game. Once both players sign, it is archived.' },
    },
  },
  archive: {
    summary: 'Manage finished IPGS games.',
    description: 'List, verify and export games that both players have signed.',
    arguments: { GAME: 'part of its content ID, or of a name' },
    examples: {
      'kifu archive verify': 'all games',
      'kifu archive export 7f4tsq6e -o game.sgf': 'the file that both players signed',
    },
    commands: {
      list: { description: "List archived games, including other players'." },
      verify: {
        description: 'Verify signatures, and the full record where available.',
        arguments: { GAME: 'part of its content ID, or of a name (default: all)' },
      },
      export: {
        description:
          'Export a game: as SGF, as a native record, as a CAR file, or as a folder that gpg and sha256sum can check.',
        options: {
          '--output': 'output file; its extension selects the format',
          '--as': 'format',
        },
      },
    },
  },
  player: {
    summary: 'Show players and ratings among peers.',
    description:
      'List known players with ratings computed locally, and set how far you trust each of them.',
    options: { '--game': 'game whose ratings to show (default: by kifu id set, or go)' },
    examples: {
      'kifu player list': 'strongest first',
      'kifu player trust Ann 0.8': 'trust her reports',
    },
    commands: {
      list: { description: 'List players by rating.' },
      show: { description: 'Show a player, and who reports which rating.' },
      trust: {
        description: "Set your trust in a player's reports.",
        arguments: { TRUST: 'from 0 to 1; auto: by games and flags' },
      },
      note: {
        description: 'Write a private note about a player.',
        arguments: { TEXT: 'text; empty to delete the note' },
      },
    },
  },
  namespace: {
    summary: 'Exchange public data with other peers.',
    description:
      'Show, export and import public IPGS data. Mailing CAR files back and forth is enough to play.',
    examples: {
      'kifu namespace export -o me.car': 'send this file to your opponent',
      'kifu namespace import them.car': 'import the answer',
    },
    commands: {
      show: {
        description: 'Show the contents of public data.',
        arguments: { ROOT: 'a published root (default: your own)' },
        options: { '--since': 'show changes since this earlier root' },
      },
      export: {
        description: 'Export your data to a CAR file.',
        options: { '--output': 'output file' },
      },
      import: {
        description: "Import another player's public data.",
        arguments: { FILE: 'CAR file; - for standard input' },
        options: { '--node': 'node it came from: the player must have certified it' },
      },
      evidence: {
        description:
          'List verified evidence of misconduct: conflicting signatures and illegal moves.',
      },
      check: {
        description: 'Check all your data: keys, lists, blocks, signatures, records.',
      },
    },
  },
  peer: {
    summary: 'Run a peer.',
    description:
      'Run a peer: find players without a server, exchange moves and publish your data. challenge, game, archive and player use it while it runs.',
    options: {
      '--listen': 'address to listen on; may be repeated (default: /ip4/127.0.0.1/tcp/0)',
      '--peer':
        'address of a peer to connect to; may be repeated (default: those of kifu peer add)',
      '--web': 'serve the web interface on localhost and print its link',
      '--announce':
        'public address of this peer, such as a forwarded port; may be repeated (default: its listening addresses)',
      '--relay': 'relay connections for other peers, within these limits',
      '--relay-peers': 'with --relay: peers reachable through it',
      '--relay-mib': 'with --relay: MiB per hour to one peer',
      '--relay-total-mib': 'with --relay: MiB per hour in total',
      '--relay-minutes': 'with --relay: minutes per connection',
      '--no-bootstrap': 'do not connect to the peers and relays of kifu peer bootstrap',
      '--mdns': 'discover peers on the local network (mDNS)',
      '--network': 'network name; peers of the same network find each other',
    },
    examples: {
      'kifu peer --listen /ip4/0.0.0.0/tcp/4001': 'reachable from other machines',
      'kifu peer --peer /ip4/192.0.2.7/tcp/4001': 'connect to another peer',
      'kifu peer --web': 'play in the browser',
      'kifu peer status': 'addresses to give to others',
      'kifu peer bootstrap add /dns4/relay.example/tcp/4001/p2p/12D3KooW… --relay':
        'be reachable through a relay',
    },
    commands: {
      add: {
        description: "Save a peer's address and stay connected to it.",
        arguments: { ADDR: ADDRESS },
      },
      list: { description: 'List connected peers and saved addresses.' },
      bootstrap: {
        summary: 'Manage the peers and relays to start from.',
        description:
          'Manage the peers and relays that every peer on this machine connects to when it starts: network.json in your data directory.',
        commands: {
          add: {
            description: 'Add a peer that knows others, or a relay.',
            arguments: { ADDR: ADDRESS },
            options: { '--relay': 'be reachable through it if incoming connections are blocked' },
          },
          list: { description: 'List them.' },
          remove: {
            description: 'Remove one.',
            arguments: { ADDR: 'address, as listed' },
          },
        },
      },
      status: { description: "Show the running peer's status." },
      unlock: { description: 'Unlock the running peer: it signs until it stops.' },
      lock: { description: 'Lock the running peer: it forgets the key and stops signing.' },
    },
  },
};

export type PeersHelp = typeof peers;
