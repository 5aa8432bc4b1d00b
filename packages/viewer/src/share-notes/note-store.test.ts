/** Layers of notes. */
import type { SharedNote } from '@kifu/record/annotations';
import { afterEach, expect, test, vi } from 'vitest';
import type { CheckedNote } from '../engine/on-demand-types.ts';
import { addNotes, layersOf, memory, ownSecret, shownNotes } from './note-store.ts';

const note = (
  more: Partial<SharedNote>,
  status: CheckedNote['status'],
  n: number | null = 1,
): CheckedNote => ({
  note: {
    about: 'x',
    tick: null,
    author: 'Ann',
    text: 'hm',
    shapes: [],
    madeAt: null,
    key: null,
    signature: null,
    ...more,
  },
  status,
  n,
});

afterEach(() => vi.unstubAllGlobals());

test('a layer is a key, and a note that is not what the key signed is none of it', () => {
  const notes = [
    note({ author: 'Bob' }, 'unsigned'),
    note({ key: 'k1', signature: 's' }, 'signed'),
    note({ key: 'k1', signature: 's', author: 'Ann again', text: 'two' }, 'signed'),
    note({ key: 'k1', signature: 'x' }, 'broken'),
    note({ author: 'Ann' }, 'unsigned'),
  ];
  expect(layersOf(notes).map(({ id, status, count }) => [id, status, count])).toEqual([
    ['key k1', 'signed', 2],
    ['unsigned Bob', 'unsigned', 1],
    ['unsigned Ann', 'unsigned', 1],
    ['broken Ann', 'broken', 1],
  ]);
  expect(shownNotes(notes, new Set(['key k1', 'broken Ann']))).toHaveLength(2);
});

test('a note is added once, and one about another match is not shown', () => {
  const [a, b] = [note({}, 'unsigned', 5), note({ text: 'other' }, 'unsigned', null)];
  const all = addNotes([a], [a, b]);
  expect(all).toEqual([a, b]);
  expect(shownNotes(all, new Set())).toMatchObject([{ n: 5, text: 'hm' }]);
});

test('a page that may not use localStorage gets a secret that is not kept', () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new Error('denied');
    },
    setItem() {
      throw new Error('denied');
    },
  });
  expect(memory.get('secret')).toBeNull();
  expect(memory.set('secret', 'x')).toBe(false);
  expect(ownSecret()).toMatch(/^[0-9a-f]{64}$/);
});

test('a stored secret is used again, and a malformed one is replaced', () => {
  const kept = new Map([['kifu-secret', 'nonsense']]);
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
  const secret = ownSecret();
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(ownSecret()).toBe(secret);
});
