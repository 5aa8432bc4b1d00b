/** The engine: reads records, keeps them open, draws moments of them and checks them. It runs in a worker, or in the page. */
import { ok, type Result } from '@kifu/core';
import { type Checked, checkNodes } from './check.ts';
import { readPart, readRecord, type Which } from './read.ts';
import { openSession, type Session } from './session.ts';
import type { Draw, Moment, Picture, Score } from './types.ts';

/** What the engine can be asked. */
export type Question =
  | {
      readonly do: 'open';
      readonly name: string;
      readonly bytes: Uint8Array;
      readonly which: Which;
      /** Whether this is only what has arrived so far. */
      readonly isPart: boolean;
    }
  | { readonly do: 'picture'; readonly of: number; readonly at: Moment; readonly as: number | null }
  | { readonly do: 'draw'; readonly of: number; readonly n: number }
  | { readonly do: 'check'; readonly of: number }
  | { readonly do: 'close'; readonly of: number };

/** What it answers; a check answers several times. */
export type Answer =
  | { readonly opened: Result<Score> }
  | { readonly picture: Picture }
  | { readonly draw: Draw | null }
  | { readonly checked: Checked }
  | { readonly closed: true };

interface Open extends Session {
  readonly nodes: readonly Uint8Array[];
  readonly head: Uint8Array;
}

const open = new Map<number, Open>();
let count = 0;

/** Answers a question; `isLast` says whether another answer will follow. */
export async function answer(
  question: Question,
  tell: (answer: Answer, isLast: boolean) => void,
): Promise<void> {
  if (question.do === 'open') {
    tell({ opened: await openRecord(question) }, true);
    return;
  }
  const session = open.get(question.of);
  if (session === undefined) return; // closed since
  if (question.do === 'picture') tell({ picture: session.picture(question.at, question.as) }, true);
  else if (question.do === 'draw') tell({ draw: session.draw(question.n) }, true);
  else if (question.do === 'check')
    await checkNodes(session.nodes, session.head, checked => tell({ checked }, checked.isDone));
  else {
    open.delete(question.of);
    tell({ closed: true }, true);
  }
}

async function openRecord({
  name,
  bytes,
  which,
  isPart,
}: Extract<Question, { do: 'open' }>): Promise<Result<Score>> {
  const found = isPart ? await readPart(bytes) : await readRecord(name, bytes, which);
  if (!found.ok) return found;
  const id = count++;
  const session = await openSession(id, found.value, isPart);
  if (!session.ok) return session;
  const { nodes, head } = found.value;
  open.set(id, { ...session.value, nodes, head });
  return ok(session.value.score);
}
