/** Reports about players: ratings, tournaments, keys and accounts. */
import { counts } from '../counts.ts';

export const players = {
  ratings: {
    columns: ['GAME', 'SPEED', 'PLAYER', 'RATING', 'DEV', 'MATCHES'],
    speeds: {
      bullet: 'bullet',
      blitz: 'blitz',
      rapid: 'rapid',
      classical: 'classical',
      correspondence: 'correspondence',
      untimed: 'untimed',
    },
    none: 'no ratings',
    noName: '(no name)',
    drift: 'drift',
    verified: (matches: number) => `${counts.matches(matches)} verified so far`,
    summary: (ratings: number, matches: number) =>
      `${counts.ratings(ratings)} from ${counts.matches(matches)}`,
    notCounted: (summary: string, others: readonly string[]) =>
      `${summary} (not counted: ${others.join(', ')})`,
    noDrift: (summary: string) => `${summary}: no differences`,
    drifts: (ratings: number) =>
      `${counts.ratings(ratings)} ${ratings === 1 ? 'differs' : 'differ'}; run kifu ratings rebuild`,
    unknownReferee: (key: string, matches: number) =>
      `unknown referee ${key}: ${counts.matches(matches)}; count them with --referee ${key} if you trust it`,
    unsigned: 'anyone could have written an unsigned match; --unsigned counts them by names',
    /** Why a match does not count. */
    reasons: {
      'not rated': 'not rated',
      'not ended': 'not ended',
      void: 'no result',
      'not between two': 'not between two players',
      'not from the start': 'not from the start',
      'players unknown': 'players unknown',
      'time unknown': 'time unknown',
      unsigned: 'unsigned',
      'not signed by every player': 'not signed by every player',
      'unknown referee': 'unknown referee',
      'not verified': 'not verified',
    },
    left: (match: string, score: string, verdict: string | null, why: string) =>
      `not counted: ${match}  ${score}, ${verdict === null ? '' : `${verdict}: `}${why}`,
    scores: {
      won: (opponent: string) => `won against ${opponent}`,
      drawn: (opponent: string) => `drew with ${opponent}`,
      lost: (opponent: string) => `lost to ${opponent}`,
    },
    standing: (rating: string, volatility: string, matches: number) =>
      `${rating}, volatility ${volatility}, ${counts.matches(matches)}`,
    week: (monday: string, before: string, after: string) =>
      `week of ${monday}: ${before} → ${after}`,
    receipt: 'receipt',
    calculated: (matches: number, tau: number) =>
      `from ${counts.matches(matches)} of these players, by Glicko-2 with tau ${tau} and periods of a week`,
  },
  tournament: {
    systems: {
      swiss: 'Swiss',
      'round-robin': 'round robin',
      'knock-out': 'knockout',
      arena: 'arena',
    },
    created: (name: string, system: string, game: string, command: string) =>
      `${name}: ${system}, ${game}; ${command}`,
    players: counts.players,
    round: (round: number) => `round ${round}`,
    forfeit: 'forfeit',
    bye: (player: string) => `bye: ${player}`,
    standings: (name: string, system: string, rounds: number, isOver: boolean) =>
      `${name}: ${system}, ${isOver ? `over after ${rounds} ${rounds === 1 ? 'round' : 'rounds'}` : `round ${rounds}`}`,
    columns: ['RANK', 'PLAYER', 'POINTS', 'DIRECT', 'CUT 1', 'BUCHHOLZ', 'SB'],
    board: (round: number, board: number) => `round ${round}, board ${board}`,
    notPlayed: 'not played',
    vouched: (what: string) => `${what}, vouched for by the organizer`,
    verified: (
      entries: number,
      matches: number,
      results: { readonly proven: number; readonly vouched: number; readonly wrong: number },
    ) =>
      `${entries === 1 ? '1 signed entry' : `${counts.number(entries)} signed entries`}, ${counts.matches(matches)}; results: ${results.proven} proven by signatures, ${results.vouched} vouched for by the organizer${results.wrong === 0 ? '' : `, ${results.wrong} wrong`}`,
    compare: {
      headers: 'these are two tournaments: their headers differ',
      header: (field: string) => `header: ${field}`,
      same: 'the tournaments are the same',
      continues: (isSecond: boolean, entries: number) =>
        `the ${isSecond ? 'second' : 'first'} continues the other by ${counts.entries(entries)}`,
      forked: (entry: number) => `entry ${entry}: the organizer signed two histories`,
    },
    rewritten: (entry: number) =>
      `this is not the history of the tournament that you saw before: it differs from entry ${entry} on`,
    signedBoth: (rewritten: string, proof: string) =>
      `${rewritten}, and the organizer signed both; ${proof}`,
    proof: (file: string) => `kifu verify ${file} shows the proof`,
    shortened: (entry: number, seen: number) =>
      `this copy of the tournament ends at entry ${entry}, but you have seen ${counts.entries(seen)}`,
    notRemembered: (why: string) => `cannot remember this tournament: ${why}`,
  },
  keys: {
    none: 'no keys; create one with kifu key new',
    secret: (file: string) => `${file}: keep it secret`,
  },
  account: {
    rows: { name: 'name', about: 'about', id: 'id', key: 'key', oldKey: 'old key' },
    gone: { successor: 'replaced', revoked: 'revoked' },
    signedUp: (name: string, server: string, key: string) =>
      `signed up as ${name} on ${server} with key ${key}`,
    signedIn: (name: string, server: string, key: string) =>
      `signed in as ${name} on ${server} with key ${key}`,
    vacation: (until: string | null, days: number) =>
      `${until === null ? 'not on vacation' : `on vacation until ${until} at the latest`}; ${counts.days(days)} left this year`,
    blocked: (names: readonly string[]) =>
      names.length === 0 ? 'no blocked players' : `blocked: ${names.join(', ')}`,
    deleted: 'account deleted',
  },
  config: {
    none: 'no values saved',
    set: (what: string, value: string) => `${what} is ${value}`,
    deleted: (what: string) => `${what} deleted`,
  },
};

export type PlayerReports = typeof players;
