/** Looks at the player's folder: the peer takes over what is new there, at once or when there is time for it. */
import { wallTimer } from '@kifu/client/timer';
import type { Timer } from '@kifu/record/match';
import type { Look } from './home.ts';
import type { PeerState } from './peer-state.ts';

/** Reads the folder again when something may have changed in it. */
export interface Looking {
  /** Looks as soon as no other work uses the folder, and publishes what is new. */
  look(): Promise<void>;
  /** The same for a caller that has the folder to itself, without publishing. */
  lookAlone(): Promise<void>;
  /** Looks in so many milliseconds, or sooner. */
  lookSoon(ms: number): void;
  stop(): void;
}

/** So many milliseconds after a move the own tree is brought up to date, with all that came meanwhile. */
export const TREE_MS = 1000;
/** Between two looks in the background passes so many times the duration of one. */
const LOOK_PAUSE = 4;

/** The first look waits for its caller. */
export function createLooking(
  state: PeerState,
  seen: (look: Look) => void,
  publish: () => Promise<void>,
  timer: Timer = wallTimer,
): Looking {
  const { home, gate, live, checked, hear } = state;
  let planned: { readonly at: number; callOff(): void } | null = null;
  /** When the last look was over, and how long it kept everything else waiting. */
  let looked = { at: 0, tookMs: 0 };
  const lookSoon = (ms: number): void => {
    const now = timer.now();
    const at = Math.max(now + ms, looked.at + LOOK_PAUSE * looked.tookMs);
    if (state.isStopped || (planned !== null && planned.at <= at)) return;
    planned?.callOff();
    const callOff = timer.after(at - now, () => {
      planned = null;
      look().catch(() => lookSoon(TREE_MS));
    });
    planned = { at, callOff };
  };
  const look = async (): Promise<void> => {
    if (home.root === null || state.isStopped) return;
    await gate.alone(lookAlone);
    await publish();
  };
  const lookAlone = async (): Promise<void> => {
    const begunAt = timer.now();
    await home.reload();
    const found = await home.look(checked);
    if (!found.ok) return;
    state.seen = found.value;
    live.set(found.value);
    for (const news of found.value.news) hear({ type: 'news', news });
    seen(found.value);
    looked = { at: timer.now(), tookMs: timer.now() - begunAt };
  };
  return { look, lookAlone, lookSoon, stop: () => planned?.callOff() };
}
