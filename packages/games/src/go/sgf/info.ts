/** What the root of a game says: size, rules, komi, handicap, who played, and the rest as tags. */
import { fail, type OnLoss, ok, type Result } from '@kifu/core';
import { type Grid, gridOf, MAX_SIZE, MIN_SIZE } from '../grid.ts';
import { formatHalves } from '../names.ts';
import { MAX_KOMI_HALVES } from '../restore.ts';
import { parseHalves, parseResult } from '../result-text.ts';
import { findRuleset, type NamedRuleset, RULESETS } from '../ruleset.ts';
import type { Property, Raw, SgfNode } from './scan.ts';
import { parseSimpleText, parseText } from './values.ts';

/** Properties of one text that are tags of a record, in the order in which they are written. FF[4], IPGS §10. */
export const TAGS: readonly string[] = [
  ...['AP', 'ST', 'GN', 'EV', 'RO', 'PC', 'DT', 'TM', 'OT', 'BR', 'BT', 'WR', 'WT'],
  ...['GC', 'ON', 'AN', 'CP', 'SO', 'US', 'XB', 'XW', 'YB', 'YW', 'XK', 'XR', 'XS', 'XE', 'XH'],
];

/** Tags for what the record says elsewhere, where it was spelled in a way that we would not write. */
export const ODD_TAGS: readonly string[] = ['RU', 'KM', 'HA', 'RE'];

/** What is known of a game before its first node is played. */
export interface Info {
  readonly grid: Grid;
  readonly ruleset: NamedRuleset;
  readonly komiHalves: number;
  readonly handicap: number;
  readonly names: readonly [string, string];
  readonly tags: { [name: string]: string };
  /** What RE says; null where it is not there. */
  readonly result: string | null;
  /** The properties that are not understood. */
  readonly others: readonly Property[];
}

/** Reads the root. */
export function parseInfo({ properties }: SgfNode, lost: OnLoss): Result<Info> {
  const others: Property[] = [];
  const tags: { [name: string]: string } = {};
  const read = new Map<string, Raw>();
  for (const property of properties) {
    const { name, values } = property;
    const [{ text, at }] = values as [Raw];
    const isTag = TAGS.includes(name);
    // what is composed of two texts may have a colon escaped, which a tag would not tell from the one between them
    if (isTag ? values.length > 1 || text.includes('\\:') : !READ.includes(name))
      others.push(property);
    else if (isTag) setTag(tags, name, name === 'GC' ? parseText(text) : parseSimpleText(text));
    else {
      read.set(name, { text: parseSimpleText(text), at });
      if (values.length > 1 && !LISTS.includes(name)) lost(`${name} has one value only`);
    }
  }
  const grid = parseGrid(read.get('GM'), read.get('SZ'));
  if (!grid.ok) return grid;
  const textOf = (name: string) => read.get(name)?.text.trim() ?? '';
  return ok({
    grid: grid.value,
    ruleset: parseRules(textOf('RU'), tags, lost),
    komiHalves: parseKomi(textOf('KM'), tags, lost),
    handicap: parseHandicap(textOf('HA'), grid.value, tags, lost),
    names: [read.get('PB')?.text ?? '', read.get('PW')?.text ?? ''],
    tags,
    result: read.has('RE') ? textOf('RE') : null,
    others,
  });
}

/** Properties that say who played and how it ended. */
const OUTCOME_NAMES: readonly string[] = ['PB', 'PW', 'RE'];

/**
 * Returns the players and the result that the root does not have, but a later node of the main line: FF[4] allows them where a game
 * becomes distinct from the others of its tree. The first of each counts. An empty name and an unknown result are like none: they are
 * not written.
 */
export function lateInfo({ properties }: SgfNode, path: readonly SgfNode[]): Property[] {
  const found = new Map<string, Property>();
  const missing = OUTCOME_NAMES.filter(name =>
    properties.every(other => other.name !== name || saysNothing(other)),
  );
  for (const node of path)
    for (const property of node.properties) {
      const { name, values } = property;
      const isUsed = missing.includes(name) && values.length === 1 && !saysNothing(property);
      if (isUsed && !found.has(name)) found.set(name, property);
    }
  return [...found.values()];
}

function saysNothing({ name, values }: Property): boolean {
  const text = parseSimpleText(values[0]!.text).trim();
  const result = name === 'RE' ? parseResult(text) : null;
  return text === '' || (result?.ok === true && result.value === null);
}

/** An empty value is not a tag. */
function setTag(tags: { [name: string]: string }, name: string, text: string): void {
  if (text !== '') tags[name] = text;
}

/** Properties of the root that are understood; setup is read elsewhere. */
const READ: readonly string[] = [
  ...['FF', 'GM', 'CA', 'SZ', 'RU', 'KM', 'HA', 'PB', 'PW', 'RE'],
  ...['AB', 'AW', 'AE', 'PL', 'C', 'B', 'W'],
];

/** Those that may have several values. */
const LISTS: readonly string[] = ['AB', 'AW', 'AE', 'C'];

