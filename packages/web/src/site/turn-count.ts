/** How many games wait for the player, on the server and in this browser: in the title of the window, and as a badge where the site is installed. */
import { storedIds, storedMatch } from '../play/local-store.ts';
import { keptSeats } from '../play/saved-seats.ts';
import { hasServer } from './router.ts';

/** What a page says that is not looked at stays before the number. */
const MARK = /^● .*? · /;
const COUNT = /^\(\d+\) /;
const counts = { server: 0, local: 0 };

/** A title of the window, with the number before it. */
export function titleOfWindow(title: string): string {
  const [mark = ''] = MARK.exec(document.title) ?? [];
  const count = counts.server + counts.local;
  return `${mark}${count === 0 ? '' : `(${count}) `}${title}`;
}

/** Shows the number; 0 removes it. */
export function showTurnCount(change: Partial<typeof counts>): void {
  Object.assign(counts, change);
  document.title = titleOfWindow(document.title.replace(MARK, '').replace(COUNT, ''));
  const count = counts.server + counts.local;
  // refused in pages that are not installed, by some browsers
  if (count === 0) navigator.clearAppBadge?.().catch(() => {});
  else navigator.setAppBadge?.(count).catch(() => {});
}

/** Counts again, and shows the number. */
export async function countTurns(): Promise<void> {
  showTurnCount({ local: storedIds().filter(isOwnTurn).length });
  // most have none, and need not load what looks for them
  if (!hasServer() || keptSeats().length === 0) return;
  const own = await (await import('../play/own-games.ts')).findOwnGames();
  showTurnCount({ server: own.filter(({ isTurn }) => isTurn).length });
}

/** Whether a game of this browser waits for its player; at one screen, all who play sit there. */
function isOwnTurn(id: string): boolean {
  const { roles = [], summary } = storedMatch(id) ?? {};
  const [own, ...others] = roles.filter(({ level }) => level === null);
  return (
    own !== undefined &&
    others.length === 0 &&
    summary?.isEnded === false &&
    summary.active.includes(own.seat)
  );
}
