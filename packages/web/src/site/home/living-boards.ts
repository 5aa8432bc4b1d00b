/** Animated boards on the cards of the home page: one after the other, only in sight, and not with reduced motion. */
import { readSettings } from '../settings.ts';

/** Delay until the first animation, which keeps its files out of the first load. */
const FIRST_MS = 3000;
/** How long each plays, in milliseconds; a little less than once through. */
const TURN_MS = 14_000;

/** Lets pictures named `x.svg` play as `x-living.svg` in turn; the answer stops it. */
export function letBoardsLive(pictures: readonly HTMLImageElement[]): () => void {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const inSight = new Set<Element>();
  let playing: HTMLImageElement | null = null;
  const watcher = new IntersectionObserver(
    entries => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) inSight.add(target);
        else inSight.delete(target);
      if (playing !== null && !inSight.has(playing)) play(null);
    },
    { threshold: 0.9 },
  );
  for (const picture of pictures) watcher.observe(picture);

  const play = (next: HTMLImageElement | null): void => {
    if (playing !== null) playing.src = playing.src.replace('-living.svg', '.svg');
    playing = next;
    if (next !== null) next.src = next.src.replace(/(?<!-living)\.svg$/, '-living.svg');
  };
  const turn = (): void => {
    const mayMove = !still.matches && readSettings().motion !== 'less';
    const from = playing === null ? 0 : pictures.indexOf(playing) + 1;
    const order = [...pictures.slice(from), ...pictures.slice(0, from)];
    play((mayMove && order.find(picture => inSight.has(picture))) || null);
    timer = setTimeout(turn, TURN_MS);
  };
  let timer = setTimeout(turn, FIRST_MS);
  return () => {
    clearTimeout(timer);
    watcher.disconnect();
    play(null);
  };
}
