/** Summaries as rows, and back; queries as searches. */
import {
  type Cid,
  canonicalText,
  decodeCid,
  encodeCid,
  factTexts,
  type Json,
  lowestRating,
  type Metadata,
  NO_FACTS,
  type Outcome,
  sha256,
  unwrap,
} from '@kifu/core';
import { idOf } from '@kifu/record';
import {
  BlockCorruptError,
  type ComparedColumn,
  comparedBy,
  foldName,
  hasStart,
  limitOf,
  type MatchSummary,
  parsePageEnd,
  type Query,
  type Stats,
  type StoredPlayer,
  secondOf,
  sortOf,
  startOf,
  type ToList,
  tagWords,
  wordsOf,
} from '@kifu/record/store';
import { firstId } from './match-id.ts';
import { JOINT, type ListOp, type PlayerRow, type RemarksRow, type Score } from './ops.ts';
import { parseFacts } from './parse-facts.ts';
import type { CountedRows, Range, TableSearch, Value } from './search.ts';

/** Returns the row of a summary. Copies data that others hold. */
export function listOp(listing: ToList): ListOp {
  const { match, head, game, players, startedAt, entries, outcome, opening } = listing;
  const { rated, source, visibility, facts, comments, positions } = listing;
  const { event, round, timeControl, eco } = facts;
  const second = startOf(listing);
  return {
    do: 'list',
    row: {
      match: encodeCid(match),
      head: encodeCid(head),
      game,
      players: JSON.stringify(players),
      folded: players.map(name => JOINT + foldName(name)).join(''),
      first: foldName(players[0] ?? ''),
      started_at: startedAt,
      entries,
      result: outcome?.result ?? 'open',
      reason: outcome?.reason ?? null,
      outcome: outcome && outcomeText(outcome),
      rated: Number(rated),
      source,
      visibility,
      opening: formatOpening(opening),
      facts: isSameFacts(facts, NO_FACTS) ? null : factsText(facts),
      event,
      round,
      time_control: timeControl,
      eco,
      rating: lowestRating(facts),
    } satisfies { [Column in ComparedColumn]: Value } & { [column: string]: Value },
    second: hasStart(second) ? second : null,
    scores: players.map((_, seat) => scoreOf(outcome, seat)),
    said: factTexts(facts),
    ...(comments && { comments: [...comments] }),
    ...(positions && { positions: new Uint8Array(positions) }),
  };
}

const isSameFacts = (a: Metadata, b: Metadata): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns the part of an outcome that other columns do not contain. Older rows contain all of it. */
const outcomeText = ({ winners, points }: Outcome): string =>
  JSON.stringify({ winners, ...(points !== null && { points }) });

/** The same for metadata. */
const factsText = ({ ratings, titles, site, openingName, tags }: Metadata): string =>
  JSON.stringify({
    ...(ratings.length > 0 && { ratings }),
    ...(titles.length > 0 && { titles }),
    ...(site !== null && { site }),
    ...(openingName !== null && { openingName }),
    ...(Object.keys(tags).length > 0 && { tags }),
  });

/** Returns a summary from its `LISTING_COLUMNS`. */
export function readListing(row: readonly Value[]): MatchSummary {
  const [match, head, game, players, startedAt, entries, result, reason, outcome, ...more] =
    row as [
      Uint8Array,
      Uint8Array,
      string,
      string,
      string | null,
      number,
      Outcome['result'],
      string | null,
      string | null,
      ...Value[],
    ];
  const [rated, source, visibility, opening, facts, event, round, timeControl, eco] = more as [
    number,
    string | null,
    MatchSummary['visibility'],
    string,
    ...(string | null)[],
  ];
  return {
    match: readCid(match),
    head: readCid(head),
    game,
    players: JSON.parse(players) as string[],
    startedAt,
    entries,
    outcome: outcome === null ? null : readOutcome(outcome, result, reason!),
    rated: rated === 1,
    source,
    visibility,
    opening: parseOpening(opening),
    facts: facts == null ? NO_FACTS : parseFacts(facts, [event, round, timeControl, eco]),
  };
}

function readOutcome(text: string, result: Outcome['result'], reason: string): Outcome {
  const { winners, points = null } = JSON.parse(text) as Pick<Outcome, 'winners'> &
    Partial<Outcome>;
  return { result, winners, points, reason };
}

