/** Studies in links: the bytes of the study itself, as the letters that addresses have (RFC 4648 §5). */
import { decodeBase64, encodeBase64, type Result } from '@kifu/core';
import { decodeStudy, encodeStudy, type Study } from '@kifu/record/study';
import { hasServer, href, type SiteAddress } from '../router.ts';

/** Longer links are cut by programs that pass them on. */
const MAX_LETTERS = 30_000;

/** The path of a page that shows a study of a link; no stored study has this id. */
export const SHARED = 'shared';

/** The letters of a study; null where there would be too many. */
export function studyLetters(study: Study): string | null {
  const bytes = encodeStudy(study);
  if (!bytes.ok || bytes.value.length > (MAX_LETTERS * 3) / 4) return null;
  return encodeBase64(bytes.value).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The study of untrusted letters. */
export function studyOfLetters(letters: string): Result<Study> {
  const base64 = letters
    .slice(0, MAX_LETTERS + 1)
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  const bytes = decodeBase64(base64.padEnd(Math.ceil(base64.length / 4) * 4, '='));
  return bytes.ok ? decodeStudy(bytes.value) : bytes;
}

/** The address of a study. The letters stand where browsers send them to no server. */
export const linkTo = (letters: string): string =>
  new URL(href(`/study/${SHARED}${hasServer() ? '#' : '?s='}${letters}`), location.href).href;

/** The letters in the address of the page. */
export const lettersHere = (query: SiteAddress['query']): string =>
  hasServer() ? location.hash.slice(1) : (query.get('s') ?? '');
