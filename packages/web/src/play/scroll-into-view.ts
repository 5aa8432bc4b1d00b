/** Scrolling. */

/** Scrolls a list, and nothing around it, as far as an element in it needs. */
export function bringIntoSight(list: HTMLElement, element: HTMLElement): void {
  const [outer, inner] = [list.getBoundingClientRect(), element.getBoundingClientRect()];
  const missing = (from: number, to: number, start: number, end: number) =>
    Math.min(0, start - from) + Math.max(0, end - to);
  list.scrollTop += missing(outer.top, outer.bottom, inner.top, inner.bottom);
  list.scrollLeft += missing(outer.left, outer.right, inner.left, inner.right);
}
