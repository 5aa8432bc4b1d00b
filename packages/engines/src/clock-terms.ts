/** A time control as engine protocols see it: they know main time, an increment, and a period for the move. */
import type { TimeControl } from '@kifu/core';

export interface ClockTerms {
  /** Whether each move has its own time, which is all that there is. */
  readonly isPerMove: boolean;
  /** What a seat begins with, in milliseconds. */
  readonly mainMs: number;
  readonly incrementMs: number;
  /** How long one move may take once the main time is used up; null where nothing follows it. */
  readonly periodMs: number | null;
}

const MAIN = { isPerMove: false, incrementMs: 0, periodMs: null };

/** Returns what engines learn of a control; a new kind of control does not compile until it is here. */
export function clockTermsOf(control: TimeControl): ClockTerms {
  switch (control.type) {
    case 'absolute':
      return { ...MAIN, mainMs: control.mainMs };
    case 'fischer':
      return { ...MAIN, mainMs: control.mainMs, incrementMs: control.incrementMs };
    case 'byo-yomi':
      return { ...MAIN, mainMs: control.mainMs, periodMs: control.periodMs };
    case 'fixed':
      return { ...MAIN, isPerMove: true, mainMs: control.moveMs };
  }
}
