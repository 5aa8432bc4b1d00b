/** The analysis of a chapter, which the chapter keeps among its notes and variations. */
import type { Result } from '@kifu/core';
import { replaceAnalysis } from '@kifu/record/analysis';
import { type Games, writeWhole } from '@kifu/record/file';
import { openRecord } from './study-records.ts';

/** A chapter as it is now, and its record as it was analyzed: a CAR; null to remove the analysis. */
export interface AnalyzedChapter {
  readonly pack: Uint8Array;
  readonly analyzed: Uint8Array | null;
}

/** The pack of a chapter with an analysis in place of the one before. What was added since the analysis began stays. */
export async function withChapterAnalysis(
  games: Games,
  { pack, analyzed }: AnalyzedChapter,
): Promise<Result<Uint8Array>> {
  const chapter = await openRecord(games, pack, 'pack');
  if (!chapter.ok) return chapter;
  const from = analyzed === null ? null : await openRecord(games, analyzed, 'car');
  if (from?.ok === false) return from;
  const { kit, kifu, nodes, head } = chapter.value;
  const annotated = { ...kifu, ...replaceAnalysis(kifu, from?.value.kifu ?? null) };
  return writeWhole({ kit, kifu: annotated, nodes, head }, 'pack') as Result<Uint8Array>;
}
