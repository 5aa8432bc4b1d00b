/** Faults as sentences in the language of the page; loaded with the first fault. */
import { describeFault, type Fault } from '@kifu/core';
import { faults as english } from '@kifu/texts/en/faults';
import type { PageTexts } from './page-texts.ts';

/** Tells a reader what happened and what to do. */
export const faultText = (fault: Fault, { loaded }: Pick<PageTexts, 'loaded'>): string =>
  describeFault(fault, loaded?.faults ?? english);
