/** Where redirects may lead. */
import { afterEach, expect, test, vi } from 'vitest';
import { request } from './request.ts';

afterEach(() => vi.unstubAllGlobals());

const LIMITS = { timeoutMs: 5000, maxBytes: 1000, maxRedirects: 3 };

/** Asks an address that redirects to another one, and gives all that were asked. */
async function asked(from: string, to: string): Promise<readonly string[]> {
  const urls: string[] = [];
  vi.stubGlobal('fetch', async (url: URL) => {
    urls.push(url.href);
    return urls.length === 1
      ? new Response(null, { status: 302, headers: { location: to } })
      : new Response('here');
  });
  await request({ url: new URL(from), method: 'GET' }, LIMITS);
  return urls;
}

const OUTSIDE = 'http://203.0.113.5/';

test.each([
  'http://127.0.0.1:5001/api',
  'http://localhost/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://10.1.2.3/',
  'http://192.168.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://0.0.0.0/',
  'http://[fe80::1]/',
  'http://2130706433/',
])('refuses a redirect from outside to %s', async to => {
  await expect(asked(OUTSIDE, to)).rejects.toThrow(/redirected to an address inside/);
});

test.each([
  [OUTSIDE, 'http://198.51.100.7/x'],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:5001/x'],
  ['http://192.168.0.1/', 'http://127.0.0.1/'],
  [OUTSIDE, '/elsewhere'],
])('follows a redirect from %s to %s', async (from, to) => {
  expect(await asked(from, to)).toEqual([from, new URL(to, from).href]);
});
