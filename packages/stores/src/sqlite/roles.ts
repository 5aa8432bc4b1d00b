/**
 * Roles on a file apart from reading: writing, searching, and checking for damage. Each exchanges
 * messages and answers, so that it can run here or in a thread.
 * It imports nothing but Node, the files next to it and the tokenizer: so a thread starts quickly.
 */
import type { ExploreSearch } from '../sql/explored.ts';
import type { TableSearch } from '../sql/search.ts';
import { TransactionPace } from './bulk.ts';
import { FileLost, type SerializedError, serializeError } from './errors.ts';
import { Finder } from './find.ts';
import { type Inspect, Inspector } from './inspector.ts';
import { CutOff, type OpenOptions, openToRead, openToWrite } from './open.ts';
import { decodeOps, type SentOps } from './ops-wire.ts';
import { watchFile } from './same-file.ts';
import { Writer, type WriterOptions } from './writer.ts';

/** Role, and the file. */
export interface Start {
  readonly role: 'write' | 'search' | 'inspect';
  readonly path: string;
  readonly options: OpenOptions & WriterOptions;
}

/** Why it could not start; null if it could. */
export type Started = null | ({ readonly isCut: boolean } & SerializedError);

/** Role of a thread: answers every message. */
export interface Answering {
  answer(message: unknown): unknown;
  close(): void;
}

/** Opens the file, or says why it cannot be opened. */
export function begin({ role, path, options }: Start): Answering | NonNullable<Started> {
  try {
    return ROLES[role](path, options);
  } catch (error) {
    return { isCut: error instanceof CutOff, ...serializeError(error) };
  }
}

const ROLES: {
  readonly [role in Start['role']]: (path: string, options: Start['options']) => Answering;
} = {
  write(path, options) {
    const db = openToWrite(path, options);
    const pace = options.isBulk === true ? new TransactionPace(db, path) : null;
    const writer = new Writer(db, options, pace);
    const lookAtFile = watchFile(path);
    return {
      answer(sent: SentOps) {
        const ops = decodeOps(sent);
        const answers = writer.run(ops);
        // after the commit and before its callers are answered
        const wrong = lookAtFile();
        return wrong === null ? answers : ops.map(() => serializeError(new FileLost(wrong)));
      },
      close() {
        writer.close();
        db.close();
      },
    };
  },
  search(path, options) {
    const db = openToRead(path, options);
    const finder = new Finder(db);
    return {
      answer: attempt((asked: TableSearch | ExploreSearch) => {
        if (asked.do === 'explore') return finder.explore(asked);
        return asked.do === 'find' ? finder.find(asked) : finder.stats(asked);
      }),
      close: () => db.close(),
    };
  },
  inspect(path, options) {
    const db = openToRead(path, options);
    const inspector = new Inspector(db);
    return {
      answer: attempt((asked: Inspect) => inspector.look(asked)),
      close: () => db.close(),
    };
  },
};

/** Result, or why there is none. */
function attempt<Asked>(look: (asked: Asked) => unknown) {
  return (asked: Asked) => {
    try {
      return { found: look(asked) };
    } catch (error) {
      return { error: serializeError(error) };
    }
  };
}
