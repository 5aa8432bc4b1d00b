/** Addresses of daemons: a URL, or a multiaddr as in the file `api` of their folder. */
import { KuboAddressError } from './errors.ts';

/** Returns the base URL of its calls. */
export function parseDaemon(address: string): URL {
  const text = fromMultiaddr(address) ?? address;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password !== '')
    throw new KuboAddressError(address);
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = `${path === '' ? '/api/v0' : path}/`;
  url.search = '';
  url.hash = '';
  return url;
}

function fromMultiaddr(text: string): string | null {
  const [, kind, host, port, scheme] =
    /^\/(ip[46]|dns[46]?)\/([^/\s]+)\/tcp\/(\d{1,5})(?:\/(https?))?$/.exec(text) ?? [];
  if (host === undefined) return null;
  return `${scheme ?? 'http'}://${kind === 'ip6' ? `[${host}]` : host}:${port}`;
}
