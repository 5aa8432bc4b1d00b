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
  ['EUC-CN', [...ascii('(;CA[EUC-CN]PB['), 0xce, 0xa7, ...ascii('])')], '围'],
  [
    'UTF-8 with a character cut in two',
    [
      ...ascii('(;CA[UTF-8]PB['),
      0xe6,
      0xbc,
      0xa2,
      0xe5,
      0xad,
      ...ascii(']C['),
      0xc3,
      0xa9,
      ...ascii('])'),
    ],
    '漢\ufffd',
  ],
  [
    'GB2312 that is not told',
    [...ascii('(;PB['), 0xb9, 0xc5, 0xc1, 0xa6, ...ascii(']BR[9'), 0xb6, 0xce, ...ascii('])')],
    '古力',
  ],
  [
    'Shift_JIS that is not told',
    [...ascii('(;PB['), 0x90, 0xce, 0x93, 0x63, 0x96, 0x46, 0x95, 0x76, ...ascii('])')],
    '石田芳夫',
  ],
  ['Shift_JIS by its kana', [...ascii('(;PB['), 0x83, 0x41, 0x82, 0xcc, ...ascii('])')], 'アの'],
  [
    'Latin-1 with two accents in a row',
    [...ascii('(;PB[cr'), 0xe9, 0xe9, ...ascii('e])')],
    'créée',
  ],
  [
    'quotes of Windows',
    [...ascii('(;PB[it'), 0x92, ...ascii('s what it'), 0x92, ...ascii('s])')],
    'it\u0092s what it\u0092s',
  ],
  ['UTF-16 without a mark', ascii('(;PB[x])').flatMap(code => [code, 0]), 'x'],
  ['the other UTF-16 without a mark', ascii('(;PB[x])').flatMap(code => [0, code]), 'x'],
  ['UTF-16', [0xff, 0xfe, ...ascii('(;PB[x])').flatMap(code => [code, 0])], 'x'],
])('%s', (_name, bytes, name) => expect(nameIn(bytes)).toBe(name));

test('refuses a character set that is not known', () => {
  expect(sgf.read(Uint8Array.from(ascii('(;CA[klingon]PB[x])')))).toMatchObject({
    ok: false,
    fault: { code: 'unsupported', rule: 'charset' },
  });
});

test('text is not decoded again, even if it names a set', () => {
  expect(unwrap(sgf.read('(;CA[klingon]PB[漢])')).header.players[0]!.name).toBe('漢');
});
