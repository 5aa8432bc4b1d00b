/** How go engines learn the rules of a match, of which GTP says nothing: KataGo by a command, GNU Go by its arguments. */
import type { JsonObject } from '@kifu/core';
import { EngineError } from '../process/engine-error.ts';
import { commandOf, type EngineSpec } from '../spec.ts';

/** The settings of a match that decide what may be played and what counts. */
export interface GoRules extends JsonObject {
  readonly handicapBonus: string;
  readonly ko: 'simple' | 'positional' | 'situational';
  readonly scoring: 'area' | 'territory';
  readonly sekiTerritory: boolean;
  readonly suicide: 'forbidden' | 'multi-stone';
}

/** As GNU Go answers `name`. */
export const GNU_GO = 'GNU Go';
/** The command of KataGo. */
export const KATA_RULES = 'kata-set-rules';

const KO_ARGUMENTS = {
  simple: '--simple-ko',
  positional: '--positional-superko',
  situational: '--situational-superko',
} as const;

/** Returns the arguments with which GNU Go plays by the rules; what its user has decided stays. */
export function gnugoArguments(rules: GoRules, given: readonly string[]): string[] {
  const choices = [
    [
      `--${rules.scoring === 'area' ? 'chinese' : 'japanese'}-rules`,
      /^--(?:chinese|japanese)-rules$/,
    ],
    [KO_ARGUMENTS[rules.ko], /-(?:super)?ko$/],
    [`--${rules.suicide === 'forbidden' ? 'forbid' : 'allow'}-suicide`, /-suicide$/],
  ] as const;
  return choices.flatMap(([wanted, kind]) => (given.some(word => kind.test(word)) ? [] : [wanted]));
}

/** Returns the rules in the words of KataGo. */
export function kataRules({ handicapBonus, ko, scoring, sekiTerritory, suicide }: GoRules): string {
  return `${KATA_RULES} ${JSON.stringify({
    ...{ ko: ko.toUpperCase(), scoring: scoring.toUpperCase() },
    ...{ tax: sekiTerritory ? 'NONE' : 'SEKI', suicide: suicide !== 'forbidden' },
    ...{ whiteHandicapBonus: handicapBonus.toUpperCase(), hasButton: false },
  })}`;
}

/** Refuses rules that an engine does not learn; its user may have chosen them by arguments. */
export function refuseRules({ command }: EngineSpec, { scoring, suicide }: GoRules): void {
  const isUsual = scoring === 'area' && suicide === 'forbidden';
  const isBare = command.join(' ') === commandOf(command[0]!).join(' ');
  if (isBare && !isUsual)
    throw new EngineError(
      'protocol',
      'it cannot be told the rules of this match: add it with kifu engine add, and arguments that say them',
    );
}
