/** Walks variations: shows one in place of the match, and goes back to the match in one step. */
import { askPicture, closeRecord } from './engine/ask.ts';
import { askBranches, openVariation } from './engine/ask-desk.ts';
import type { BranchLine } from './engine/desk-types.ts';
import type { Score } from './engine/types.ts';
import { timesOf } from './model/pace.ts';
import { goTo, pause } from './model/playback.ts';
import type { Player } from './player.ts';

/** Ways into and out of variations. */
export interface Walk {
  /** Learns of the variations that there are. */
  look(): Promise<void>;
  /** Shows a variation after so many entries, counted from the start of the match. */
  enter(path: readonly number[], n: number): Promise<void>;
  /** Back to the match, where the variation left it; or to an entry of it. */
  leave(n?: number): Promise<void>;
}

/** Makes the walk of a player. */
export function createWalk(player: Player): Walk {
  /** Several may be asked for before the first is there: the last one counts. */
  let asked = 0;

  async function show(score: Score, main: Score | null, path: readonly number[], n: number) {
    const { pace, as, playback } = player.state;
    const times = timesOf(score, pace);
    const there = pause({ ...goTo(playback, times, n), loop: null });
    const picture = await askPicture(score, times.isExact ? { ms: there.ms } : { n }, as);
    player.set({ score, main, path, times, picture, playback: there });
  }

  return {
    async look() {
      const { score } = player.state;
      if (score === null) return;
      const branches = await askBranches(score);
      if (player.state.score === score) player.set({ branches });
    },
    async enter(path, n) {
      const { main, score, path: before } = player.state;
      if (score === null) return;
      if (main !== null && isSame(path, before)) {
        player.go(n);
        return;
      }
      const mine = ++asked;
      const opened = await openVariation(main ?? score, path);
      if (mine !== asked) return;
      if (!opened.ok) {
        player.say(opened.fault.message);
        return;
      }
      await show(opened.value, main ?? score, path, n);
      if (main !== null) void closeRecord(score);
    },
    async leave(n) {
      const { main, score, path, branches } = player.state;
      if (main === null || score === null) return;
      asked++;
      await show(main, null, [], n ?? leavesAt(branches, path));
      void closeRecord(score);
      player.say('the main line');
    },
  };
}

/** The entry of the match after which a variation left it, however deep it is. */
export const leavesAt = (branches: readonly BranchLine[], path: readonly number[]): number =>
  branches.find(branch => branch.path[0] === path[0])?.n ?? 0;

export const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((value, i) => value === b[i]);
