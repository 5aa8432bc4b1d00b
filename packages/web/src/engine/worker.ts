/** The engine in a worker, away from the page that draws. */
import type { Envelope, Reply } from './ask.ts';
import { answer } from './engine.ts';

self.onmessage = async ({ data }: MessageEvent<Envelope>) => {
  const { id, question } = data;
  await answer(question, (told, isLast) =>
    self.postMessage({ id, answer: told, isLast } satisfies Reply),
  );
};
