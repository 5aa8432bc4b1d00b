/** The interface, proved on four games that have nothing in common. */
import { conformance } from '@kifu/core/conformance';
import { describe, test } from 'vitest';
import { lane } from './lane.ts';
import { nim } from './nim.ts';
import { race } from './race.ts';
import { tricks } from './tricks.ts';

describe.each([race, tricks, lane, nim] as never[])('$name', (game: typeof nim) => {
  for (const [name, check] of conformance(game)) test(name, check);
});
