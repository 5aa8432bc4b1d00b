/**
 * A thread of its own, so that neither the disk nor a long search keeps others waiting: one that writes, one that
 * searches, or one that looks for damage.
 * It imports nothing but Node and its neighbours: so it starts the same way as source and as built.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { Search } from '../sql/search.ts';
import { FileLost, type Trouble, troubleOf } from './errors.ts';
import { Finder } from './find.ts';
import { type Inspect, Inspector } from './inspector.ts';
import { CutOff, type OpenOptions, openToRead, openToWrite } from './open.ts';
import { decodeOps, type SentOps } from './ops-wire.ts';
import { watchFile } from './same-file.ts';
import { Writer, type WriterOptions } from './writer.ts';

/** What a thread is started with. */
export interface Start {
  readonly role: 'write' | 'search' | 'inspect';
  readonly path: string;
  readonly options: OpenOptions & WriterOptions;
}

/** What it says first: null where all is well. */
export type Started = null | ({ readonly isCut: boolean } & Trouble);

const port = parentPort!;
const { role, path, options } = workerData as Start;

try {
  if (role === 'write') write();
  else if (role === 'search') search();
  else inspect();
} catch (error) {
  say({ isCut: error instanceof CutOff, ...troubleOf(error) });
}

function write(): void {
  const db = openToWrite(path, options);
  const writer = new Writer(db, options);
  const lookAtFile = watchFile(path);
  listen(
    (sent: SentOps) => {
      const ops = decodeOps(sent);
      const answers = writer.run(ops);
      // after it was written and before anybody hears of it
      const wrong = lookAtFile();
      return wrong === null ? answers : ops.map(() => troubleOf(new FileLost(wrong)));
    },
    () => {
      writer.close();
      db.close();
    },
  );
}

function search(): void {
  const db = openToRead(path, options);
  const finder = new Finder(db);
  listen(
    attempt((asked: Search) => (asked.do === 'find' ? finder.find(asked) : finder.stats(asked))),
    () => db.close(),
  );
}

function inspect(): void {
  const db = openToRead(path, options);
  const inspector = new Inspector(db);
  listen(
    attempt((asked: Inspect) => inspector.look(asked)),
    () => db.close(),
  );
}

/** What was found, or why nothing could be. */
function attempt<Asked>(look: (asked: Asked) => unknown) {
  return (asked: Asked) => {
    try {
      return { found: look(asked) };
    } catch (error) {
      return { trouble: troubleOf(error) };
    }
  };
}

/** Answers every message by one; `null` asks it to end. */
function listen<Message>(answer: (message: Message) => unknown, close: () => void): void {
  port.on('message', (message: Message | null) => {
    if (message !== null) {
      port.postMessage(answer(message));
      return;
    }
    close();
    port.close();
  });
  say(null);
}

function say(started: Started): void {
  port.postMessage(started);
}
