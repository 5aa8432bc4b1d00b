/** Bytes in the character sets that such files have. */
import { unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { sgf } from './index.ts';

const nameIn = (bytes: readonly number[]) =>
  unwrap(sgf.read(Uint8Array.from(bytes))).header.players[0]!.name;
const ascii = (text: string) => [...text].map(char => char.charCodeAt(0));

test.each<[string, number[], string]>([
  ['UTF-8', [...ascii('(;CA[UTF-8]PB['), 0xe6, 0xbc, 0xa2, ...ascii(']))')], '漢'],
  ['UTF-8 that is not told', [...ascii('(;PB['), 0xc3, 0xa9, ...ascii('])')], 'é'],
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, ...ascii('(;PB['), 0xc3, 0xa9, ...ascii('])')], 'é'],
  ['Latin-1 that is not told', [...ascii('(;PB['), 0xe9, ...ascii('])')], 'é'],
  ['Latin-1', [...ascii('(;CA[ISO-8859-1]PB['), 0xc3, 0xa9, ...ascii('])')], 'Ã©'],
  ['wrong UTF-8', [...ascii('(;CA[utf8]PB['), 0xe9, ...ascii('])')], 'é'],
  // the second byte of this character is a backslash elsewhere
  ['Shift_JIS', [...ascii('(;CA[Shift_JIS]PB['), 0x95, 0x5c, ...ascii('])')], '表'],
  ['GBK', [...ascii('(;CA[gb2312]PB['), 0xce, 0xa7, ...ascii('])')], '围'],
  ['Big5', [...ascii('(;CA[big5]PB['), 0xb3, 0xf2, ...ascii('])')], '圍'],
  ['EUC-KR', [...ascii('(;CA[euc-kr]PB['), 0xb9, 0xd9, ...ascii('])')], '바'],
  ['UTF-16', [0xff, 0xfe, ...ascii('(;PB[x])').flatMap(code => [code, 0])], 'x'],
])('%s', (_name, bytes, name) => expect(nameIn(bytes)).toBe(name));

test('a set that nobody knows is no reason to guess', () => {
  expect(sgf.read(Uint8Array.from(ascii('(;CA[klingon]PB[x])')))).toMatchObject({
    ok: false,
    fault: { code: 'unsupported', rule: 'charset' },
  });
});

test('text has been decoded already, whatever it says', () => {
  expect(unwrap(sgf.read('(;CA[klingon]PB[漢])')).header.players[0]!.name).toBe('漢');
});
