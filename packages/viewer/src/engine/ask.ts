/** Asks the engine, which runs in a worker; where none can be had, as in some pages from files, in the page itself. */
import { type Art, ok, type Result } from '@kifu/core';
import { grownBy } from '../model/record-update.ts';
import type { EngineAnswer, EngineQuestion, FollowedNodes } from './engine.ts';
import { gamesAddress, gamesNow, useGames } from './games.ts';
import type { Which } from './read.ts';
import { makeWorker } from './start.ts';
import type { Draw, Moment, OpenedRecord, Picture } from './types.ts';
import type { CheckedRecord } from './verdict.ts';

/** A question on its way to the worker. */
export interface QuestionEnvelope {
  readonly id: number;
  readonly question: EngineQuestion;
}
/** An answer on its way back. */
export interface AnswerEnvelope {
  readonly id: number;
  readonly answer: EngineAnswer;
  readonly isLast: boolean;
}

/** Takes games from the module at this address, here for their pictures and in the worker for their rules. */
export function takeGames(module: string): void {
  const games = new URL(module, location.href).href;
  useGames(games);
  if (started !== null) void ask({ do: 'games', module: games });
}

/** The pictures of a game. */
export const loadArt = async (game: string): Promise<Art | undefined> =>
  (await gamesNow()).loadArt(game);

/** Starts the worker before there is anything to ask it: it takes as long as the record does to come. */
export const warmUp = (): void => void startWorker();

/** Opens the record with that number of a file; `name` is only looked at for its ending. A part is what has arrived so far. */
export async function openRecord(
  name: string,
  bytes: Uint8Array,
  which: Which = {},
  { isPart = false, after = null }: CopyOptions = {},
): Promise<Result<OpenedRecord>> {
  const question: EngineQuestion = {
    do: 'open',
    name,
    bytes,
    which,
    isPart,
    after: after?.id ?? null,
  };
  const answer = await ask(question, told => {
    if ('game' in told) void loadArt(told.game); // it will be wanted
  });
  return openedBy(answer, after);
}

/** What is known of bytes that are opened. */
export interface CopyOptions {
  readonly isPart?: boolean;
  /** The open record of which they may be a longer copy. */
  readonly after?: OpenedRecord | null;
}

/** Opens nodes as far as a match has been followed. */
export async function openNodes(followed: FollowedNodes): Promise<Result<OpenedRecord>> {
  const answer = await ask({ do: 'nodes', ...followed });
  return (answer as Extract<EngineAnswer, { opened: unknown }>).opened;
}

/** Adds nodes that have come since to a record that is open: the record with them. */
export async function addNodes(
  record: OpenedRecord,
  followed: FollowedNodes,
): Promise<Result<OpenedRecord>> {
  return openedBy(await ask({ do: 'add', of: record.id, ...followed }), record);
}

const openedBy = (answer: EngineAnswer, before: OpenedRecord | null): Result<OpenedRecord> =>
  'grown' in answer
    ? ok(grownBy(before!, answer.grown))
    : (answer as Extract<EngineAnswer, { opened: unknown }>).opened;

/** What there is to see of a record at a moment. */
export async function askPicture(
  { id }: OpenedRecord,
  at: Moment,
  as: number | null,
): Promise<Picture> {
  const answer = await ask({ do: 'picture', of: id, at, as });
  return (answer as Extract<EngineAnswer, { picture: unknown }>).picture;
}

/** How chance came about at an entry; null where nothing was drawn. */
export async function askDraw({ id }: OpenedRecord, n: number): Promise<Draw | null> {
  const answer = await ask({ do: 'draw', of: id, n });
  return (answer as Extract<EngineAnswer, { draw: unknown }>).draw;
}

/** Checks a record, and tells as often as there is something new. */
export const check = (
  { id }: OpenedRecord,
  tell: (checked: CheckedRecord) => void,
): Promise<void> =>
  ask({ do: 'check', of: id }, answer =>
    tell((answer as Extract<EngineAnswer, { checked: unknown }>).checked),
  ).then(() => undefined);

/** Forgets a record. */
export const closeRecord = ({ id }: OpenedRecord): Promise<unknown> => ask({ do: 'close', of: id });

/** A question that has no last answer yet. */
interface PendingQuestion {
  readonly question: EngineQuestion;
  hear(answer: EngineAnswer, isLast: boolean): void;
  fail(cause: unknown): void;
}

const waiting = new Map<number, PendingQuestion>();
let questions = 0;

/** Resolves with the last answer. */
export async function ask(
  question: EngineQuestion,
  each?: (answer: EngineAnswer) => void,
): Promise<EngineAnswer> {
  const worker = await startWorker();
  return new Promise((resolve, reject) => {
    const hear = (answer: EngineAnswer, isLast: boolean) => {
      each?.(answer);
      if (isLast) resolve(answer);
    };
    const asked = { question, hear, fail: reject };
    if (worker === null) {
      askHere(asked);
      return;
    }
    const id = questions++;
    waiting.set(id, asked);
    worker.postMessage({ id, question } satisfies QuestionEnvelope);
  });
}

/** Asks the engine in the page itself. */
const askHere = ({ question, hear, fail }: PendingQuestion): void =>
  void import('./engine.ts').then(engine => engine.answer(question, hear)).catch(fail);

/** One worker for all viewers of a page. */
let started: Promise<Worker | null> | null = null;

function startWorker(): Promise<Worker | null> {
  started ??= new Promise(resolve => {
    try {
      const worker = makeWorker();
      worker.onmessage = ({ data }: MessageEvent<AnswerEnvelope>) => {
        worker.onerror = null; // it runs
        const { id, answer, isLast } = data;
        const asked = waiting.get(id);
        if (isLast) waiting.delete(id);
        asked?.hear(answer, isLast);
      };
      worker.onerror = doWithout;
      const games = gamesAddress();
      if (games !== null)
        worker.postMessage({ id: questions++, question: { do: 'games', module: games } });
      resolve(worker);
    } catch {
      resolve(null);
    }
  });
  return started;
}

/** The worker does not start, as the page or a server may forbid: the page answers what it was asked. */
function doWithout(): void {
  started = Promise.resolve(null);
  const asked = [...waiting.values()];
  waiting.clear();
  for (const each of asked) askHere(each);
}
