/** Reports of the commands that run programs: engine, games, demo, perft, publish, serve. */
import { counts } from '../counts.ts';

const { number } = counts;
// British lists have no comma before the last word
const or = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const and = new Intl.ListFormat('en-GB');

export const programs = {
  engine: {
    is: (name: string, what: string) => `${name} is ${what}`,
    none: 'no engines; add one with kifu engine add',
    removed: (name: string) => `${name} removed`,
    range: (min: number, max: number) => `${min} to ${max}`,
    moveTime: (ms: number) => `${ms} ms per move`,
    ponders: 'ponders',
    serving: (names: string, url: string) => `${names}: analysis at ${url}`,
    openLink: (link: string) => `open ${link}`,
  },
  games: {
    columns: ['NAME', 'CODE', 'VERSION', 'SEATS', 'FEATURES', 'MOVES', 'POSITIONS'],
    rows: {
      seats: 'seats',
      features: 'features',
      moves: 'moves',
      positions: 'positions',
      records: 'records',
      bots: 'bots',
    },
    byNumber: 'by number',
    /** Notations that are called by a word, by their name; others are called alike in all languages. */
    notations: {
      'square numbers': 'square numbers',
      squares: 'squares',
      ids: 'ids',
      coordinates: 'coordinates',
      points: 'points',
      tile: 'tile',
      token: 'token',
      'cell/turns': 'cell/turns',
    } as { readonly [name: string]: string },
    /** What a game has that others have not. */
    features: {
      chance: 'randomness',
      secrets: 'hidden hands',
      time: 'real time',
      'free pace': 'no turns',
    },
    about: (name: string, code: number, version: number) =>
      `${name}, code ${code}, version ${version}`,
    noOptions: 'no options',
    options: 'Options, each given as --option NAME=VALUE:',
    /** What the value of an option may be. */
    values: {
      or: ', or ',
      boolean: 'true or false',
      integer: (min: number, max: number) => `a whole number from ${min} to ${max}`,
      list: (min: number, max: number, each: string) =>
        `a list of ${min === max ? `${max} ${max === 1 ? 'item' : 'items'}` : `up to ${max} items`}, each ${each}`,
      choice: (values: readonly string[]) => or.format(values),
      object: (fields: readonly string[]) => `an object of ${and.format(fields)}`,
      usual: (value: string, usual: string) => `${value} (${usual})`,
    },
  },
  demo: {
    bot: (seat: string) => `${seat} bot`,
    title: 'between bots',
    rows: {
      recorded: 'recorded',
      verified: 'verified',
      replayed: 'replayed',
      head: 'head',
    },
    recorded: (nodes: number, bytes: number) =>
      `${counts.nodes(nodes)}, ${counts.bytes(bytes)}, every move signed`,
    verified: (links: number, actions: number, hashes: number, signatures: number) =>
      [
        counts.links(links),
        actions === 1 ? '1 action' : `${number(actions)} actions`,
        counts.hashes(hashes),
        counts.signatures(signatures),
      ].join(', '),
    replayed: (hash: string) => `to the same state, hash ${hash}…`,
    next: 'What to try next:',
    hints: {
      play: 'play against a bot',
      keep: 'keep the record',
      replay: 'watch it again',
      another: 'another match',
      help: 'everything else',
    },
  },
  perft: {
    result: (sequences: number, depth: number, seconds: string, perSecond: number | null) =>
      `${sequences === 1 ? '1 sequence' : `${number(sequences)} sequences`} of ${counts.moves(depth)} in ${seconds} s${perSecond === null ? '' : `, ${number(perSecond)} per second`}`,
    progress: (done: number, all: number, sequences: number) =>
      `${done} of ${all} first moves, ${number(sequences)} sequences`,
  },
  publish: {
    rows: {
      published: 'published',
      annotations: 'annotations',
      format: 'format',
      to: 'to',
      readBack: 'read back',
      lost: 'not converted',
      fetch: 'fetch',
      others: 'others',
    },
    linked: (root: string) => `${root}, which links to the record`,
    format: (format: string, blocks: number, bytes: number) =>
      `${format}, ${counts.blocks(blocks)}, ${counts.bytes(bytes)}`,
    readBack: (blocks: number, reader: string, verdict: string) =>
      `${counts.blocks(blocks)} by ${reader}: ${verdict}`,
    /** Who read the record back, by where it is published. */
    readers: {
      ipfs: 'a second peer',
      http: 'a client of the gateway',
      kubo: 'another client of the daemon',
      car: 'opening the file again',
    },
    targets: {
      ipfs: (path: string) => `ipfs, stored in ${path}`,
      http: (path: string) => `http, stored in ${path}`,
      kubo: (address: string) => (address === '' ? 'kubo' : `kubo at ${address}`),
      car: (file: string) => file,
    },
    putting: (done: number, blocks: number, to: string) =>
      `${done} of ${counts.blocks(blocks)} to ${to}`,
    reading: (done: number, blocks: number) => `${done} of ${counts.blocks(blocks)} read back`,
    others: (command: string) => `can fetch it while you serve it: ${command}`,
    serving: (place: string) => `serving    ${place}; press Ctrl-C to stop`,
    live: {
      failed: (why: string) => `not published: ${why}`,
      retried: 'the match continues; publishing is retried with each move',
      incomplete: 'not fully published; continue the match, or run kifu publish with its file',
      published: (command: string) => `published live: ${command}`,
      to: (target: string) => `publishing to ${target}`,
      servedAt: (place: string) => `served at ${place}`,
      continuing: (root: string) => `continuing from ${root}`,
      root: (root: string, moves: number, isAgain: boolean) =>
        `published${isAgain ? ' again' : ''} ${root}  ${counts.moves(moves)}, read back`,
      fetch: (command: string) => `fetch it: ${command}`,
    },
  },
  serve: {
    noPages: (why: string) => `web pages are not available: ${why}`,
    at: (url: string, hasPages: boolean) =>
      `serving ${url} (${hasPages ? 'pages at /, the API at /api/docs' : 'the API at /api/docs'})`,
    metrics: (url: string) => `metrics at ${url}`,
    storing: (place: string) => `storing matches in ${place}; press Ctrl-C to stop`,
  },
  evidence: {
    stopped: (why: string) => `match stopped, nothing more is signed: ${why}`,
    saved: (file: string) => `evidence, to check with kifu verify: ${file}`,
    failed: (why: string) => `cannot save the evidence: ${why}`,
  },
};

export type ProgramReports = typeof programs;
