/** `kifu publish --to peer`: publishes a record under a new name, and what is appended to its file. */
import { stat } from 'node:fs/promises';
import { fail, ok, type Result } from '@kifu/core';
import type { OpenedSource } from '@kifu/record/file';
import { type Context, putJson, putLine } from '../io.ts';
import { type CommandReport, EXIT, SILENT } from '../run-command.ts';
import { printable, tableLines } from '../text.ts';
import { openPeerPublisher } from './peer-publisher.ts';
import { watchLine } from './place.ts';

/** How often the file is looked at. */
const LOOK_MS = 500;

/** Publishes a record; where it is to stay, until the record has its ending or the user stops it. */
export async function publishByPeer(
  context: Context,
  file: string,
  first: OpenedSource,
  isToStay: boolean,
  open: () => Promise<Result<OpenedSource>>,
): Promise<Result<CommandReport>> {
  const { io, isJson } = context;
  let fault = NOT_YET.fault;
  const publisher = await openPeerPublisher(io, published => {
    if (!published.ok) ({ fault } = published);
  });
  if (!publisher.ok) return publisher;
  try {
    publisher.value.push(first.nodes);
    await publisher.value.settle();
    const published = publisher.value.last;
    if (published === null) return { ok: false, fault };
    const { name, head, log, sequence } = published;
    const rows = [
      ['published', name],
      ['record', head],
      ...(log === null ? [] : [['replay log', log]]),
      ['follow', watchLine(name)],
    ];
    const report = {
      json: { name, head, log, sequence },
      text: tableLines(rows.map(row => row.map(printable))).join('\n'),
      exitCode: EXIT.good,
    };
    if (!isToStay || isOver(first)) return ok(report);
    await (isJson ? putJson(io, { ok: true, ...report.json }) : putLine(io, report.text));
    const stopped = new AbortController();
    let exitCode: number = EXIT.good;
    const unhear = io.onStop(code => {
      exitCode = code;
      stopped.abort();
    });
    let before = await markOf(file);
    while (!stopped.signal.aborted) {
      await io.sleep(LOOK_MS, stopped.signal);
      const now = await markOf(file);
      if (now === before) continue;
      before = now;
      const opened = await open();
      // it may be half written: then it changes once more
      if (!opened.ok) continue;
      publisher.value.push(opened.value.nodes);
      if (isOver(opened.value)) stopped.abort();
    }
    unhear();
    await publisher.value.settle();
    return ok({ ...SILENT, exitCode });
  } finally {
    publisher.value.close();
  }
}

const NOT_YET = fail('unreachable', 'the peer did not answer');

const isOver = ({ kifu }: OpenedSource): boolean => kifu.ending !== null;

/** Distinguishes two states of a file. */
const markOf = (file: string): Promise<string> =>
  stat(file).then(
    ({ size, mtimeMs }) => `${size} ${mtimeMs}`,
    () => 'gone',
  );
