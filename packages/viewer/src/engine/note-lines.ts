/** Notes as the page shows them: what glyphs and numbers mean is known here, so that the page need not load it. */
import { evaluationText, glyphSigns, type Note } from '@kifu/core';
import type { NoteLine } from './types.ts';

/** A note of a record, for the page. */
export const noteLine = ({ entry, author, text, glyphs, evaluation, shapes }: Note): NoteLine => ({
  n: entry,
  author,
  text,
  signs: glyphSigns(glyphs),
  judged: evaluation === undefined ? '' : evaluationText(evaluation),
  ...(shapes !== undefined && { shapes }),
});
