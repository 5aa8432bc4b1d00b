/** Shows a fault for a moment. */
import type { Fault } from '@kifu/core';
import type { PageTexts } from './page-texts.ts';
import type { ReplayPlayer } from './player.ts';

/** Shows what a fault means to a reader. */
export async function sayFault(
  player: Pick<ReplayPlayer, 'state' | 'say'>,
  fault: Fault,
): Promise<void> {
  player.say(await loadFaultText(fault, player.state.texts));
}

/** Tells what a fault means to a reader; the texts are loaded with the first. */
export async function loadFaultText(fault: Fault, texts: PageTexts): Promise<string> {
  const { faultText } = await import('./describe-fault.ts');
  return faultText(fault, texts);
}
