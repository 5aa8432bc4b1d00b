/** Faults as lines for people: in English their own message; in other languages a sentence, and the message behind it, which quotes what was refused. */
import { describeFault, type Fault, formatFault } from '@kifu/core';
import type { Speech } from './language.ts';
import { printable } from './text.ts';

/** Describes a fault in the language of the user, without control characters. */
export function faultText({ common }: Pick<Speech, 'common'>, fault: Fault): string {
  const message = formatFault(fault);
  return printable(
    common === undefined ? message : `${describeFault(fault, common.faults)} (${message})`,
  );
}
