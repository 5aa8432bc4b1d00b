/** Worker that reads, begins and writes chapters: long files do not stop the page. */
import type { Kit, Result } from '@kifu/core';
import type { FormatInfo } from '@kifu/record/file';
import type { Study } from '@kifu/record/study';
import { readerGames, useGames } from '@kifu/viewer/games';
import { type AnalyzedChapter, withChapterAnalysis } from './chapter-analysis.ts';
import {
  beginChapter,
  type FoundChapter,
  type FoundStudy,
  readStudy,
  type StudyFile,
  studyForms,
  type WrittenStudy,
  writeStudy,
} from './study-records.ts';

/** What it is asked, and what it answers. */
export interface StudyWork {
  read: {
    readonly asked: StudyFile;
    readonly answer: FoundStudy;
  };
  begin: {
    readonly asked: { readonly game: string; readonly position: string };
    readonly answer: Result<FoundChapter>;
  };
  forms: { readonly asked: { readonly games: readonly string[] }; readonly answer: FormatInfo[] };
  write: {
    readonly asked: { readonly study: Study; readonly form: FormatInfo | null };
    readonly answer: Result<WrittenStudy>;
  };
  analysis: { readonly asked: AnalyzedChapter; readonly answer: Result<Uint8Array> };
}

/** A question to it. */
export type StudyQuestion = {
  [Do in keyof StudyWork]: { readonly do: Do; readonly asked: StudyWork[Do]['asked'] };
}[keyof StudyWork] & {
  /** The address of the module that games come from; null for the built-in ones. */
  readonly module: string | null;
};

addEventListener('message', async ({ data }: MessageEvent<StudyQuestion>) => {
  useGames(data.module);
  postMessage(await answer(data));
});

async function answer(question: StudyQuestion): Promise<StudyWork[keyof StudyWork]['answer']> {
  const games = await readerGames();
  switch (question.do) {
    case 'read':
      return readStudy(games, question.asked);
    case 'begin': {
      const { game, position } = question.asked;
      const kit = await games.load(game);
      const [seed] = crypto.getRandomValues(new Uint32Array(1)) as unknown as [number];
      return kit.ok ? beginChapter(kit.value as Kit, position, seed >>> 1) : kit;
    }
    case 'forms':
      return studyForms(games, question.asked.games);
    case 'write':
      return writeStudy(games, question.asked.study, question.asked.form);
    case 'analysis':
      return withChapterAnalysis(games, question.asked);
  }
}
