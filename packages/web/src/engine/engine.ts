/** The engine: reads records, keeps them open, draws moments of them and checks them. It runs in a worker, or in the page. */
import { ok, type Result } from '@kifu/core';
import { type Checked, checkNodes } from './check.ts';
import type { Open } from './desk.ts';
import type { DeskAnswer, DeskQuestion } from './desk-types.ts';
import { useGames } from './games.ts';
import { type Found, readNodes, readPart, readRecord, type Which } from './read.ts';
import type { Sight } from './sealed.ts';
import { openSession } from './session.ts';
import type { Draw, Moment, Picture, Score } from './types.ts';

/** What the engine can be asked. */
export type Question =
  /** From now on games come from the module at this address. */
  | { readonly do: 'games'; readonly module: string }
  | {
      readonly do: 'open';
      readonly name: string;
      readonly bytes: Uint8Array;
      readonly which: Which;
      /** Whether this is only what has arrived so far. */
      readonly isPart: boolean;
    }
  /** Nodes as somebody follows a match, the header first; it is over where they say so, or else with its ending. */
  | {
      readonly do: 'nodes';
      readonly nodes: readonly Uint8Array[];
      readonly isOver: boolean | null;
      /** What was seen after each node, where hands are hidden. */
      readonly sights?: readonly Sight[];
    }
  | { readonly do: 'picture'; readonly of: number; readonly at: Moment; readonly as: number | null }
  | { readonly do: 'draw'; readonly of: number; readonly n: number }
  | { readonly do: 'check'; readonly of: number }
  | { readonly do: 'close'; readonly of: number }
  | DeskQuestion;

/** What it answers; a check answers several times. */
export type Answer =
  /** Before a record is open: its pictures can be loaded meanwhile. */
  | { readonly game: string }
  | { readonly opened: Result<Score> }
  | { readonly picture: Picture }
  | { readonly draw: Draw | null }
  | { readonly checked: Checked }
  | { readonly closed: true }
  | { readonly isUsed: true }
  | DeskAnswer;

const open = new Map<number, Open>();
let count = 0;

/** Answers a question; `isLast` says whether another answer will follow. */
export async function answer(
  question: Question,
  tell: (answer: Answer, isLast: boolean) => void,
): Promise<void> {
  if (question.do === 'games') {
    useGames(question.module);
    tell({ isUsed: true }, true);
    return;
  }
  if (question.do === 'open') {
    const opened = await openRecord(question, game => tell({ game }, false));
    tell({ opened }, true);
    return;
  }
  if (question.do === 'nodes') {
    const { nodes, isOver, sights = [] } = question;
    const found = await readNodes(nodes);
    const isEnded = isOver ?? (found.ok && found.value.kifu.ending !== null);
    const opened = await keep(found, null, !isEnded);
    const isSealed = !opened.ok && !isEnded && sights.length > 0;
    tell({ opened: isSealed ? await keepSealed(nodes, sights) : opened }, true);
    return;
  }
  const session = open.get(question.of);
  if (session === undefined) return; // closed since
  if (question.do === 'picture') tell({ picture: session.picture(question.at, question.as) }, true);
  else if (question.do === 'draw') tell({ draw: session.draw(question.n) }, true);
  else if (question.do === 'check')
    await checkNodes(session.found.nodes, session.found.head, checked =>
      tell({ checked }, checked.isDone),
    );
  else if (question.do === 'close') {
    open.delete(question.of);
    tell({ closed: true }, true);
  } else {
    // most who watch never ask for any of this
    const { answerDesk } = await import('./desk.ts');
    tell(await answerDesk(question, session, keepOpen), true);
  }
}

async function openRecord(
  { name, bytes, which, isPart }: Extract<Question, { do: 'open' }>,
  tellGame: (game: string) => void,
): Promise<Result<Score>> {
  const found = isPart ? await readPart(bytes) : await readRecord(name, bytes, which);
  if (found.ok) tellGame(found.value.kifu.header.game);
  return keep(found, { name, bytes }, isPart);
}

const keep = async (
  found: Result<Found>,
  file: Open['file'],
  isPart: boolean,
): Promise<Result<Score>> =>
  found.ok ? keepOpen(found.value, { file, isVariation: false }, isPart) : found;

/** Opens a match whose hands are hidden by what was seen of it, and keeps it open. */
async function keepSealed(
  nodes: readonly Uint8Array[],
  sights: readonly Sight[],
): Promise<Result<Score>> {
  const { openSealed } = await import('./sealed.ts');
  const id = count++;
  const sealed = await openSealed(id, nodes, sights);
  if (!sealed.ok) return sealed;
  const { session, found } = sealed.value;
  open.set(id, { ...session, found, file: null, isVariation: false, isSealed: true });
  return ok(session.score);
}

/** Opens what was found, and keeps it open. */
async function keepOpen(
  found: Found,
  more: Pick<Open, 'file' | 'isVariation'>,
  isPart = false,
): Promise<Result<Score>> {
  const id = count++;
  const session = await openSession(id, found, isPart);
  if (!session.ok) return session;
  open.set(id, { ...session.value, found, ...more });
  return ok(session.value.score);
}
