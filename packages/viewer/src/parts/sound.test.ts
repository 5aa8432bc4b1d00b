import { expect, test } from 'vitest';
import { soundOf } from './sound.ts';

test.each<[string, string, readonly string[], string]>([
  ['move', 'a move', [], 'move'],
  ['tile', 'a domino', ['play'], 'move'],
  ['tile', 'a tile of Mage Duel', ['Moved'], 'move'],
  ['tile', 'a tile that is drawn', ['TileDrawn'], 'chance'],
  ['roll', 'dice', ['rolled'], 'chance'],
  ['capture', 'a capture', ['capture'], 'move'],
  ['capture', 'a tile that closes a contest', ['Moved', 'ContestWon'], 'move'],
  ['check', 'a capture with check', ['capture', 'check'], 'move'],
  ['end', 'the last domino', ['play', 'end'], 'move'],
])('%s is the sound of %s', (sound, _name, events, kind) => {
  expect(soundOf(events, kind)).toBe(sound);
});
