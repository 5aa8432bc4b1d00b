/** Rules as a file that records can name by its content id. IPGS §9.1. */
import { cidOf, fail, formatCid, ok, type Result } from '@kifu/core';
import { formatHalves } from './names.ts';
import { type NamedRuleset, parseRuleset, type Ruleset } from './ruleset.ts';

/** The only version there is. */
const VERSION = 1;
/** No rules need more. */
const MAX_LENGTH = 4096;

/** The canonical text (RFC 8785) of a set of rules. */
export function formatRules({ name, sgfName, komiHalves, rules }: NamedRuleset): string {
  const text = (value: string) => JSON.stringify(value);
  return (
    `{"default-komi":${formatHalves(komiHalves)},"game":"go","handicap-bonus":${text(rules.handicapBonus)},` +
    `"handicap-placement":${text(rules.handicapPlacement)},"ko":${text(rules.ko)},"name":${text(name)},` +
    `"repetition":${text(rules.repetition)},"scoring":${text(rules.scoring)},"seki-territory":${rules.sekiTerritory},` +
    `"sgf-name":${text(sgfName)},"suicide":${text(rules.suicide)},"version":${VERSION}}`
  );
}

/** The content id of a set of rules: of the canonical text as a raw file. */
export const cidOfRules = (ruleset: NamedRuleset): string =>
  formatCid(cidOf('raw', new TextEncoder().encode(formatRules(ruleset))));

/** Reads rules; they can be played if every key is understood. */
export function parseRules(text: string): Result<NamedRuleset> {
  if (text.length > MAX_LENGTH)
    return fail('too-large', `rules have ${MAX_LENGTH} characters at most`);
  const value = readJson(text);
  if (value === null) return fail('malformed', 'rules are a JSON object');
  const {
    'default-komi': komi,
    'handicap-bonus': handicapBonus,
    'handicap-placement': handicapPlacement,
    'seki-territory': sekiTerritory,
    'sgf-name': sgfName,
    game,
    name,
    version,
    ...settings
  } = value;
  const rules = parseRuleset({
    ...settings,
    handicapBonus,
    handicapPlacement,
    sekiTerritory,
  } as Ruleset);
  const halves = typeof komi === 'number' ? 2 * komi : Number.NaN;
  if (
    game !== 'go' ||
    version !== VERSION ||
    typeof name !== 'string' ||
    typeof sgfName !== 'string'
  )
    return fail('unsupported', 'these are not rules of go, version 1', { rule: 'rules' });
  if (rules === null || !Number.isSafeInteger(halves))
    return fail('unsupported', 'the rules have a key or a value that is not understood', {
      rule: 'rules',
    });
  return ok({ name, sgfName, komiHalves: halves, rules });
}

/** JSON with fractions, which our own has not: komi may have one. */
function readJson(text: string): { readonly [key: string]: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : null;
  } catch {
    return null;
  }
}
