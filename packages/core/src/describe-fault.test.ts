/** Faults as sentences for players. */
import { LANGUAGES, type Language, loadTexts } from '@kifu/texts';
import { describe, expect, test } from 'vitest';
import { describeFault } from './describe-fault.ts';
import { FAULTS, type FaultCode } from './faults.ts';

test('a rule that says more than its code comes first', () => {
  expect(describeFault({ code: 'unsupported', rule: 'muted' })).toMatch(/muted/);
  expect(describeFault({ code: 'illegal-move', rule: 'noSuchMove' })).toBe(
    describeFault({ code: 'illegal-move' }),
  );
  // codes and rules come from strangers
  expect(describeFault({ code: 'exists', rule: 'constructor' })).toBe(
    describeFault({ code: 'exists' }),
  );
  expect(describeFault({ code: 'paused', rule: '__proto__' })).toBe(
    describeFault({ code: 'paused' }),
  );
});

describe.each(Object.keys(LANGUAGES) as Language[])('%s', language => {
  test('every code and rule has a sentence', async () => {
    const { faults } = await loadTexts(language);
    expect(Object.keys(faults.codes).sort()).toEqual(Object.keys(FAULTS).sort());
    for (const code of Object.keys(FAULTS) as FaultCode[])
      expect(describeFault({ code }, faults)).toMatch(/[.。]$/);
    for (const [code, rules] of Object.entries(faults.rules))
      for (const [rule, text] of Object.entries(rules)) {
        expect(text).toMatch(/[.。]$/);
        expect(describeFault({ code: code as FaultCode, rule }, faults)).toBe(text);
      }
  });
});
