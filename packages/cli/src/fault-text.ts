/** Faults as lines for people: in English their own message; in other languages a sentence, and the message behind it, which quotes what was refused. */
import { describeFault, type Fault, formatFault } from '@kifu/core';
import type { FaultTexts } from '@kifu/texts/en/faults';
import type { Speech } from './language.ts';
import { printable } from './text.ts';

/** Describes a fault in the language of the user, without control characters. */
export function faultText(speech: Pick<Speech, 'common' | 'texts'>, fault: Fault): string {
  const message = formatFault(fault);
  const texts = faultTexts(speech);
  return printable(texts === null ? message : `${describeFault(fault, texts)} (${message})`);
}

/** The sentences of faults in the language of the user, first those of the command line; null in English, where messages say more. */
export function faultTexts({
  common,
  texts: { faults: own },
}: Pick<Speech, 'common' | 'texts'>): FaultTexts | null {
  if (common === undefined) return null;
  const { codes, rules } = common.faults;
  const malformed = { ...rules.malformed, ...own.rules.malformed };
  return { codes: { ...codes, ...own.codes }, rules: { ...rules, malformed } };
}