/** Whether the root reads a property specially if it has a single text. */
export const isInfoName = (name: string): boolean => TAGS.includes(name) || READ.includes(name);

/** Go is game 1; the default size is 19. */
function parseGrid(game: Raw | undefined, size: Raw | undefined): Result<Grid> {
  if (game !== undefined && Number(game.text) !== 1)
    return fail('unsupported', `game ${game.text.slice(0, 40)} of SGF is not go`, {
      rule: 'game',
      at: { offset: game.at },
    });
  const text = size?.text.trim() ?? '';
  if (size === undefined || text === '') return ok(gridOf(19, 19));
  const [, width, height = width] = /^(\d{1,9})(?:\s*:\s*(\d{1,9}))?$/.exec(text) ?? [];
  const sides = [Number(width), Number(height)] as const;
  if (sides.every(side => side >= MIN_SIZE && side <= MAX_SIZE)) return ok(gridOf(...sides));
  return fail('unsupported', `a board has ${MIN_SIZE} to ${MAX_SIZE} lines here`, {
    rule: 'size',
    at: { offset: size.at },
  });
}

/** Words that programs have for rules, in small letters; they may be followed by more. */
const RULE_NAMES: readonly [word: string, name: string][] = [
  ['japan', 'Japanese'],
  ['jp', 'Japanese'],
  ['korea', 'Japanese'],
  ['kr', 'Japanese'],
  ['chin', 'Chinese'],
  ['cn', 'Chinese'],
  ['aga', 'AGA'],
  ['nz', 'New Zealand'],
  ['new zealand', 'New Zealand'],
  ['goe', 'New Zealand'],
  ['ing', 'New Zealand'],
];

/** The rules that a name means; null where it means none. */
export function rulesetNamed(text: string): NamedRuleset | null {
  const plain = text.trim().toLowerCase();
  const [, name] = RULE_NAMES.find(([word]) => plain.startsWith(word)) ?? [];
  return name === undefined ? null : findRuleset(name);
}

/** Rules without a name, or with one that is not known, are those that forbid the least. */
export const UNNAMED: NamedRuleset = RULESETS[0]!;

function parseRules(text: string, tags: { [name: string]: string }, lost: OnLoss): NamedRuleset {
  const found = rulesetNamed(text);
  const ruleset = found ?? UNNAMED;
  if (text !== ruleset.sgfName) setTag(tags, 'RU', text);
  if (found === null && text !== '')
    lost(`the rules ${JSON.stringify(text.slice(0, 40))} are not known, read as Japanese`);
  return ruleset;
}

function parseKomi(text: string, tags: { [name: string]: string }, lost: OnLoss): number {
  if (text === '') return 0;
  const halves = komiFrom(text);
  if (halves === null) {
    tags.KM = text;
    lost(`KM[${text.slice(0, 40)}] is not a komi; read as none`);
    return 0;
  }
  if (parseHalves(text) !== halves) {
    tags.KM = text;
    lost(`KM[${text.slice(0, 40)}] is read as ${formatHalves(halves)} points`);
  }
  return halves;
}

/**
 * Komi in half points; null where it is none. Chinese files may count stones, two points each, so that there are
 * quarters; and whole numbers may be hundredths: 375 is three stones and three quarters, 650 is six points and a half.
 */
export function komiFrom(text: string): number | null {
  const halves = parseHalves(text) ?? quarters(text);
  if (halves === null || Math.abs(halves) > MAX_KOMI_HALVES) return null;
  const value = halves / 2;
  if (Math.abs(value) < 100 || !/^[+-]?\d+$/.test(text.trim())) return halves;
  if (value % 50 === 0) return value / 50;
  return value % 25 === 0 ? value / 25 : halves;
}

/** Komi so that it is read again: no hundredths. */
export function formatKomi(halves: number): string {
  const text = formatHalves(halves);
  return komiFrom(text) === halves ? text : `${text}.0`;
}

/** Half points for this many stones and one or three quarters. */
function quarters(text: string): number | null {
  const [, sign, whole, fraction] = /^([+-]?)(\d{1,3})\.(25|75)0*$/.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const halves = 4 * Number(whole) + (fraction === '25' ? 1 : 3);
  return sign === '-' ? -halves : halves;
}

/** One stone is none: black moves first anyway. */
function parseHandicap(
  text: string,
  grid: Grid,
  tags: { [name: string]: string },
  lost: OnLoss,
): number {
  if (/^0*$/.test(text)) return 0;
  const stones = handicapFrom(text, grid);
  if (stones !== null) return stones;
  tags.HA = text;
  lost(`HA[${text.slice(0, 40)}] is not a handicap; read as none`);
  return 0;
}

/** A number of handicap stones that a board can have; null where it is none. */
export const handicapFrom = (text: string, { width, height }: Grid): number | null =>
  /^\d{1,4}$/.test(text) && Number(text) >= 2 && Number(text) < width * height
    ? Number(text)
    : null;
