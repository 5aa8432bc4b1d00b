/**
 * Addresses of pages. On a Kifu server every page has a path (`/library?game=chess`), which the shell marks with `<base>`; static files have
 * one path only, and the page is in the hash (`#/library?game=chess`).
 */

/** The parts of a path that a route names. */
export type Params = Readonly<Record<string, string>>;

/** A page of the site. */
export interface Route {
  /** `/new/:game`. */
  readonly path: string;
  /** Loads the module that defines the element. */
  load(): Promise<unknown>;
  /** The element of the page, which receives `params` and `query`. */
  readonly tag: string;
  /** Whether it opens what lies on other servers: our server lets only documents that were loaded at such a path do so. */
  readonly isOpen?: true;
}

/** An address inside the site. */
export interface SiteAddress {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Whether a server of ours gave the page, and answers below `/api`. */
export const hasServer = (): boolean => document.querySelector('base') !== null;

/** The address of a page, for links. */
export const href = (path: string): string =>
  hasServer() ? path : `${location.pathname}${location.search}#${path}`;

/** The place that an address of the site stands for. */
function placeOf(address: URL): SiteAddress {
  const [path = '/', query = ''] = hasServer()
    ? [address.pathname, address.search]
    : (address.hash.slice(1) || '/').split(/\?(.*)/s);
  return { path, query: new URLSearchParams(query) };
}

/** The parts of a path that a route names; null where the path is not one of its. */
export function matchPath(route: string, path: string): Params | null {
  const [names, parts] = [route, path].map(text => text.replace(/\/$/, '').split('/')) as [
    string[],
    string[],
  ];
  if (names.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [i, name] of names.entries()) {
    const part = decoded(parts[i]!);
    if (part === null) return null;
    if (name.startsWith(':')) params[name.slice(1)] = part;
    else if (name !== part) return null;
  }
  return params;
}

/** Goes to a page of the site. */
export function navigate(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', href(path));
  else history.pushState(null, '', href(path));
  dispatchEvent(new Event('kifu-navigate'));
}

/** Replaces the path in the address of the document, and keeps everything else of it; then the page of the new path is shown. */
export function movePlace(path: string, to: string): void {
  const address = new URL(location.href);
  if (hasServer()) address.pathname = to;
  else address.hash = address.hash.replace(path, to);
  history.replaceState(null, '', address);
  dispatchEvent(new Event('kifu-navigate'));
}

/** Whether a page needs more than its own server: it has that name, and no record of this site or of the reader to show. */
export function opensOthers({ isOpen }: Route, { query }: SiteAddress): boolean {
  const src = query.get('src');
  if (isOpen !== true || src === null) return isOpen === true;
  return (
    URL.canParse(src, document.baseURI) && new URL(src, document.baseURI).origin !== location.origin
  );
}

/** Calls back for the page that is shown first, and for each that people go to. */
export function listenForPlaces(show: (place: SiteAddress) => void): void {
  const tell = () => show(placeOf(new URL(location.href)));
  addEventListener('popstate', tell);
  addEventListener('kifu-navigate', tell);
  document.addEventListener('click', event => {
    const link = linkOf(event);
    if (link === null) return;
    event.preventDefault();
    if (link.href !== location.href) history.pushState(null, '', link.href);
    tell();
  });
  tell();
}

/** The link that a click follows inside the site; null where the browser is to follow it. */
export function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event
    .composedPath()
    .find((target): target is HTMLAnchorElement => target instanceof HTMLAnchorElement);
  if (link === undefined || !link.hasAttribute('data-page')) return null;
  return link.target === '' ? link : null;
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
