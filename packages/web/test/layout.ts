/** What is wrong with how a page is laid out, found in the page itself: what overflows, overlaps, is cut off, too small or out of sight. */
import type { Page } from 'playwright-core';

export interface LayoutOptions {
  /** The selector of what has to be in sight without scrolling; nothing unless told. */
  readonly main?: string;
  /** The least width and height of a control, in pixels. */
  readonly least: number;
}

/** Says of each thing that is wrong where it is, and by how much. */
export const layoutFaults = (page: Page, options: LayoutOptions): Promise<string[]> =>
  page.evaluate(findLayoutFaults, options);

/** What runs in the page: it can reach nothing else of this module. */
function findLayoutFaults({ main, least }: LayoutOptions): string[] {
  /** Rounding, and glyphs that reach out of their line. */
  const SLACK = 2;
  const CONTROL =
    'a[href], button, input, select, textarea, summary, [role=button], [role=slider], [role=tab]';
  /** Boards, whose cells are as large as the board lets them be. */
  const CELLS = 'kifu-board, .picture, .cells, kifu-row-picture';
  const faults = new Set<string>();
  const { documentElement: root } = document;

  interface Box {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  }
  interface Piece {
    readonly element: Element;
    readonly box: Box;
    readonly layer: Element | null;
  }

  const parentOf = (element: Element): Element | null =>
    element.assignedSlot ??
    element.parentElement ??
    ((element.getRootNode() as ShadowRoot).host || null);
  const isWithin = (element: Element | null, ancestor: Element): boolean => {
    for (let at = element; at !== null; at = parentOf(at)) if (at === ancestor) return true;
    return false;
  };
  const shortName = (element: Element): string => {
    const classes = [...element.classList].map(name => `.${name}`).join('');
    return `${element.localName}${element.id === '' ? '' : `#${element.id}`}${classes}`;
  };
  /** By its nearest ancestors and what it says. */
  const nameOf = (element: Element): string => {
    const path: string[] = [];
    for (let at: Element | null = element; at !== null && path.length < 3; at = parentOf(at))
      path.unshift(shortName(at));
    const words = (element.ariaLabel ?? element.textContent ?? '').trim().replace(/\s+/g, ' ');
    return `${path.join(' > ')}${words === '' ? '' : ` “${words.slice(0, 30)}”`}`;
  };
  const sizeOf = ({ left, top, right, bottom }: Box): string =>
    `${Math.round(right - left)} × ${Math.round(bottom - top)}`;
  const meet = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const isEmpty = ({ left, top, right, bottom }: Box): boolean => right <= left || bottom <= top;

  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const known = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, known);
    return known;
  };
  const cuts = (overflow: string): boolean => overflow !== 'visible';
  /** What of a box is in sight of the elements that clip it; how it is cut off by those that do not scroll. */
  const clipped = (element: Element, box: Box): { readonly seen: Box; readonly lost: Box } => {
    // of a DOMRect nothing is its own, to be spread
    let seen = meet(box, box);
    let lost = seen;
    for (let at: Element | null = element; at !== null && at !== root; at = parentOf(at)) {
      const { overflowX, overflowY, position, display } = styleOf(at);
      if (!['inline', 'contents'].includes(display) && (cuts(overflowX) || cuts(overflowY))) {
        const frame = at.getBoundingClientRect();
        const isHiding = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        seen = meet(seen, {
          ...{
            left: cuts(overflowX) ? frame.left : -1e6,
            right: cuts(overflowX) ? frame.right : 1e6,
          },
          ...{
            top: cuts(overflowY) ? frame.top : -1e6,
            bottom: cuts(overflowY) ? frame.bottom : 1e6,
          },
        });
        // past what scrolls everything can be brought into sight
        if (!isHiding(overflowX) || !isHiding(overflowY)) return { seen, lost };
        lost = meet(lost, frame);
      }
      if (position === 'fixed') break;
    }
    return { seen, lost };
  };
  /** Layers that stand still while the page scrolls under them. */
  const layerOf = (element: Element): Element | null => {
    for (let at: Element | null = element; at !== null; at = parentOf(at))
      if (['fixed', 'sticky'].includes(styleOf(at).position)) return at;
    return null;
  };
  const isSeen = (element: Element): boolean =>
    // what has no box of its own shows what is in it
    (styleOf(element).display === 'contents' ||
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) &&
    !styleOf(element).clipPath.startsWith('inset(50%');
  const isEllipsis = (element: Element): boolean => {
    for (let at: Element | null = element, n = 0; at !== null && n < 3; at = parentOf(at), n++)
      if (styleOf(at).textOverflow === 'ellipsis' || styleOf(at).webkitLineClamp !== 'none')
        return true;
    return false;
  };

  const elements: Element[] = [];
  const walk = (from: ParentNode): void => {
    for (const element of from.children) {
      if (element.localName !== 'svg' && !isSeen(element)) {
        // an input that lies over its label without being seen is reached by it
        if (!element.matches('label input') || styleOf(element).opacity !== '0') continue;
      }
      elements.push(element);
      if (element.localName === 'svg' || element.matches('select, textarea, iframe')) continue;
      if (element.shadowRoot !== null) walk(element.shadowRoot);
      walk(element);
    }
  };
  walk(document.body);

  // the page
  if (root.scrollWidth > root.clientWidth + 1) {
    const wide = elements.filter(element => {
      const box = element.getBoundingClientRect();
      return !isEmpty(box) && clipped(element, box).seen.right > root.clientWidth + 1;
    });
    const inner = wide.filter(
      element => !wide.some(other => other !== element && isWithin(other, element)),
    );
    for (const element of inner.length === 0 ? [root] : inner)
      faults.add(
        `${nameOf(element)} is wider than the page by ${root.scrollWidth - root.clientWidth}`,
      );
  }

  // containers
  for (const element of elements) {
    const { overflowX, overflowY, display, textOverflow } = styleOf(element);
    if (
      element.localName === 'svg' ||
      element.matches(CELLS) ||
      ['inline', 'contents'].includes(display)
    )
      continue;
    if (element.closest(CELLS) !== null || element.matches('input, select, textarea, progress'))
      continue;
    if (element === document.body || textOverflow === 'ellipsis') continue;
    // what scrolls brings it into sight
    const parent = parentOf(element);
    const isScrolled = parent !== null && ['auto', 'scroll'].includes(styleOf(parent).overflowX);
    const wide = isScrolled ? 0 : element.scrollWidth - element.clientWidth;
    const high = element.scrollHeight - element.clientHeight;
    const out = [...element.children].filter(child => {
      if (!isSeen(child) || ['absolute', 'fixed'].includes(styleOf(child).position)) return false;
      const [inner, outer] = [child.getBoundingClientRect(), element.getBoundingClientRect()];
      const { marginLeft, marginRight } = styleOf(child);
      const isMeant = parseFloat(marginLeft) < 0 || parseFloat(marginRight) < 0;
      return (
        !isEmpty(inner) &&
        ((!isMeant &&
          !cuts(overflowX) &&
          wide > SLACK &&
          (inner.right > outer.right + SLACK || inner.left < outer.left - SLACK)) ||
          (!cuts(overflowY) && high > SLACK && inner.bottom > outer.bottom + SLACK))
      );
    });
    for (const child of out.slice(0, 1))
      faults.add(
        `${nameOf(child)} (${sizeOf(child.getBoundingClientRect())}) overflows ${shortName(element)} (${sizeOf(element.getBoundingClientRect())})`,
      );
  }

  // words and controls
  const pieces: Piece[] = [];
  const controls: Element[] = [];
  for (const element of elements) {
    if (element.localName === 'svg' || element.closest(CELLS) !== null) continue;
    if (element.getRootNode() instanceof ShadowRoot) {
      const { host } = element.getRootNode() as ShadowRoot;
      if (host.matches(CELLS)) continue;
    }
    const layer = layerOf(element);
    if (element.matches(CONTROL)) {
      const box = element.getBoundingClientRect();
      if (isEmpty(box)) continue;
      controls.push(element);
      const { seen } = clipped(element, box);
      const isInline = styleOf(element).display === 'inline';
      if (!isEmpty(seen) && !isInline && styleOf(element).opacity !== '0')
        pieces.push({ element, box: seen, layer });
    }
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || node.nodeValue!.trim() === '') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) {
        if (isEmpty(line)) continue;
        const { seen, lost } = clipped(element, line);
        const isLost =
          lost.left > line.left + SLACK ||
          lost.right < line.right - SLACK ||
          // letters leave a part of their line free
          lost.top > line.top + line.height / 4 ||
          lost.bottom < line.bottom - line.height / 4;
        if (isLost && !isEllipsis(element)) faults.add(`${nameOf(element)} is cut off`);
        // letters are lower than their line
        const trim = line.height * 0.15;
        const letters = { ...seen, top: seen.top + trim, bottom: seen.bottom - trim };
        if (!isEmpty(letters)) pieces.push({ element, box: letters, layer });
      }
    }
  }
  pieces.sort((a, b) => a.box.top - b.box.top);
  for (const [i, a] of pieces.entries())
    for (let j = i + 1; j < pieces.length && pieces[j]!.box.top < a.box.bottom - SLACK; j++) {
      const b = pieces[j]!;
      if (a.layer !== b.layer || a.element === b.element) continue;
      const both = meet(a.box, b.box);
      if (both.right - both.left <= SLACK || both.bottom - both.top <= SLACK) continue;
      if (isWithin(a.element, b.element) || isWithin(b.element, a.element)) continue;
      // a label and its input are one
      const label = a.element.closest('label');
      if (label !== null && label === b.element.closest('label')) continue;
      faults.add(`${nameOf(a.element)} overlaps ${nameOf(b.element)} by ${sizeOf(both)}`);
    }

  // sizes, as WCAG 2.5.8 has them
  const targetOf = (element: Element): Box => {
    const label = element.matches('input, select') ? element.closest('label') : null;
    const [own, whole] = [element, label ?? element].map(one => one.getBoundingClientRect());
    return own!.height >= whole!.height ? own! : whole!;
  };
  const targets = controls.map(targetOf);
  const layers = controls.map(layerOf);
  for (const [i, element] of controls.entries()) {
    const box = targets[i]!;
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    if (box.bottom <= 0) continue; // until it has the focus
    // each move is also gone to by steps, and by the bar
    const needed = element.closest('.moves') === null ? least : Math.min(least, 24);
    if (width >= needed - 0.5 && height >= needed - 0.5) continue;
    // a link in a line of text is as high as the line, and has room around it
    const middle = (of: Box) => [(of.left + of.right) / 2, (of.top + of.bottom) / 2] as const;
    const [x, y] = middle(box);
    const isApart = targets.every((other, j) => {
      const dx = Math.max(other.left - x, 0, x - other.right);
      const dy = Math.max(other.top - y, 0, y - other.bottom);
      return (
        j === i ||
        layers[j] !== layers[i] ||
        isWithin(controls[j]!, element) ||
        isWithin(element, controls[j]!) ||
        Math.hypot(dx, dy) >= 12
      );
    });
    if (styleOf(element).display === 'inline' && isApart) continue;
    faults.add(`${nameOf(element)} is ${sizeOf(box)}, less than ${needed}`);
  }

  // what stands still leaves at least half of the window
  const bars = [...new Set(pieces.flatMap(({ layer }) => (layer === null ? [] : [layer])))].filter(
    bar => !isSheet(bar),
  );
  const covered = bars
    .map(bar => bar.getBoundingClientRect())
    .filter(box => {
      const isAtEdge =
        box.top <= 1 || box.bottom >= innerHeight - 1 || box.bottom > innerHeight * 0.8;
      return isAtEdge && box.width > innerWidth / 2;
    });
  const share =
    covered.reduce(
      (sum, box) => sum + Math.max(0, Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)),
      0,
    ) / innerHeight;
  if (share > 0.5)
    faults.add(
      `${bars.map(shortName).join(', ')} cover ${Math.round(share * 100)} % of the window`,
    );

  const at = (x: number, y: number): Element | null => {
    let found = document.elementFromPoint(x, y);
    while (found?.shadowRoot) {
      const inner = found.shadowRoot.elementFromPoint(x, y);
      if (inner === null || inner === found) break;
      found = inner;
    }
    return found;
  };
  /** What lies over the middle of an element, or over an edge of a low one; null where nothing does. */
  const coverOf = (element: Element): Element | null => {
    const { left, top, right, bottom } = clipped(element, element.getBoundingClientRect()).seen;
    const edge = Math.min(4, (bottom - top) / 4);
    const isLow = bottom - top < 120;
    const heights = [(top + bottom) / 2, ...(isLow ? [top + edge, bottom - edge] : [])];
    const covers = heights.map(y => at((left + right) / 2, y));
    return (
      covers.find(over => over !== null && !isWithin(over, element) && !isWithin(element, over)) ??
      null
    );
  };

  // what people come for
  if (main !== undefined) {
    const wanted =
      document.querySelector(main) ??
      elements.find(element => element.matches(main.split(' ').at(-1)!)) ??
      null;
    if (wanted === null) faults.add(`there is no ${main}`);
    else {
      const box = wanted.getBoundingClientRect();
      const over = coverOf(wanted);
      if (
        isEmpty(box) ||
        box.top < 0 ||
        Math.min(box.bottom, box.top + 44) > innerHeight ||
        box.right > innerWidth + 1
      )
        faults.add(
          `${nameOf(wanted)} is out of sight, at ${Math.round(box.top)} of ${innerHeight}`,
        );
      else if (over !== null) faults.add(`${nameOf(wanted)} is covered by ${nameOf(over)}`);
    }
  }

  // at the end of the page nothing stays below the bars
  const { scrollY: before } = globalThis;
  scrollTo({ top: root.scrollHeight, behavior: 'instant' });
  for (const element of controls) {
    const box = element.getBoundingClientRect();
    if (box.top < innerHeight / 2 || box.top > innerHeight || layerOf(element) !== null) continue;
    const over = isEmpty(clipped(element, box).seen) ? null : coverOf(element);
    const bar = over === null ? null : layerOf(over);
    if (bar !== null && !isSheet(bar))
      faults.add(`${nameOf(element)} stays below ${shortName(bar)}`);
  }
  scrollTo({ top: before, behavior: 'instant' });

  /** What people have opened over the page, and close again. */
  function isSheet(layer: Element): boolean {
    return layer.matches('.sheet, dialog, [role=dialog], [popover]');
  }
  return [...faults];
}
