/** Where a page that no server of ours gave has its archive: in its own address, or in its head. It imports next to nothing: most pages have none. */
import { hasServer } from '../router.ts';

/**
 * The address of the archive: `?archive=https://…` of the page, or else `<meta name="kifu-archive" content="archive/">`. Null where the
 * page names none, and where there is a server, which asks its own.
 */
export function archiveAddress(): string | null {
  if (hasServer()) return null;
  const named =
    new URLSearchParams(location.search).get('archive') ??
    document.querySelector<HTMLMetaElement>('meta[name="kifu-archive"]')?.content ??
    '';
  const url = named === '' ? null : URL.parse(named, document.baseURI);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
