/** Branches from the position that is shown, passed to the page: loaded when the first is asked for. */
import { fail, type Result } from '@kifu/core';
import { askBranchHere } from './engine/ask-on-demand.ts';
import type { BranchHere } from './engine/on-demand-types.ts';
import { loadFaultText, sayFault } from './say-fault.ts';
import type { FeaturesHost } from './viewer-features.ts';

type Host = Pick<FeaturesHost, 'player' | 'tell'>;

/** Returns a branch from here, and passes it to the page by the event `kifu-branch`. */
export async function branchHere({ player, tell }: Host): Promise<Result<BranchHere>> {
  const here = await askHere(player);
  if (here.ok) tell('kifu-branch', here.value);
  return here;
}

/** Passes a branch to the page: null if the page handles it, else why not. */
export async function branchOff({ player, tell }: Host): Promise<string | null> {
  const here = await askHere(player);
  const { texts } = player.state;
  if (!here.ok) return loadFaultText(here.fault, texts);
  return tell('kifu-branch', here.value) ? texts.viewer.said.cannotBranch : null;
}

/** Passes the position to the page, which finds matches with it. */
export async function findHere({ player, tell }: Host): Promise<void> {
  const here = await askHere(player);
  if (here.ok) tell('kifu-find', here.value);
  else await sayFault(player, here.fault);
}

async function askHere({ state }: Host['player']): Promise<Result<BranchHere>> {
  const { record, playback, times, picture } = state;
  if (record === null || picture === null) return fail('not-found', 'no record is open');
  return askBranchHere(record, times.isExact ? { ms: playback.ms } : { n: picture.n });
}
