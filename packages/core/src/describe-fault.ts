/** Faults as sentences for players, in any language. Apart from results, so that a page that only passes faults on loads no texts. */
import { faults as english, type FaultTexts } from '@kifu/texts/en/faults';
import type { FaultCode } from './faults.ts';
import type { Fault } from './result.ts';

/**
 * Tells a player what happened and what to do, by the rule where it says more than the code. It leaves out the fault's message, which is
 * English and for developers. Refusals by a game's own rules are described by the game's texts.
 */
export function describeFault(
  { code, rule }: Pick<Fault, 'code' | 'rule'>,
  texts: FaultTexts = english,
): string {
  const codes: { readonly [code in FaultCode]: string } = texts.codes;
  const rules: { readonly [code in FaultCode]?: { readonly [rule: string]: string } } = texts.rules;
  const ofCode = rules[code];
  return rule !== undefined && ofCode !== undefined && Object.hasOwn(ofCode, rule)
    ? ofCode[rule]!
    : codes[code];
}
