/** The header as it is stored: its keys, and each term separately. */

import { decode } from '@ipld/dag-cbor';
import { type Header, NO_TERMS, TERM_NAMES, TERMS, type TermValues, unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { decodeHeader, encodeHeader } from './header.ts';

const HEADER: Header = {
  ...{ game: 'chess', version: 1, options: {}, players: [], seed: null, start: null },
  ...{ startedAt: null, tags: {} },
};

/** A value of each kind, different from every term's `none`. */
const VALUES: TermValues = {
  flag: true,
  count: 8,
  nonce: '00ff',
  key: 'ab'.repeat(32),
  clock: { type: 'fischer', mainMs: 300_000, incrementMs: 3000 },
  fair: { commitments: [null, 'cd'.repeat(32)], waitMs: 60_000, deal: null },
  branch: {
    node: 'bafyreidmp52dajfo6s63lgl3imyzkkbktpjotbydxx5ptyninfrlsenhke',
    ...{ part: 1, at: null },
  },
};

test('has the sixteen keys of the format, in canonical order', () => {
  expect(Object.keys(decode(encodeHeader(HEADER)) as object)).toEqual([
    ...['fair', 'game', 'kifu', 'seed', 'tags', 'clock', 'nonce', 'rated', 'start', 'branch'],
    ...['options', 'players', 'referee', 'version', 'hashEvery', 'startedAt'],
  ]);
});

test('of a foreign record has no terms', () => {
  expect(decode(encodeHeader(HEADER))).toEqual({
    ...{ ...HEADER, kifu: 1, fair: null, clock: null, nonce: new Uint8Array(), rated: false },
    ...{ branch: null, referee: null, hashEvery: 16 },
  });
  for (const header of [HEADER, { ...HEADER, terms: NO_TERMS }])
    expect(unwrap(decodeHeader(encodeHeader(header)))).toEqual(HEADER);
});

test.each(TERM_NAMES)('keeps %s where no other term was agreed on', name => {
  const header = { ...HEADER, terms: { ...NO_TERMS, [name]: VALUES[TERMS[name].kind] } };
  expect(unwrap(decodeHeader(encodeHeader(header)))).toEqual(header);
});
