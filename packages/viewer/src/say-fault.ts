/** Shows a fault for a moment. */
import type { Fault } from '@kifu/core';
import type { ReplayPlayer } from './player.ts';

/** Shows what a fault means to a reader; its texts are loaded with the first. */
export async function sayFault(
  player: Pick<ReplayPlayer, 'state' | 'say'>,
  fault: Fault,
): Promise<void> {
  const { faultText } = await import('./describe-fault.ts');
  player.say(faultText(fault, player.state.texts));
}
