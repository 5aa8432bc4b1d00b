/** Faults as sentences for the player, in the language of the site. */
import { capital, describeFault, describeRefusal, type Fault } from '@kifu/core';
import type { GameTexts } from '@kifu/texts/games';
import { matchTexts } from './game-texts.ts';
import { translated } from './texts.ts';

/** Says what went wrong, and what to do; of a move, why the game refuses it. */
export const faultText = (
  fault: Fault,
  game: { readonly texts: Pick<GameTexts, 'refusals'> } | null = null,
): string =>
  (game === null ? null : describeRefusal(fault, game.texts, matchTexts())) ??
  describeFault(fault, translated?.faults);

/** Says what is wrong with a position: in English as the fault says it, which is more exact. */
export const positionFaultText = (fault: Fault): string =>
  translated === null && fault.code === 'bad-state'
    ? `${capital(fault.message)}.`
    : faultText(fault);
