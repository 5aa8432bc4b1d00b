/** Tags, and what a record's header says in fields of its own. */
import { type Fail, fail, type Header, type Lost, ok, type Result } from '@kifu/core';
import { initial, parseFen } from '../fen.ts';
import { game } from '../rules.ts';
import type { State } from '../state.ts';
import { parseStart } from './date.ts';
import { parseResult, type Stated, type Token } from './tokens.ts';

/** The header of a game, the state it starts from, and the result that its tag states. */
export interface Given {
  readonly header: Header;
  readonly state: State;
  readonly result: Stated;
}

/** The tags that every game should have, with what stands for the unknown. Black, who moves first, is named first. */
export const ROSTER: readonly (readonly [name: string, unknown: string])[] = [
  ['Event', '?'],
  ['Site', '?'],
  ['Date', '????.??.??'],
  ['Round', '?'],
  ['Black', '?'],
  ['White', '?'],
  ['Result', '*'],
  ['GameType', '21'],
];

/** Tags that are not kept as such: the record says the same elsewhere, and in one spelling. */
export const ELSEWHERE: readonly string[] = ['Result', 'GameType', 'FEN', 'SetUp'];

/** Makes a header of the tags among the tokens of a game. */
export function headerOf(tokens: readonly Token[], lost?: Lost): Result<Given> {
  const tags = new Map<string, string>();
  const found = new Set<string>();
  let start: Start = USUAL;
  let result: Stated = 'unknown';
  for (const token of tokens) {
    if (token.kind !== 'tag') continue;
    const { name, valueAt } = token;
    const value = token.value.toWellFormed();
    if (found.has(name)) lost?.(`the tag ${name}, which stands there twice`);
    found.add(name);
    if (name === 'FEN') {
      if (value === '' || value === '?') continue; // some programs write it always
      const given = startFrom(value, valueAt, lost);
      if (!given.ok) return given;
      start = given.value;
    } else if (name === 'GameType') {
      const wrong = refuseType(value, valueAt);
      if (wrong !== null) return wrong;
    } else if (name === 'Result') result = readResult(value, lost);
    else if (name !== 'SetUp' && !isUnknown(name, value)) tags.set(name, value);
  }
  // by definition, not assignment: a tag __proto__ is a tag like any other
  const kept = Object.fromEntries(tags);
  const header: Header = {
    game: game.name,
    version: game.version,
    options: {},
    players: [
      { seat: 0, name: tags.get('Black') ?? '' },
      { seat: 1, name: tags.get('White') ?? '' },
    ],
    seed: null,
    start: start.start,
    startedAt: parseStart(kept),
    tags: kept,
  };
  return ok({ header, state: start.state, result });
}

interface Start {
  readonly start: Header['start'];
  readonly state: State;
}

const USUAL: Start = { start: null, state: initial };

/** The state as a match would start from it, so that what is read can be played again. */
function startFrom(text: string, at: number, lost: Lost | undefined): Result<Start> {
  const parsed = parseFen(text);
  if (!parsed.ok) {
    const { code, message, at: place } = parsed.fault;
    return fail(code, `FEN: ${message}`, { at: { offset: at + (place?.offset ?? 0) } });
  }
  if (/:\s*[HF]\d/i.test(text)) lost?.('the counters of the FEN');
  const state = { ...parsed.value, moveCount: 0 };
  return ok({ start: { canon: game.states.canon(state), aside: null }, state });
}

/** Game type 21 is ours, with or without its details: who begins, the size of the board, how squares are named. */
const refuseType = (value: string, at: number): Fail | null =>
  /^\s*(?:21\s*(?:,.*)?|\?)?$/.test(value)
    ? null
    : fail('unsupported', `game type ${JSON.stringify(value.slice(0, 40))} is not played here`, {
        rule: 'gameType',
        at: { offset: at },
      });

function readResult(value: string, lost: Lost | undefined): Stated {
  const result = parseResult(value);
  if (result === null && value !== '' && value !== '?')
    lost?.(`the result ${JSON.stringify(value.slice(0, 40))}`);
  return result ?? 'unknown';
}

/** The unknown is not kept: a record that lacks a tag and one that calls it unknown are the same. */
const isUnknown = (name: string, value: string): boolean =>
  ROSTER.some(([known, unknown]) => known === name && (value === unknown || value === '?')) ||
  (value === '' && (name === 'Black' || name === 'White'));
