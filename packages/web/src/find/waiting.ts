/** The terms of pools and how many players wait in them; loaded when someone waits or a search begins, since it needs the rules. */
import { type JsonObject, unhurriedOptions } from '@kifu/core';
import { faultText } from '../site/fault-text.ts';
import { loadKitHere } from '../site/language-kit.ts';

export { countWaiting } from '@kifu/client';

/** The options of a game as the server stores them; null where its rules cannot be loaded. */
export async function usualOptions(
  game: string,
): Promise<{ readonly options: JsonObject | null; readonly problem: string }> {
  const kit = await loadKitHere(game);
  return kit.ok
    ? { options: unhurriedOptions(kit.value.game, {}), problem: '' }
    : { options: null, problem: faultText(kit.fault) };
}
