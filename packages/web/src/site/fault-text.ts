/** Faults as sentences for the player, in the language of the site. */
import { describeRefusal, type Fault, type Kit } from '@kifu/core';
import { matchTexts } from './game-texts.ts';

/** Says what went wrong; of a move, why the game refuses it. */
export const faultText = (fault: Fault, kit: Pick<Kit, 'texts'> | null = null): string =>
  (kit === null ? null : describeRefusal(fault, kit.texts, matchTexts())) ?? fault.message;
