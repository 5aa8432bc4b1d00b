/** Variations: one is shown instead of the match, and one step leads back. */
import { goTo, pause, timesOf } from '@kifu/client/playback';
import { askPicture, closeRecord } from './engine/ask.ts';
import { askBranches, openVariation } from './engine/ask-on-demand.ts';
import type { OpenedRecord } from './engine/types.ts';
import { isSame, leavesAt } from './model/variation-path.ts';
import type { ReplayPlayer } from './player.ts';
import { sayFault } from './say-fault.ts';

export { variationStyle } from './parts/style-variation.ts';

/** Enters and leaves variations. */
export interface Variations {
  /** Loads the variations for the list of moves. */
  list(): Promise<void>;
  /** Shows a variation after n entries from the start of the match; again if it has grown. */
  enter(path: readonly number[], n: number, hasGrown?: boolean): Promise<void>;
  /** Goes back to the match, where the variation branches off, or to another entry. */
  leave(n?: number): Promise<void>;
}

/** The variations of what a player shows. */
export function createVariations(player: ReplayPlayer): Variations {
  /** Counts requests: only the last one is shown. */
  let asked = 0;

  async function show(
    record: OpenedRecord,
    main: OpenedRecord | null,
    path: readonly number[],
    n: number,
  ) {
    const { pace, as, playback } = player.state;
    const times = timesOf(record, pace);
    const there = pause({ ...goTo(playback, times, n), loop: null });
    const picture = await askPicture(record, times.isExact ? { ms: there.ms } : { n }, as);
    player.set({ record, main, path, times, picture, playback: there });
  }

  return {
    async list() {
      const of = player.state.main ?? player.state.record;
      if (of === null) return;
      const branches = await askBranches(of);
      const { main, record } = player.state;
      if ((main ?? record)?.id === of.id) player.set({ branches });
    },
    async enter(path, n, hasGrown = false) {
      const { main, record, path: before } = player.state;
      if (record === null) return;
      if (main !== null && isSame(path, before) && !hasGrown) {
        player.go(n);
        return;
      }
      const mine = ++asked;
      const opened = await openVariation(main ?? record, path);
      if (mine !== asked) return;
      if (!opened.ok) {
        await sayFault(player, opened.fault);
        return;
      }
      await show(opened.value, main ?? record, path, n);
      if (main !== null) void closeRecord(record);
    },
    async leave(n) {
      const { main, record, path, branches } = player.state;
      if (main === null || record === null) return;
      asked++;
      await show(main, null, [], n ?? leavesAt(branches, path));
      void closeRecord(record);
      player.say(player.state.texts.viewer.said.mainLine);
    },
  };
}
