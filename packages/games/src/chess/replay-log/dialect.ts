/**
 * A log as a file: JSON Lines, one node a line from the first to the root, each line the exact bytes of the node. The id of
 * the last line is the root, so the file needs nothing beside it.
 */
import { cidOf, fail, type Kifu, ok, type RecordFormat, type Result } from '@kifu/core';
import { toKifu } from './kifu.ts';
import { MAX_NODE_BYTES, MAX_NODES } from './node.ts';
import { judgeWalk } from './verify.ts';
import { type LogWalk, startWalk, takeStep, textOf } from './walk.ts';
import { writeLog } from './write.ts';

/** The replay log as a dialect. */
export const replayLog: RecordFormat = {
  name: 'replay-log',
  extensions: ['replay.jsonl'],
  read,
  write(kifu) {
    const log = writeLog(kifu);
    if (!log.ok) return log;
    const { nodes, losses } = log.value;
    return ok({ output: nodes.map(({ bytes }) => `${utf8.decode(bytes)}\n`).join(''), losses });
  },
};

const utf8 = new TextDecoder();
const LINE_END = 0x0a;
const RETURN = 0x0d;
const MAX_BYTES = MAX_NODES * (MAX_NODE_BYTES + 1);

/** The same bytes give the same record; line ends of other systems are taken for our own. */
function read(input: Uint8Array | string): Result<Kifu> {
  if (input.length > MAX_BYTES) return TOO_LARGE;
  const lines = splitLines(typeof input === 'string' ? new TextEncoder().encode(input) : input);
  if (lines.length > MAX_NODES) return TOO_LARGE;
  const root = lines.at(-1);
  if (root === undefined) return fail('malformed', 'a replay log has at least one line');
  const walk = startWalk({ cid: cidOf('raw', root), text: null });
  while (walk.wanted !== null) takeStep(walk, lines[lines.length - 1 - walk.steps.length]);
  const before = lines.length - walk.steps.length;
  if (walk.wrong === null && before > 0)
    return fail('malformed', 'this is the first node; there can be nothing before it', {
      at: { line: before + 1 },
    });
  const findings = judgeWalk(walk);
  const { fault, at } = findings;
  if (fault === null) return ok(toKifu(findings));
  // a node that belongs before the first line is missing there
  const line = Math.max(1, lines.length - stepsTo(walk, at));
  return { ok: false, fault: { ...fault, at: { line } } };
}

const TOO_LARGE = fail('too-large', `a replay log has at most ${MAX_NODES} lines of 4 KiB`);

/** How many lines before the last the node with this id stands. */
function stepsTo({ steps }: LogWalk, id: string | null): number {
  const found = steps.findIndex(step => textOf(step) === id);
  return found < 0 ? steps.length : found;
}

/** The lines, without their ends; nothing need stand after the last. One more than there may be is enough. */
function splitLines(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < bytes.length && lines.length <= MAX_NODES; ) {
    const found = bytes.indexOf(LINE_END, start);
    const end = found < 0 ? bytes.length : found;
    lines.push(bytes.subarray(start, bytes[end - 1] === RETURN && end > start ? end - 1 : end));
    start = end + 1;
  }
  return lines;
}
