/** Bytes that are UTF-8, nearly so, or not at all. */
import { expect, test } from 'vitest';
import { textOf } from './text.ts';

const utf8 = (text: string) => [...new TextEncoder().encode(text)];

test.each<[name: string, bytes: number[], text: string]>([
  ['UTF-8', utf8('Kostić'), 'Kostić'],
  ['a mark, which is kept', utf8('\ufeffé'), '\ufeffé'],
  ['Latin-1', [0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72], 'Müller'],
  ['Latin-1 with a mark that is none', [0xef, 0xbb, 0xbf, 0xe9], 'ï»¿é'],
  ['UTF-8 cut off in a character', utf8('Kostić, Kostić').slice(0, -1), 'Kostić, Kosti\ufffd'],
  ['UTF-8 with a spoilt character', [...utf8('漢字'), 0xe6, 0x41], '漢字\ufffdA'],
  ['a replacement character that was there before', utf8('\ufffd'), '\ufffd'],
  ['one that was there among others', utf8('é\ufffd'), 'é\ufffd'],
])('%s', (_name, bytes, text) => {
  expect(textOf(Uint8Array.from(bytes))).toBe(text);
});
