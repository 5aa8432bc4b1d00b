/** The service worker on its own: it gives a file whatever the cache does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';

const SOURCE = readFileSync(join(import.meta.dirname, '../public/service-worker.js'), 'utf8');
const PAGE = 'https://kifu.example/';

interface Asked {
  readonly answer: Promise<Response>;
  /** What the worker still does after its answer. */
  readonly after: readonly Promise<unknown>[];
}

/** Runs the worker with a cache of ours; gives what asks it for a file. */
function start(caches: object): (path: string) => Asked {
  const listeners = new Map<string, (event: object) => void>();
  const self = {
    ...{ registration: { scope: PAGE }, caches, URL },
    addEventListener: (type: string, listener: (event: object) => void) =>
      listeners.set(type, listener),
    fetch: async () => {
      const response = new Response('the file');
      Object.defineProperty(response, 'type', { value: 'basic' });
      return response;
    },
  };
  runInNewContext(SOURCE, { ...self, self });
  return path => {
    let answer: Promise<Response> | undefined;
    const after: Promise<unknown>[] = [];
    listeners.get('fetch')!({
      request: new Request(new URL(path, PAGE)),
      respondWith: (promise: Promise<Response>) => (answer = promise),
      waitUntil: (promise: Promise<unknown>) => after.push(promise),
    });
    return { answer: answer!, after };
  };
}

describe.each(['/chunks/board-1a2b3c.js', '/about'])('%s', path => {
  test('is given where nothing can be cached, as on a full disk', async () => {
    const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    const ask = start({ match: async () => undefined, open: async () => ({ put: full }) });
    const { answer, after } = ask(path);
    expect(await (await answer).text()).toBe('the file');
    await Promise.all(after);
  });

  test('is given before it is cached', async () => {
    const stored: string[] = [];
    const { promise: free, resolve } = Promise.withResolvers<void>();
    const put = async (_: Request, response: Response) => {
      await free;
      stored.push(await response.text());
    };
    const ask = start({ match: async () => undefined, open: async () => ({ put }) });
    const { answer, after } = ask(path);
    expect(await (await answer).text()).toBe('the file');
    expect(stored).toEqual([]);
    resolve();
    await Promise.all(after);
    expect(stored).toEqual(['the file']);
  });
});
