/** The contract of a `Vault`. */
import type { Json } from '@kifu/core';
import type { Vault } from '../store/ports.ts';
import {
  check,
  equal,
  givesUp,
  type MakeStore,
  range,
  type StoreCheck,
  withStores,
} from './assert.ts';

/** What every vault promises, as checks by name. */
export const vaultContract = (make: MakeStore<Vault>): StoreCheck[] =>
  withStores(make, [
    ['returns any JSON', ({ store }) => checkValues(store)],
    ['finds nothing that was never stored', ({ store }) => checkUnknown(store)],
    ['stores the latest value', ({ store }) => checkOverwrite(store)],
    ['adds a value only under a free name', ({ store }) => checkAdd(store)],
    ['lets one of many concurrent additions win', ({ store }) => checkRace(store)],
    ['separates kinds and names', ({ store }) => checkApart(store)],
    ['removes a value', ({ store }) => checkRemove(store)],
    ['lists its names, sorted', ({ store }) => checkNames(store)],
    ['accepts unusual names', ({ store }) => checkOddNames(store)],
    ['stores many values at once', ({ store }) => checkMany(store)],
    ['stops when its signal aborts', ({ store }) => checkAbort(store)],
    ['cannot be changed through its arguments or results', ({ store }) => checkSharing(store)],
  ]);

const nested = (depth: number): Json => (depth === 0 ? [] : { in: [nested(depth - 1)] });

const VALUES: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  2 ** 53 - 1,
  -(2 ** 53) + 1,
  '',
  'text',
  '棋譜 😀 \u0000 \u2028 "\'\\ %',
  'x'.repeat(100_000),
  [],
  {},
  [null, [1, ['a']], {}],
  { b: 1, a: { '': null, 'a b': [] } },
  JSON.parse('{"__proto__":{"a":1},"constructor":2,"toJSON":3}'),
  nested(20),
];

async function checkValues(vault: Vault): Promise<void> {
  for (const [i, value] of VALUES.entries()) await vault.put('kind', `${i}`, value);
  for (const [i, value] of VALUES.entries())
    equal(await vault.get('kind', `${i}`), value, `value ${i}`);
}

async function checkUnknown(vault: Vault): Promise<void> {
  for (const kind of ['kind', '__proto__', 'constructor', '']) {
    equal(await vault.get(kind, 'name'), undefined, `a value of kind ${kind}`);
    equal(await vault.names(kind), [], `the names of kind ${kind}`);
    await vault.remove(kind, 'name');
  }
  await vault.put('kind', 'name', 1);
  for (const name of ['', 'nam', 'name ', 'NAME', '__proto__', 'constructor', 'toString'])
    equal(await vault.get('kind', name), undefined, `a value of the name ${name}`);
}

async function checkOverwrite(vault: Vault): Promise<void> {
  for (const value of [{ a: 1 }, { b: 2 }, null, [], 'last']) {
    await vault.put('kind', 'name', value);
    equal(await vault.get('kind', 'name'), value, 'the value');
  }
  equal(await vault.names('kind'), ['name'], 'the names');
}

async function checkAdd(vault: Vault): Promise<void> {
  for (const value of [null, { a: 1 }, 'last']) {
    equal(await vault.add('kind', 'name', value), value === null, `adding ${value}`);
    equal(await vault.get('kind', 'name'), null, 'the value');
  }
  await vault.put('kind', 'name', 1);
  equal(await vault.add('kind', 'name', 2), false, 'adding where a value was put');
  equal(await vault.get('kind', 'name'), 1, 'the value that was put');
  await vault.remove('kind', 'name');
  equal(await vault.add('kind', 'name', 3), true, 'adding after the value was removed');
  equal(await vault.get('kind', 'name'), 3, 'the value that was added');
}

async function checkRace(vault: Vault): Promise<void> {
  const won = await Promise.all(range(50).map(n => vault.add('kind', 'name', n)));
  equal(won.filter(Boolean).length, 1, 'the number of winners');
  equal(await vault.get('kind', 'name'), won.indexOf(true), 'the value of the winner');
}

