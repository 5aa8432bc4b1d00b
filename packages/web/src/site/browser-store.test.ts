import { afterEach, describe, expect, test, vi } from 'vitest';
import { isOnlyHeld, namesAfter, readItem, removeItem, writeItem } from './browser-store.ts';

afterEach(() => vi.unstubAllGlobals());

/** Browser storage with room for a few letters. */
function storage(room: number): Record<string, unknown> {
  const items: Record<string, unknown> = {};
  const functions = {
    getItem: (name: string) => items[name] ?? null,
    setItem(name: string, value: string) {
      if (value.length > room) throw new Error('QuotaExceededError');
      items[name] = value;
    },
    removeItem: (name: string) => void delete items[name],
  };
  for (const [name, value] of Object.entries(functions))
    Object.defineProperty(items, name, { value, enumerable: false });
  return items;
}

const blocked = new Proxy(
  {},
  {
    get() {
      throw new Error('SecurityError');
    },
    ownKeys() {
      throw new Error('SecurityError');
    },
  },
);

describe.each([
  ['stores', storage(100), false],
  ['is blocked', blocked, true],
  ['is full', storage(3), true],
] as const)('in a browser that %s', (_how, localStorage, isHeld) => {
  test('what is written is read, listed and removed', () => {
    vi.stubGlobal('localStorage', localStorage);
    expect(readItem('kifu-a-1')).toBe(null);
    expect(writeItem('kifu-a-1', 'four')).toBe(!isHeld);
    expect(writeItem('kifu-b-1', 'five')).toBe(!isHeld);
    expect(readItem('kifu-a-1')).toBe('four');
    expect(isOnlyHeld('kifu-a-1')).toBe(isHeld);
    expect(namesAfter('kifu-a-')).toEqual(['1']);
    removeItem('kifu-a-1');
    removeItem('kifu-b-1');
    expect(readItem('kifu-a-1')).toBe(null);
    expect(namesAfter('kifu-a-')).toEqual([]);
  });
});

test('what could not be stored counts, not what was stored before', () => {
  vi.stubGlobal('localStorage', storage(3));
  writeItem('kifu-c', 'old');
  writeItem('kifu-c', 'newer');
  expect(readItem('kifu-c')).toBe('newer');
  writeItem('kifu-c', 'new');
  expect([readItem('kifu-c'), isOnlyHeld('kifu-c')]).toEqual(['new', false]);
});
