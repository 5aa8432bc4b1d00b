/** Reports of the commands about one record: info, show, replay, verify, diff, convert, export, branch, annotate, record. */
import { counts } from '../counts.ts';

const { number } = counts;

export const records = {
  /** Labels of the tables that describe a record. */
  rows: {
    game: 'game',
    referee: 'referee',
    started: 'started',
    event: 'event',
    round: 'round',
    clocks: 'clocks',
    opening: 'opening',
    site: 'site',
    randomness: 'random',
    entries: 'entries',
    ending: 'ending',
    branch: 'branch of',
    claims: 'claims',
    verdict: 'verdict',
    caveat: 'caveat',
    annotations: 'notes',
    size: 'size',
    head: 'head',
    lost: 'not converted',
    fetched: 'fetched',
    root: 'root',
    file: 'file',
    opens: 'moves',
    tags: 'tags',
    source: 'source',
    listed: 'listed',
    match: 'match',
  },
  unknownName: '(unknown)',
  unknown: 'unknown',
  none: 'none',
  noneYet: 'none yet',
  version: (game: string, version: number) => `${game} version ${version}`,
  key: (key: string) => `key ${key}`,
  named: (name: string, key: string) => `${name}, key ${key}`,
  randomness: {
    seeded: 'seeded',
    fair: (makers: string) => `provably fair: ${makers}`,
  },
  /** `playable`: how many entries of a broken record can be played; `moves`: how many entries are moves, where not all are. */
  entries: (
    entries: number,
    { playable, moves }: { readonly playable: number | null; readonly moves: number | null },
    duration: string | null,
  ) => {
    const played = playable === null ? '' : `, the first ${number(playable)} can be replayed`;
    const others = moves === null ? '' : `, ${counts.moves(moves)}`;
    return `${number(entries)}${played}${others}${duration === null ? '' : ` in ${duration}`}`;
  },
  annotations: (notes: number, variations: number) =>
    [
      ...(notes === 0 ? [] : [counts.notes(notes)]),
      ...(variations === 0 ? [] : [counts.variations(variations)]),
    ].join(', '),
  size: (nodes: number, bytes: number) => `${counts.nodes(nodes)}, ${counts.bytes(bytes)}`,
  fetched: (blocks: number, bytes: number, from: string) =>
    `${counts.blocks(blocks)}, ${counts.bytes(bytes)} from ${from}`,
  fetching: (blocks: number, from: string) => `${counts.blocks(blocks)} from ${from}`,
  visibility: { public: 'public', private: 'private' },
  rated: { yes: 'rated', no: 'not rated' },
  lost: (loss: string) => `not converted: ${loss}`,
  notSaved: (why: string) => `the record is not saved to the library: ${why}`,
  notInLibrary: (loss: string) => `not saved to the library: ${loss}`,
  formatOf: (format: string, head: string) => `${format} of ${head}`,
  page: (game: string, kilobytes: number, head: string) =>
    `${game}, ${number(kilobytes)} kB, head ${head}`,
  recorded: (entries: number, ending: string) => `${counts.entries(entries)}, ${ending}`,
  inProgress: 'in progress',
  /** What was written at a point; `entry` is 0 at the start. */
  noted: (notes: number, entry: number) =>
    `${counts.notes(notes)} ${entry === 0 ? 'at the start' : `after entry ${entry}`}`,
  branched: (entry: number, tick: number | null, node: string) =>
    `branches off ${entry === 0 ? 'at the start' : `after entry ${entry}`}${tick === null ? '' : `, tick ${tick}`}, node ${node}`,
  position: (entry: number, entries: number) => `entry ${entry} of ${entries}`,
  start: 'the start',
  replaying: (entries: number) => `replaying ${counts.entries(entries)}…`,
  verified: (records: number) => `${counts.records(records)} so far`,
  summary: (records: number, verdicts: readonly string[]) =>
    `${counts.records(records)}: ${verdicts.join(', ')}`,
  owner: (seat: number, who: string) => `seat ${seat}    ${who}`,
  vouched: (name: string, fingerprint: string, since: string) =>
    `${name}, whose identity ${fingerprint} vouches for the key since ${since}`,
  yourKey: (name: string) => `your key ${name}`,
  /** What the commits of IPGS in a record prove. */
  commits: {
    rows: { commits: 'commits', clocks: 'clocks', ending: 'ending', unproven: 'unproven' },
    verified: (commits: number) => `${counts.commits(commits)} of IPGS, all verified`,
    perPlayer: (seconds: number) => `${seconds} s per player`,
    perMove: (seconds: number) => `${seconds} s per move`,
    used: (agreed: string, seconds: readonly number[]) =>
      `${agreed}; ${seconds.map(each => `${each} s`).join(' and ')} used, by the times in the commits`,
    player: (name: string, key: string, signed: string | null) =>
      `${name}, key ${key}${signed === null ? '' : `, signed the result ${signed}`}`,
    signed: (result: string) => `${result}, both players signed it`,
    acknowledged: (result: string) => `${result}, both players acknowledged it`,
    proposed: (result: string, by: string | null) =>
      `${result} was proposed; ${by === null ? 'not acknowledged' : `acknowledged by ${by} only`}`,
    unproven: 'the owners of these keys, and that the times are true',
  },
  diff: {
    same: 'the records are the same',
    sameEntries: (entries: number) => `the ${entries === 1 ? 'entry is' : 'entries are'} the same`,
    header: 'header',
    entry: (entry: number) => `entry ${entry}`,
    ending: 'ending',
    shorter: 'one of them ends before',
    nothing: 'nothing more',
    saveProof: 'write the proof with -o FILE',
    proofSaved: (file: string) => `proof written to ${file}`,
  },
  proof: {
    valid: 'the proof is valid',
    invalid: 'the proof is invalid',
    /** Labels of nine columns at most. */
    rows: {
      claims: 'claims',
      first: 'first',
      second: 'second',
      differ: 'differ in',
      key: 'key',
      signed: 'signed',
    },
    known: (name: string) => `known to you as ${name}`,
    signed: 'both signatures are valid',
    moves: (who: string, move: string) => `${who} moves ${move}`,
  },
  move: {
    rows: { bytes: 'bytes', notation: 'notation', legal: 'legal' },
    legal: 'yes',
    illegal: (why: string) => `illegal: ${why}`,
  },
  player: {
    broken: (why: string) => `broken here: ${why}`,
    of: (now: string, all: string) => `${now} of ${all}`,
    tick: (tick: number) => `tick ${tick}`,
    goTo: { entry: 'go to entry', tick: 'go to tick' },
    help: '? for the keys',
    /** What keys do, by the keys as they are written in the list. */
    keys: {
      space: 'play or pause',
      r: 'play in reverse (on/off)',
      '← →': 'previous entry, next entry',
      ', .': 'previous tick, next tick',
      '[ ]': 'previous marker, next marker',
      '< >': 'slower, faster',
      '0–9': 'jump to 0–90 %',
      'Home End': 'start, end',
      g: 'go to an entry',
      f: 'flip the board',
      '?': 'show the keys',
      '↓ ↑': 'five seconds back, five seconds forward',
      t: 'go to a tick',
      q: 'quit',
    },
  },
};

export type RecordReports = typeof records;
