/** How many games wait for the player: in the title of the window, and as a badge where the site is installed. */

const COUNT = /^\(\d+\) /;

/** Shows the number; 0 removes it. */
export function showTurnCount(count: number): void {
  const title = document.title.replace(COUNT, '');
  document.title = count === 0 ? title : `(${count}) ${title}`;
  // refused in pages that are not installed, by some browsers
  if (count === 0) navigator.clearAppBadge?.().catch(() => {});
  else navigator.setAppBadge?.(count).catch(() => {});
}
