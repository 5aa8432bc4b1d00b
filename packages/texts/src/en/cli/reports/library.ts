/** Reports of `kifu library`. */
import { counts } from '../counts.ts';

const { number } = counts;
const all = (parts: readonly string[]): string => parts.join(', ');

export const library = {
  /** Heads of the columns of a list. */
  columns: {
    id: 'ID',
    date: 'DATE',
    game: 'GAME',
    players: 'PLAYERS',
    length: 'LENGTH',
    result: 'RESULT',
    reason: 'REASON',
    opening: 'OPENING',
    event: 'EVENT',
    source: 'SOURCE',
  },
  /** What stands for the winner where there is none; six columns at most. */
  results: { open: 'open', draw: 'draw', void: 'void' },
  /** Columns of a terminal for a result. */
  resultColumns: 6,
  /** Columns of a terminal for how a match ended. */
  reasonColumns: 20,
  seat: (seat: number) => `seat ${seat}`,
  empty: 'the library is empty; play a match or run kifu library import',
  nothingFound: 'no matches found',
  more: (page: string) => `more results: add --after ${page}, or --all`,
  stats: {
    rows: { library: 'library', matches: 'matches', packing: 'packing' },
    matches: (matches: number, entries: number) => `${number(matches)}, ${counts.entries(entries)}`,
    notPacked: 'off; turn it on with kifu library gc --pack',
    columns: {
      player: 'PLAYER',
      game: 'GAME',
      matches: 'MATCHES',
      /** On a narrow terminal. */
      n: 'N',
      won: 'WON',
      lost: 'LOST',
      drawn: 'DRAWN',
      open: 'OPEN',
    },
    groups: {
      opening: 'OPENING',
      eco: 'ECO',
      year: 'YEAR',
      player: 'PLAYER',
      clock: 'CLOCK',
      unknown: '(unknown)',
      columns: ['MATCHES', 'FIRST WON', 'SECOND WON', 'DRAWN', 'OTHER'],
    },
  },
  explore: {
    columns: { move: 'MOVE', games: 'GAMES', drawn: 'DRAWN', rating: 'RATING', last: 'LAST' },
    nothingFound: 'no finished game reached this position',
    all: (games: number) => `${counts.games(games)}, in any order of moves`,
    newest: (games: number) => `the newest ${counts.games(games)}, in any order of moves`,
    more: (moves: number) => `${number(moves)} more ${moves === 1 ? 'move' : 'moves'}: --limit`,
  },
  unpacked: 'finished matches are stored unpacked; pack them with kifu library gc --pack',
  import: {
    invalid: 'invalid',
    skipped: (file: string, why: string) => `skipped ${file}: ${why}`,
    skippedMore: (files: number) =>
      `skipped ${number(files)} more ${files === 1 ? 'file' : 'files'}`,
    otherEnding: 'not a file extension of records',
    noRecord: 'contains no record',
    lost: (records: number, loss: string) => `not converted in ${counts.records(records)}: ${loss}`,
    stopped: 'stopped; matches imported so far are saved',
    tally: {
      new: (n: number) => `${number(n)} new`,
      grown: (n: number) => `${number(n)} updated`,
      known: (n: number) => `${number(n)} already known`,
      bad: (n: number) => `${number(n)} invalid`,
    },
    summary: (records: number, tally: readonly string[]) =>
      `${counts.records(records)}: ${all(tally)}`,
    rate: (perSecond: number) => `${number(perSecond)} per second`,
    dryRun: 'nothing was written',
    unread: (records: number) =>
      `${counts.records(records)} ${records === 1 ? 'was' : 'were'} imported before and not read again; --again reads them`,
  },
  export: {
    written: (matches: number) => `${counts.matches(matches)} written`,
    lost: (matches: number, loss: string) => `not converted in ${counts.matches(matches)}: ${loss}`,
    archiving: (matches: number, folder: string) => `${counts.matches(matches)} into ${folder}`,
    added: (matches: number, folder: string) => `${counts.matches(matches)} added to ${folder}`,
    known: (matches: number) =>
      `${counts.matches(matches)} ${matches === 1 ? 'was' : 'were'} there already`,
    different: (matches: number, ids: readonly string[]) =>
      `${counts.matches(matches)} not moved, since the archive has a different version: ${all(ids)}`,
    open: (matches: number) => `${counts.matches(matches)} still in progress, not archived`,
    removed: (matches: number) => `${counts.matches(matches)} removed from the library`,
    stopped: 'stopped; nothing was added',
  },
  tables: {
    written: (matches: number, folder: string) => `${counts.matches(matches)} written to ${folder}`,
    rows: (rows: readonly (readonly [table: string, rows: number])[]) =>
      `rows: ${all(rows.map(([table, n]) => `${table} ${number(n)}`))}`,
    stopped: 'stopped; nothing was written',
    /** Rows of an answer. */
    answered: (rows: number, file: string) =>
      `${number(rows)} ${rows === 1 ? 'row' : 'rows'} written to ${file}`,
    cut: (shown: number, rows: number) =>
      `${number(shown)} of ${number(rows)} rows shown; use --format csv or json for all`,
  },
  /** Behind the ID of a match. */
  changes: {
    tagged: (tag: string) => `tagged #${tag}`,
    untagged: (tag: string) => `tag #${tag} removed`,
    hidden: 'hidden',
    unhidden: 'no longer hidden',
    public: 'public',
    private: 'private',
    deleted: 'deleted',
  },
  names: {
    columns: { name: 'NAME', shownAs: 'SHOWN AS' },
    merged: (matches: number, name: string) => `${counts.matches(matches)} listed as ${name}`,
    split: (matches: number) => `${counts.matches(matches)} listed as in their records`,
    none: 'no merged names',
  },
  repair: {
    lost: 'lost',
    recovered: (matches: number, blocks: number, secrets: number) =>
      `recovered ${all([counts.matches(matches), counts.blocks(blocks), counts.secrets(secrets)])}`,
    shortened: (matches: number) =>
      `${counts.matches(matches)} ${matches === 1 ? 'lacks its' : 'lack their'} end`,
    damaged: (file: string) => `the damaged file is now ${file}`,
  },
  /** What a problem concerns. */
  parts: {
    file: 'file',
    match: 'match',
    block: 'block',
    pack: 'pack',
    listing: 'index entry',
    remarks: 'annotations',
    secret: 'secret',
    player: 'player',
  },
  check: {
    reindex: 'rebuild the index with kifu library reindex',
    repair: 'recover intact data with kifu library repair',
    checked: (matches: number, indexEntries: number, blocks: number, packs: number) =>
      all([
        counts.matches(matches),
        counts.indexEntries(indexEntries),
        counts.blocks(blocks),
        counts.packs(packs),
      ]),
    summary: (checked: string, problems: number) =>
      `${checked}: ${problems === 0 ? 'no problems' : counts.problems(problems)}`,
    unknownGames: (matches: number) => `${number(matches)} of unknown games`,
  },
  gc: {
    packed: (matches: number) => `packed ${counts.matches(matches)}`,
    removed: (removed: number, blocks: number, bytes: number) =>
      `removed ${counts.blocks(removed)} of ${number(blocks)}, ${counts.bytes(bytes)}`,
    wouldRemove: (removed: number, blocks: number, bytes: number) =>
      `would remove ${counts.blocks(removed)} of ${number(blocks)}, ${counts.bytes(bytes)}`,
  },
  reindex: {
    notIndexed: 'not indexed',
    indexed: (matches: number) => `${counts.matches(matches)} indexed`,
    removed: (indexEntries: number) =>
      `${counts.indexEntries(indexEntries)} without a match removed`,
  },
};

export type LibraryReports = typeof library;