/** Value of the vault as stored, with a digest: nothing else would show that it has changed. */
export interface SecretRow {
  readonly kind: string;
  readonly name: string;
  /** JSON. */
  readonly value: string;
  readonly digest: Uint8Array;
}

export function secretRow(kind: string, name: string, value: Json): SecretRow {
  const text = canonicalText(value);
  return { kind, name, value: text, digest: digestOf(kind, name, text) };
}

export function readSecret({ kind, name, value, digest }: SecretRow): Json {
  if (Buffer.compare(digest, digestOf(kind, name, value)) !== 0)
    throw new Error(`the value ${name} of kind ${kind} has changed`);
  return JSON.parse(value) as Json;
}

const digestOf = (...texts: string[]): Uint8Array =>
  sha256(new TextEncoder().encode(JSON.stringify(texts)));

/** Returns the row of a block of annotations. Copies data that others hold. */
export function remarksRow(match: Cid, remarks: Uint8Array): RemarksRow {
  const bytes = new Uint8Array(remarks);
  return { match: encodeCid(match), bytes, digest: sha256(bytes) };
}

/** Returns the block of annotations, or the file of a player, in a row. Throws `BlockCorruptError` if it has changed. */
export function readHashed({ bytes, digest }: Omit<RemarksRow, 'match'>): Uint8Array {
  if (Buffer.compare(sha256(bytes), digest) !== 0) throw new BlockCorruptError(idOf(digest));
  return bytes;
}

/** Returns the row of a player. Copies data that others hold. */
export function playerRow({ id, file, handles }: StoredPlayer): PlayerRow {
  const bytes = new Uint8Array(file);
  return { player: id, bytes, digest: sha256(bytes), handles: [...new Set(handles)].sort() };
}

export const readCid = (bytes: Uint8Array): Cid => unwrap(decodeCid(bytes));

/** Checks a query, and returns the search. Throws `BadQueryError`. */
export function searchOf(what: TableSearch['do'], query: Query): TableSearch {
  const same: { [column: string]: string | number } = {};
  const ranges: { [column: string]: Range } = {};
  for (const { column, ...must } of comparedBy(query))
    if ('is' in must) same[column] = must.is;
    else ranges[column] = { ...ranges[column], ...must };
  const { hidden = false, player, text, position, opening, from, before } = query;
  const event = query.event === undefined ? null : wordsOf([query.event]);
  const site = query.site === undefined ? null : wordsOf([query.site]);
  const { tag = null } = query;
  const told = [...(site ?? []), ...(tag === null ? [] : tagWords(tag))];
  const bytes = position && new DataView(position.buffer, position.byteOffset);
  return {
    do: what,
    same: { ...same, hidden: Number(hidden) },
    ranges,
    part: player === undefined ? null : foldName(player),
    words: [...new Set([...wordsOf([text ?? '']), ...told])],
    event,
    site,
    tag,
    position: bytes?.getBigInt64(0) ?? null,
    opening: formatOpening(opening ?? []),
    ids: [
      from === undefined
        ? before === undefined
          ? null
          : firstId(YEAR_0)
        : firstId(secondOf(from)),
      before === undefined ? null : firstId(secondOf(before)),
    ],
    sort: sortOf(query),
    limit: limitOf(query),
    after: what === 'find' ? parsePageEnd(query, 1) : null,
  };
}

/** Before every time, so that only matches without one are left out. */
const YEAR_0 = Number.NEGATIVE_INFINITY;

/** Counts, by name. */
export const readStats = ({ matches, entries, tallies }: CountedRows): Stats => ({
  matches,
  entries,
  tallies: tallies.map(row => {
    const [player, game] = row as [string, string];
    const [played, wins, losses, draws, voids, open] = row.slice(2) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    return { player, game, matches: played, wins, losses, draws, voids, open };
  }),
});

/** Returns each move with a line feed after it, so that a prefix of the text is a prefix of the moves. */
const formatOpening = (moves: readonly string[]): string =>
  moves.map(move => `${move.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n`).join('');

const parseOpening = (text: string): string[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map(move => move.replace(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter)));

function scoreOf(outcome: Outcome | null, seat: number): Score {
  if (outcome === null) return 'open';
  if (outcome.result === 'win') return outcome.winners.includes(seat) ? 'win' : 'loss';
  return outcome.result;
}
