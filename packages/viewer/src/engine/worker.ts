/** The engine in a worker, away from the page that draws. */
import type { AnswerEnvelope, QuestionEnvelope } from './ask.ts';
import { answer } from './engine.ts';

self.onmessage = async ({ data }: MessageEvent<QuestionEnvelope>) => {
  const { id, question } = data;
  await answer(question, (told, isLast) =>
    self.postMessage({ id, answer: told, isLast } satisfies AnswerEnvelope),
  );
};
