/** The worker: reads records and checks them, away from the page that draws. */
import { checkNodes } from '../verify/check.ts';
import type { Answer, Question } from './ask.ts';
import { readRecord } from './read.ts';

const post = (answer: Answer): void => self.postMessage(answer);

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  const { id } = data;
  if (data.do === 'read')
    post({ id, read: await readRecord(data.name, data.bytes, data.which), isDone: true });
  else
    await checkNodes(data.nodes, data.head, checked =>
      post({ id, checked, isDone: checked.isDone }),
    );
};
