/** What differs from one set of rules to another. IPGS §9.1. */
import { isOption, type Json, type OptionSchema } from '@kifu/core';

/** The settings that decide what may be played and what counts. */
export interface Ruleset {
  readonly handicapBonus: '0' | 'n-1' | 'n';
  readonly handicapPlacement: 'fixed' | 'free';
  readonly ko: 'simple' | 'positional' | 'situational';
  readonly repetition: 'forbidden' | 'void';
  readonly scoring: 'area' | 'territory';
  /** Whether eyes in seki count. */
  readonly sekiTerritory: boolean;
  readonly suicide: 'forbidden' | 'multi-stone';
  readonly [key: string]: Json;
}

/** A set of rules that has a name. */
export interface NamedRuleset {
  readonly name: string;
  /** What SGF calls it. */
  readonly sgfName: string;
  /** In half points. */
  readonly komiHalves: number;
  readonly rules: Ruleset;
}

const named = (
  name: string,
  sgfName: string,
  komiHalves: number,
  rules: Ruleset,
): NamedRuleset => ({
  name,
  sgfName,
  komiHalves,
  rules: Object.freeze(rules),
});

/** The four that are built in. */
export const RULESETS: readonly NamedRuleset[] = [
  named('Japanese', 'Japanese', 13, {
    handicapBonus: '0',
    handicapPlacement: 'fixed',
    ko: 'simple',
    repetition: 'void',
    scoring: 'territory',
    sekiTerritory: false,
    suicide: 'forbidden',
  }),
  named('Chinese', 'Chinese', 15, {
    handicapBonus: 'n',
    handicapPlacement: 'free',
    ko: 'positional',
    repetition: 'forbidden',
    scoring: 'area',
    sekiTerritory: true,
    suicide: 'forbidden',
  }),
  named('AGA', 'AGA', 15, {
    handicapBonus: 'n-1',
    handicapPlacement: 'fixed',
    ko: 'situational',
    repetition: 'forbidden',
    scoring: 'area',
    sekiTerritory: true,
    suicide: 'forbidden',
  }),
  named('New Zealand', 'NZ', 14, {
    handicapBonus: '0',
    handicapPlacement: 'free',
    ko: 'situational',
    repetition: 'forbidden',
    scoring: 'area',
    sekiTerritory: true,
    suicide: 'multi-stone',
  }),
];

/** Played where a setup does not say otherwise. */
export const USUAL = RULESETS[1]!;

/** What each setting can be, in the order of their names. */
const SETTINGS: { readonly [key: string]: OptionSchema } = {
  handicapBonus: { enum: ['0', 'n-1', 'n'] },
  handicapPlacement: { enum: ['fixed', 'free'] },
  ko: { enum: ['simple', 'positional', 'situational'] },
  repetition: { enum: ['forbidden', 'void'] },
  scoring: { enum: ['area', 'territory'] },
  sekiTerritory: { type: 'boolean' },
  suicide: { enum: ['forbidden', 'multi-stone'] },
};

const KEYS = Object.keys(SETTINGS);

/** A set of rules in JSON, setting by setting. */
export const RULESET: OptionSchema = {
  type: 'object',
  properties: SETTINGS,
  required: KEYS,
  additionalProperties: false,
};

/** Takes settings from outside; null where some are missing, unknown or too many. */
export function parseRuleset(value: Json | undefined): Ruleset | null {
  if (value === undefined || !isOption(RULESET, value)) return null;
  return namedLike(value as Ruleset)?.rules ?? Object.freeze({ ...(value as Ruleset) });
}

/** The built-in rules of that name. */
export const findRuleset = (name: string): NamedRuleset | null =>
  RULESETS.find(ruleset => ruleset.name === name) ?? null;

/** The built-in rules with these settings. */
export const namedLike = (rules: Ruleset): NamedRuleset | null =>
  RULESETS.find(known => isSameRuleset(known.rules, rules)) ?? null;

/** Whether two sets of rules are one. */
export const isSameRuleset = (a: Ruleset, b: Ruleset): boolean =>
  KEYS.every(key => a[key] === b[key]);

/** What white gets for handicap stones, in points. */
export const bonusOf = ({ handicapBonus }: Ruleset, handicap: number): number =>
  handicap < 2 || handicapBonus === '0' ? 0 : handicapBonus === 'n' ? handicap : handicap - 1;
