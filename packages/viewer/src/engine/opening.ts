/** What the opening of a record is called, by its positions. */
import { openingWords } from '@kifu/core';
import { nameOpening } from '@kifu/record/replay';
import type { RecordSession } from './session.ts';

/** Code and name; null where the game has no names, or this opening has none. */
export async function openingOf({ kit, view, nodes }: RecordSession): Promise<string | null> {
  const named = view.timeline === null ? null : await nameOpening(kit, nodes);
  return named && openingWords({ eco: named.eco, openingName: named.name });
}
