/** Refreshes the snapshot of the player's folder: the peer takes over what is new there, at once or when there is time for it. */
import { wallTimer } from '@kifu/client/timer';
import { isEnded } from '@kifu/ipgs';
import type { Timer } from '@kifu/record/match';
import type { PeerSnapshot } from './home.ts';
import type { PeerState } from './peer-state.ts';

/** Reads the folder again when something may have changed in it. */
export interface FolderRefresher {
  /** Refreshes as soon as no other work uses the folder, and publishes what is new. */
  look(): Promise<void>;
  /** The same for a caller that has the folder to itself, without publishing. */
  refreshExclusive(): Promise<void>;
  /** Refreshes within this many milliseconds: everything, or a game that has changed. */
  scheduleRefresh(ms: number, game?: string): void;
  stop(): void;
}

/** This many milliseconds after a move the player's tree is updated, with all that came meanwhile. */
export const TREE_MS = 1000;
/** The pause between two refreshes in the background, as a multiple of the duration of one. */
const LOOK_PAUSE = 4;

/** Creates the refresher; the first refresh waits for its caller. */
export function createFolderRefresher(
  state: PeerState,
  seen: (look: PeerSnapshot) => void,
  publish: () => Promise<void>,
  timer: Timer = wallTimer,
): FolderRefresher {
  const { home, gate, live, checked, hear } = state;
  let planned: { readonly at: number; callOff(): void } | null = null;
  /** What the next background refresh is about; null: everything. */
  let wanted: Set<string> | null = new Set();
  /** When the last refresh ended, and how long it blocked everything else. */
  let looked = { at: 0, tookMs: 0 };
  const scheduleRefresh = (ms: number, game?: string): void => {
    if (game === undefined) wanted = null;
    else wanted?.add(game);
    const now = timer.now();
    const at = Math.max(now + ms, looked.at + LOOK_PAUSE * looked.tookMs);
    if (state.isStopped || (planned !== null && planned.at <= at)) return;
    planned?.callOff();
    const callOff = timer.after(at - now, () => {
      planned = null;
      const games = wanted;
      wanted = new Set();
      const done = games === null ? look() : lookAt(games);
      done.catch(() => scheduleRefresh(TREE_MS));
    });
    planned = { at, callOff };
  };
  const look = async (): Promise<void> => {
    if (home.root === null || state.isStopped) return;
    await gate.alone(refreshExclusive);
    await publish();
  };
  /** Updates the player's tree with games that have changed, however many others there are. */
  const lookAt = async (games: ReadonlySet<string>): Promise<void> => {
    if (home.root === null || state.isStopped) return;
    await gate.alone(async () => {
      const begunAt = timer.now();
      for (const name of games) if (!(await lookAtOne(name))) return refreshExclusive();
      looked = { at: timer.now(), tookMs: timer.now() - begunAt };
    });
    await publish();
  };
  /** Whether the game is as the peer has it; if it has ended or was continued in two ways, everything is refreshed. */
  const lookAtOne = async (name: string): Promise<boolean> => {
    const found = await home.look(checked, name);
    const game = found.ok ? found.value.games.find(each => each.name === name) : undefined;
    const known = live.all.get(name);
    const isAsKnown =
      game !== undefined &&
      !isEnded(game.record) &&
      game.merged.beside.length === 0 &&
      game.record.head.cid === known?.record.head.cid;
    if (!found.ok || !isAsKnown || state.seen === null) return false;
    const others = state.seen.games.filter(each => each.name !== name);
    state.seen = { ...state.seen, games: [...others, game] };
    for (const news of found.value.news) hear({ type: 'news', news });
    return true;
  };
  const refreshExclusive = async (): Promise<void> => {
    const begunAt = timer.now();
    const found = await home.look(checked);
    if (!found.ok) return;
    state.seen = found.value;
    live.set(found.value);
    for (const news of found.value.news) hear({ type: 'news', news });
    seen(found.value);
    looked = { at: timer.now(), tookMs: timer.now() - begunAt };
  };
  return { look, refreshExclusive, scheduleRefresh, stop: () => planned?.callOff() };
}
