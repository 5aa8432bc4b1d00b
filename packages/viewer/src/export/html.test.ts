/** One-file pages as text: nothing that strangers wrote gets out of the place it was given. */
import { decodeBase64, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeHtml, htmlFile, NOTES_ID, RECORD_ID, SCRIPT_ID } from './html.ts';

const FILE = { title: 'Ann – Bob, chess', script: 'run();', record: Uint8Array.of(1, 2, 3) };

const element = (text: string, id: string): string =>
  new RegExp(`id="${id}">([^]*?)</script>`).exec(text)?.[1] ?? '';

const bytesIn = (text: string, id: string): Uint8Array => unwrap(decodeBase64(element(text, id)));

test('record and notes are read back from the page', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: 'grapheme' }),
      (record, notes) => {
        const text = htmlFile({ ...FILE, record, notes });
        expect(bytesIn(text, RECORD_ID)).toEqual(record);
        expect(new TextDecoder().decode(bytesIn(text, NOTES_ID))).toBe(notes);
      },
    ),
    { numRuns: 50 },
  );
  const large = new Uint8Array(200_001).map((_, i) => i * 7);
  expect(bytesIn(htmlFile({ ...FILE, record: large }), RECORD_ID)).toEqual(large);
});

test('a title and attributes cannot become elements', () => {
  fc.assert(
    fc.property(fc.string(), evil => {
      const text = htmlFile({ ...FILE, title: evil, attributes: { at: evil } });
      expect(text).toContain(`<title>${escapeHtml(evil)}</title>`);
      expect(escapeHtml(evil)).not.toMatch(/[<>"']/);
    }),
  );
  const evil = '"></kifu-viewer><script>alert(1)</script>';
  const text = htmlFile({ ...FILE, title: evil, attributes: { at: evil } });
  expect(text.match(/<script/g)).toHaveLength(2);
});

test('a script cannot end its element, and means what it did', () => {
  const script = 'globalThis.x = ["</script>", `</SCRIPT>`, "<!--<script>"];';
  const text = element(htmlFile({ ...FILE, script }), SCRIPT_ID);
  expect(text).not.toMatch(/<\/script|<!--/i);
  const seen = new Function('globalThis', `${text}; return globalThis.x;`)({});
  expect(seen).toEqual(['</script>', '</SCRIPT>', '<!--<script>']);
});

test('the page may load nothing', () => {
  const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(htmlFile(FILE)) ?? [];
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:|connect-src|\*/);
});
