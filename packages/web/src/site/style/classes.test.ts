/** Pages share one stylesheet, so a class that two components happen to use would be drawn as both. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Parts that several pages have; pages may change them only within elements of their own. */
const SHARED = 'base.css';

/** A rule for one selector: the class it is for, and whether nothing around the element narrows it. */
interface StyledClass {
  readonly file: string;
  readonly selector: string;
  readonly name: string;
  readonly isBare: boolean;
}

const styled = readdirSync(import.meta.dirname)
  .filter(file => file.endsWith('.css'))
  .flatMap(file => classesOf(file, readFileSync(join(import.meta.dirname, file), 'utf8')));

test('no two components style the same class', () => {
  const shared = new Set(styled.filter(({ file }) => file === SHARED).map(({ name }) => name));
  const owners = new Map<string, Set<string>>();
  for (const { name, file } of styled)
    if (!shared.has(name)) owners.set(name, (owners.get(name) ?? new Set()).add(file));
  const taken = [...owners].filter(([, files]) => files.size > 1);
  expect(taken.map(([name, files]) => `.${name}: ${[...files].join(', ')}`)).toEqual([]);
  const changed = styled.filter(
    ({ name, file, isBare }) => isBare && file !== SHARED && shared.has(name),
  );
  expect(changed.map(({ selector, file }) => `${selector}: ${file}, ${SHARED}`)).toEqual([]);
});

test('finds a class that two files style', () => {
  expect(
    classesOf('a.css', '/* .no { */ .x .drop, .drop.over:is(.y, .w) { } @media (x) { b > .z { } }'),
  ).toEqual([
    { file: 'a.css', selector: '.x .drop', name: 'drop', isBare: false },
    { file: 'a.css', selector: '.drop.over:is(.y, .w)', name: 'drop', isBare: true },
    { file: 'a.css', selector: 'b > .z', name: 'z', isBare: false },
  ]);
});

/** The first class of the element that each selector is for: the classes after it are its states. */
function classesOf(file: string, css: string): StyledClass[] {
  const rules = css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{/g);
  return [...rules]
    .flatMap(([, selectors = '']) => selectors.split(/,(?![^(]*\))/))
    .map(selector => selector.trim())
    .filter(selector => !selector.startsWith('@'))
    .flatMap(selector => {
      const parts = selector.replace(/\([^)]*\)/g, '').split(/\s*[>+~\s]\s*/);
      const name = /\.([\w-]+)/.exec(parts.at(-1)!)?.[1];
      return name === undefined ? [] : [{ file, selector, name, isBare: parts.length === 1 }];
    });
}
