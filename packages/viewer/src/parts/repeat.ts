/** Repeats held buttons, keys and touches, faster and faster. */

/** Before it begins to repeat; and how quick at first and at last, in milliseconds. */
const HOLD_MS = 350;
const FIRST_MS = 140;
const LAST_MS = 24;
const QUICKER = 0.92;

/** Repeats an act until told to stop; gives the way to stop it. */
export function repeat(act: () => void, holdMs = HOLD_MS): () => void {
  let pauseMs = FIRST_MS;
  const again = () => {
    act();
    pauseMs = Math.max(LAST_MS, pauseMs * QUICKER);
    timer = setTimeout(again, pauseMs);
  };
  let timer = setTimeout(again, holdMs);
  return () => clearTimeout(timer);
}

const ENDS = ['pointerup', 'pointerleave', 'pointercancel', 'blur'] as const;

/** Repeats while an element is pressed; the click that ends a hold does nothing more. */
export function repeatWhileHeld(element: HTMLElement, act: () => void): void {
  let isHeld = false;
  const end = repeat(() => {
    isHeld = true;
    act();
  });
  const swallow = (event: Event) => event.stopImmediatePropagation();
  const stop = () => {
    end();
    for (const name of ENDS) element.removeEventListener(name, stop);
    if (!isHeld) return;
    element.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => element.removeEventListener('click', swallow, { capture: true }));
  };
  for (const name of ENDS) element.addEventListener(name, stop);
}