/** Pairs that are one if kind and name are joined, folded or swapped. */
const PAIRS: readonly [kind: string, name: string][] = [
  ['a', 'bc'],
  ['ab', 'c'],
  ['abc', ''],
  ['', 'abc'],
  ['c', 'ab'],
  ['a', 'b/c'],
  ['a/b', 'c'],
  ['a', 'b:c'],
  ['a:b', 'c'],
  ['a', 'b\nc'],
  ['a\nb', 'c'],
  ['A', 'bc'],
  ['a', 'BC'],
];

async function checkApart(vault: Vault): Promise<void> {
  for (const [i, [kind, name]] of PAIRS.entries()) await vault.put(kind, name, i);
  for (const [i, [kind, name]] of PAIRS.entries())
    equal(await vault.get(kind, name), i, `the value of ${JSON.stringify([kind, name])}`);
  equal(await vault.names('ab'), ['c'], 'the names of kind ab');
  await vault.remove('a', 'bc');
  equal(await vault.get('ab', 'c'), 1, 'what is left');
}

async function checkRemove(vault: Vault): Promise<void> {
  await vault.put('kind', 'one', 1);
  await vault.put('kind', 'two', null);
  for (const name of ['one', 'one', 'three']) await vault.remove('kind', name);
  equal(await vault.get('kind', 'one'), undefined, 'the value that was removed');
  equal(await vault.get('kind', 'two'), null, 'the other value');
  equal(await vault.names('kind'), ['two'], 'the names');
  await vault.put('kind', 'one', 3);
  equal(await vault.get('kind', 'one'), 3, 'the value that was put again');
}

/** Names that are easily taken for others, or sort in more than one way: the order is that of UTF-16 units, as in `sort`. */
const NAMES = [
  '',
  ' ',
  '/',
  '..',
  '10',
  '2',
  'A',
  'a',
  'a ',
  'B',
  '__proto__',
  'hasOwnProperty',
  '%',
  '_',
  "'",
  '"; --',
  '\\',
  '\n',
  'é',
  'e\u0301',
  '棋譜',
  '\uff5e',
  '😀',
  'x'.repeat(500),
];

async function checkNames(vault: Vault): Promise<void> {
  const sorted: string[] = [];
  for (const [i, name] of NAMES.toReversed().entries()) {
    await vault.put('kind', name, i);
    sorted.push(name);
    sorted.sort();
    equal(await vault.names('kind'), sorted, 'the names');
  }
  equal(await vault.names('other'), [], 'the names of another kind');
}

async function checkOddNames(vault: Vault): Promise<void> {
  for (const [i, name] of NAMES.entries()) await vault.put(name, name, i);
  for (const [i, name] of NAMES.entries()) {
    equal(await vault.get(name, name), i, `the value of ${JSON.stringify(name)}`);
    equal(await vault.names(name), [name], `the names of kind ${JSON.stringify(name)}`);
  }
}

async function checkMany(vault: Vault): Promise<void> {
  await Promise.all(range(100).map(n => vault.put('kind', `${n}`, { n })));
  const values = await Promise.all(range(100).map(n => vault.get('kind', `${n}`)));
  equal(
    values.map(value => value ?? null),
    range(100).map(n => ({ n })),
    'the values',
  );
  equal((await vault.names('kind')).length, 100, 'the number of names');
}

async function checkAbort(vault: Vault): Promise<void> {
  await vault.put('kind', 'name', 1);
  await givesUp([
    ask => vault.get('kind', 'name', ask),
    ask => vault.put('kind', 'name', 2, ask),
    ask => vault.put('kind', 'other', 2, ask),
    ask => vault.add('kind', 'other', 2, ask),
    ask => vault.remove('kind', 'name', ask),
    ask => vault.names('kind', ask),
  ]);
  equal(await vault.get('kind', 'name'), 1, 'the value');
  equal(await vault.names('kind'), ['name'], 'the names');
}

async function checkSharing(vault: Vault): Promise<void> {
  const given = { list: [1, 2] };
  await vault.put('kind', 'name', given);
  given.list.push(3);
  const got = (await vault.get('kind', 'name')) as { list: number[] };
  check(Array.isArray(got.list), 'the value comes back as another type');
  try {
    got.list.push(4);
    got.list = [];
  } catch {
    // what is frozen is as good
  }
  equal(await vault.get('kind', 'name'), { list: [1, 2] }, 'the value');
}
