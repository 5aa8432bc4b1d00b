/**
 * Records into a CAR file until it is killed, and prints what was acknowledged as durable, one line each. A separate program:
 *
 *     node --conditions=source car-recorder.ts <file>
 */
import { writeSync } from 'node:fs';
import { formatCid } from '@kifu/core';
import { createCarStore } from '../src/car/index.ts';
import { node } from './blocks.ts';

/** Nodes of the chain are 1, 2, …; beside each stand other blocks, of various lengths. */
const beside = (n: number) => [node(1_000_000 + n, 4 + (n % 300)), node(2_000_000 + n, 2000)];

const say = (line: string) => writeSync(1, `${line}\n`);

const [path] = process.argv.slice(2);
const { blocks, heads } = await createCarStore(path!).catch((error: Error) => {
  say(error.name);
  process.exit(1);
});
const match = node(1).cid;
let head = await heads.get(match);
const bytes = head && (await blocks.get(head));
say('open');
for (let n = bytes ? new DataView(bytes.buffer).getUint32(0) + 1 : 1; ; n++) {
  const next = node(n);
  const put = async ({ cid, bytes }: typeof next) => {
    await blocks.put(cid, bytes);
    say(`block ${formatCid(cid)}`);
  };
  const [note, late] = beside(n) as [typeof next, typeof next];
  await Promise.all([put(next), put(note)]);
  const [moved] = await Promise.all([heads.move(match, head, next.cid), put(late)]);
  if (!moved) throw new Error('another process moved the head');
  say(`head ${n}`);
  head = next.cid;
}
