/** The game that the bots are measured with keeps the contract of a game. */
import { conformance } from '@kifu/core/conformance';
import { test } from 'vitest';
import { pig } from './pig.ts';

for (const [name, check] of conformance(pig)) test(name, check);
