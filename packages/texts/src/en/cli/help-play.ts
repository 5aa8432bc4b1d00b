/** Help of the commands that play and watch. */

export const play = {
  demo: {
    summary: 'Watch bots play a short match.',
    description:
      'Watch bots play a short match. It is recorded, signed, verified and replayed; the last line is the content ID of its head.',
    options: {
      '--seed': 'seed: a different number gives a different match',
      '--moves': 'stop after N moves',
      '--output': 'save the record: .car, .kifu or .json',
      '--save': 'save the match to the library',
    },
    examples: {
      'kifu demo': 'the board on a terminal, the moves elsewhere',
      'kifu demo --seed 3 --moves 20': 'the start of another match',
      'kifu demo go --level 4': 'another game, with stronger bots',
      'kifu demo -o match.car': 'save the record, for kifu replay match.car',
    },
  },
  play: {
    summary: 'Play a match in the terminal.',
    description: 'Play a match in the terminal, against bots or other people.',
    options: {
      '--seats':
        'players: human, bot, bot:NAME, bot-LEVEL or an engine such as uci:stockfish or engine:NAME per seat (default: human,bot)',
      '--elo': 'playing strength of engines that can limit theirs',
      '--engine-option': 'option of the engines; repeatable',
      '--move-time':
        'thinking time of engines per move without a clock, in milliseconds (default: 1000)',
      '--nodes': 'search nodes per bot move (default: 2000)',
      '--moves': 'stop after N moves (default: never)',
      '--load': 'continue a saved record',
      '--resume': 'resume a match from the library; "last" for the most recent unfinished one',
      '--save': 'also save the record to this file',
      '--server': 'play on this server; others join by link',
      '--join': 'join a match or return to your seat: link, or ID with --server',
      '--as':
        'in matches on servers and with peers: the engine that plays your seat, such as uci:stockfish',
      '--peer':
        'challenge another peer, without a server: its address, or its name if kifu peer runs',
      '--listen':
        "wait for a peer's challenge and accept it (default: where kifu peer listens, else localhost)",
      '--seat': 'your seat with --peer, such as black',
      '--delay': 'with --peer, in real-time games: input delay in ticks (default: 3)',
      '--clock':
        'time control: 5+3 (minutes + increment), 10, 30s or 3d (per move), 20+5x30 (byo-yomi)',
      '--private': 'private: only people with the link can join or watch',
      '--publish': 'publish the match move by move: peer, ipfs[:public|:MULTIADDR], kubo[:URL]',
      '--seed': 'seed of random draws and bots (default: a new one)',
    },
    examples: {
      'kifu play chess': 'White against a bot',
      'kifu play chess --seats bot,human --level 5': 'Black against a strong bot',
      'kifu play chess --seats human,uci:stockfish --elo 1500': 'against an engine',
      'kifu play chess --seats human,human --save game.json': 'two people, saved to a file',
      'kifu play chess --load game.json': 'continue it',
      'kifu play go --option width=9 --clock 10': 'on a small board, ten minutes each',
      'kifu play chess --key me --save mine.car': 'sign your own moves',
      'kifu play chess --save live.car --publish ipfs': 'publish it move by move',
      'kifu play chess --publish peer': 'let others follow it by name, through kifu peer',
      'kifu play --resume last': 'resume the last unfinished match',
      'kifu play chess --server http://localhost:7423 --clock 5+3': 'on a server, with clocks',
      'kifu play --join http://localhost:7423/live/ID': 'join by the link you were sent',
      'kifu play --listen /ip4/0.0.0.0/tcp/4002': "accept another peer's challenge",
      'kifu play chess --peer /ip4/192.0.2.7/tcp/4002/p2p/NODE':
        'challenge a peer, without a server',
    },
  },
  lobby: {
    summary: 'List and join matches on a server.',
    description: 'List open challenges and live matches on a server, then join or watch one.',
    arguments: { NUMBER: 'join the match with this number' },
    options: { '--game': 'only matches of this game' },
    examples: {
      'kifu lobby --server http://localhost:7423': 'list them and choose one',
      'kifu config set server http://localhost:7423': 'save the server URL',
      'kifu lobby 1': 'join the first match',
    },
  },
  watch: {
    summary: 'Watch a live match.',
    description:
      'Watch a live match until it ends, on a server or as its players publish it. Every node is verified.',
    arguments: {
      MATCH: 'link, ID with --server, or the name or root under which it is published',
    },
    options: {
      '--peer':
        'with a name or root: address of a peer that has it; may be repeated (default: your running peer)',
      '--publish': 'republish it under a new name through your running peer',
      '--save': 'save the record to this file when the match ends',
    },
    examples: {
      'kifu watch https://kifu.example/live/5Gd9_xQ2mA7bTz1c': 'a match by its link',
      'kifu watch 5Gd9_xQ2mA7bTz1c --server http://localhost:7423': 'by its ID',
      'kifu watch 12D3KooW…': 'a match between peers by its name, through kifu peer',
      'kifu watch 12D3KooW… --peer /ip4/192.0.2.7/tcp/4001/p2p/NODE': 'from this peer',
      'kifu watch https://kifu.example/live/ID --publish': 'rebroadcast it to peers',
    },
  },
};

export type PlayHelp = typeof play;
