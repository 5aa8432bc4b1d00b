/** Bytes that are UTF-8, nearly so, or not at all. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText } from './text.ts';

const utf8 = (text: string) => [...new TextEncoder().encode(text)];
const utf16 = (text: string) => Array.from(text, char => char.charCodeAt(0));
const little = (text: string) => utf16(text).flatMap(code => [code & 255, code >> 8]);
const big = (text: string) => utf16(text).flatMap(code => [code >> 8, code & 255]);

test.each<[name: string, bytes: number[], text: string]>([
  ['UTF-8', utf8('Kostić'), 'Kostić'],
  ['a mark, which is kept', utf8('\ufeffé'), '\ufeffé'],
  ['Latin-1', [0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72], 'Müller'],
  ['Latin-1 with a mark that is none', [0xef, 0xbb, 0xbf, 0xe9], 'ï»¿é'],
  ['UTF-8 cut off in a character', utf8('Kostić, Kostić').slice(0, -1), 'Kostić, Kosti\ufffd'],
  ['UTF-8 with a spoilt character', [...utf8('漢字'), 0xe6, 0x41], '漢字\ufffdA'],
  ['a replacement character that was there before', utf8('\ufffd'), '\ufffd'],
  ['one that was there among others', utf8('é\ufffd'), 'é\ufffd'],
  ['UTF-16 with a mark', little('\ufeffKostić'), '\ufeffKostić'],
  ['the other UTF-16 with a mark', big('\ufeff漢字'), '\ufeff漢字'],
  ['UTF-16 without one', little('[White "Kostić"]'), '[White "Kostić"]'],
  ['the other UTF-16 without one', big('(;PB[李])'), '(;PB[李])'],
  ['a stray zero or two', utf8('[\0 \0Event "één"]'), '[\0 \0Event "één"]'],
  ['UTF-16 cut off in a character', little('Kostić').slice(0, -1), 'Kosti\ufffd'],
  ['a stray zero', utf8('[\0Event "é"]'), '[\0Event "é"]'],
  ['nothing', [], ''],
  ['a letter', [0x41], 'A'],
  ['a zero', [0], '\0'],
])('decodes %s', (_name, bytes, text) => {
  expect(decodeText(Uint8Array.from(bytes))).toBe(text);
});

test('decodes any bytes to some text, of at most as many characters', () => {
  fc.assert(
    fc.property(fc.uint8Array(), bytes => {
      expect(decodeText(bytes).length).toBeLessThanOrEqual(bytes.length);
    }),
  );
});
