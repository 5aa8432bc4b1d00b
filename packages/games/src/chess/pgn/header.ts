/** Tags, and what a record's header says in fields of its own. */
import { type Fail, fail, type Header, ok, type Result, setUp } from '@kifu/core';
import { initial, parseFen } from '../fen.ts';
import { game } from '../rules.ts';
import type { State } from '../state.ts';
import { parseStart } from './date.ts';
import { parseResult } from './scan-word.ts';
import { type Stated, TAG, type Tokens } from './tokens.ts';

/** The header of a game, the state it starts from, and the result that its tag states. */
export interface Given {
  readonly header: Header;
  readonly state: State;
  readonly result: Stated | null;
}

/** The Seven Tag Roster in its order, with what stands for the unknown. PGN standard §8.1.1. */
export const ROSTER: readonly (readonly [name: string, unknown: string])[] = [
  ['Event', '?'],
  ['Site', '?'],
  ['Date', '????.??.??'],
  ['Round', '?'],
  ['White', '?'],
  ['Black', '?'],
  ['Result', '*'],
];

/** Tags that are not kept as such: the record says the same elsewhere, and in one spelling. */
export const ELSEWHERE: readonly string[] = ['Result', 'FEN', 'SetUp'];

type Tags = { [name: string]: string };

/** Makes a header of the tags among the tokens of a game. */
export function headerOf(text: string, { list, size }: Tokens): Result<Given> {
  const tags: Tags = {};
  let start: Start = USUAL;
  let result: Stated | null = null;
  for (let i = 0; i < size; i += 3) {
    if (list[i] !== TAG) continue;
    const name = text.slice(list[i + 1], list[i + 2]);
    const at = list[i + 4]!;
    const value = unescapeTag(text.slice(at, list[i + 5]));
    switch (name) {
      case 'FEN': {
        if (value === '' || value === '?') break; // some programs write it always
        const found = startFrom(value, at);
        if (!found.ok) return found;
        start = found.value;
        break;
      }
      case 'SetUp':
        break;
      case 'Result':
        result = parseResult(value);
        break;
      case 'Variant':
        if (!isUsual(value)) return refuseVariant(value, at);
        setTag(tags, name, value);
        break;
      default:
        if (!isUnknown(name, value)) setTag(tags, name, value);
    }
  }
  const header: Header = {
    game: game.name,
    version: game.version,
    options: NO_OPTIONS,
    players: [
      { seat: 0, name: tags.White ?? '' },
      { seat: 1, name: tags.Black ?? '' },
    ],
    seed: null,
    start: start.start,
    startedAt: parseStart(tags),
    tags,
  };
  return ok({ header, state: start.state, result });
}

const NO_OPTIONS = Object.freeze({});

interface Start {
  readonly start: Header['start'];
  readonly state: State;
}

const USUAL: Start = { start: null, state: initial };

/** The state as a match would start from it, so that what is read can be played again. */
function startFrom(fen: string, at: number): Result<Start> {
  const parsed = parseFen(fen);
  if (!parsed.ok) return within(parsed, at);
  const start = { canon: game.states.canon(parsed.value), aside: null };
  const state = setUp(game, { start });
  return state.ok ? ok({ start, state: state.value }) : within(state, at);
}

const within = ({ fault }: Fail, at: number): Fail =>
  fail(fault.code, `FEN: ${fault.message}`, { at: { offset: at + (fault.at?.offset ?? 0) } });

/** Names under which servers file games with the usual rules. */
const isUsual = (variant: string): boolean =>
  ['', '?', 'standard', 'chess', 'normal', 'classical', 'from position'].includes(
    variant.trim().toLowerCase(),
  );

const refuseVariant = (variant: string, at: number): Fail =>
  fail('unsupported', `${JSON.stringify(variant.slice(0, 40))} is not played here`, {
    rule: 'variant',
    at: { offset: at },
  });

/** The unknown is not kept: a record that lacks a tag and one that calls it unknown are the same. */
function isUnknown(name: string, value: string): boolean {
  if (value === '') return name === 'White' || name === 'Black';
  if (value.charCodeAt(0) !== QUESTION) return false;
  return ROSTER.some(([known, unknown]) => known === name && unknown === value);
}

const QUESTION = 63;

function setTag(tags: Tags, name: string, value: string): void {
  // an assignment to this name would set something else
  if (name === '__proto__')
    Object.defineProperty(tags, name, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  else tags[name] = value;
}

/** A backslash stands before a quote and before itself; before anything else it is one. */
const unescapeTag = (raw: string): string =>
  (raw.includes('\\') ? raw.replace(/\\(["\\])/g, '$1') : raw).toWellFormed();

/** The other way round. */
export const escapeTag = (value: string): string => value.replace(/["\\]/g, '\\$&');
