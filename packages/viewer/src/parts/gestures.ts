/** Gestures on the board: a swipe steps, a long press keeps stepping, a wheel steps if the viewer has the focus. */
import type { Command } from '../model/keys.ts';
import { repeat } from './repeat.ts';

/** From here on a movement is a swipe, in pixels. */
const SWIPE_PX = 40;
/** Pixels per step: fine wheels send many small movements. */
const WHEEL_PX = 60;

/** Listens on an element; `isForUs` says whether a wheel movement steps; else it scrolls the page. */
export function listen(
  element: HTMLElement,
  run: (command: Command) => void,
  isForUs: (by: 1 | -1) => boolean,
): void {
  let from: { readonly x: number; readonly y: number } | null = null;
  let end: (() => void) | null = null;
  const stop = () => {
    end?.();
    end = null;
    from = null;
  };
  element.addEventListener('pointerdown', event => {
    if (event.pointerType === 'mouse') return;
    from = { x: event.clientX, y: event.clientY };
    const { left, width } = element.getBoundingClientRect();
    const by = event.clientX - left < width / 2 ? -1 : 1;
    end = repeat(() => {
      from = null; // it is a long press, and no swipe any more
      run({ do: 'step', by });
    });
  });
  element.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (from === null) return;
    const [x, y] = [clientX - from.x, clientY - from.y];
    if (Math.abs(x) < SWIPE_PX || Math.abs(x) < 2 * Math.abs(y)) {
      if (Math.abs(y) > SWIPE_PX) stop();
      return;
    }
    stop();
    // as in a book: dragging the page to the left goes forward
    run({ do: 'step', by: x < 0 ? 1 : -1 });
  });
  for (const name of ['pointerup', 'pointercancel', 'pointerleave'])
    element.addEventListener(name, stop);
  element.addEventListener('contextmenu', event => {
    if (end !== null || matchMedia('(pointer: coarse)').matches) event.preventDefault();
  });
  let rolled = 0;
  element.addEventListener(
    'wheel',
    event => {
      if (event.ctrlKey || !isForUs(event.deltaY > 0 ? 1 : -1)) return;
      event.preventDefault();
      rolled += event.deltaY;
      while (Math.abs(rolled) >= WHEEL_PX) {
        const by = rolled > 0 ? 1 : -1;
        rolled -= by * WHEEL_PX;
        run({ do: 'step', by });
      }
    },
    { passive: false },
  );
}
