/** Asks the engine, which runs in a worker, or in the page where workers are not available, as in some pages from files. */
import { type Art, ok, type Result } from '@kifu/core';
import type { Language } from '@kifu/texts';
import { grownBy } from '../model/record-update.ts';
import type { EngineAnswer, EngineQuestion, FollowedNodes } from './engine.ts';
import { gamesAddress, gamesNow, useGames } from './games.ts';
import type { Which } from './read.ts';
import { makeWorker } from './start.ts';
import type { CellName, Draw, Moment, OpenedRecord, Picture } from './types.ts';
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

/** Loads games from the module at this address: art for the page, rules for the worker. */
export function takeGames(module: string): void {
  const games = new URL(module, location.href).href;
  useGames(games);
  if (started !== null) void ask({ do: 'games', module: games });
}

/** Loads the art of a game. */
export const loadArt = async (game: string): Promise<Art | undefined> =>
  (await gamesNow()).loadArt(game);

/** Starts the worker before there is anything to ask: it takes as long to start as a record takes to load. */
export const warmUp = (): void => void startWorker();

/** Opens the record with that number of a file; of `name`, only the extension counts. A part is what has arrived so far. */
export async function openRecord(
  name: string,
  bytes: Uint8Array,
  which: Which = {},
  { isPart = false, after = null, language = 'en' }: CopyOptions = {},
): Promise<Result<OpenedRecord>> {
  const question: EngineQuestion = {
    do: 'open',
    name,
    bytes,
    which,
    isPart,
    after: after?.id ?? null,
    language,
  };
  const answer = await ask(question, told => {
    if ('game' in told) void loadArt(told.game); // it will be wanted
  });
  return openedBy(answer, after);
}

/** What is known about bytes to be opened. */
export interface CopyOptions {
  readonly isPart?: boolean;
  /** The open record of which they may be a longer copy. */
  readonly after?: OpenedRecord | null;
  /** In which language the record is described. */
  readonly language?: Language;
}

/** Opens the nodes of a match that is followed. */
export async function openNodes(
  followed: FollowedNodes,
  language: Language,
): Promise<Result<OpenedRecord>> {
  const answer = await ask({ do: 'nodes', language, ...followed });
  return (answer as Extract<EngineAnswer, { opened: unknown }>).opened;
}

/** Adds new nodes to an open record; returns the record with them. */
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

/** Describes an open record in another language. */
export async function askLanguage(
  { id }: OpenedRecord,
  language: Language,
): Promise<Result<OpenedRecord>> {
  const answer = await ask({ do: 'language', of: id, language });
  return (answer as Extract<EngineAnswer, { opened: unknown }>).opened;
}

/** Asks for the picture of a record at a moment. */
export async function askPicture(
  { id }: OpenedRecord,
  at: Moment,
  as: number | null,
): Promise<Picture> {
  const answer = await ask({ do: 'picture', of: id, at, as });
  return (answer as Extract<EngineAnswer, { picture: unknown }>).picture;
}

/** Asks for the names of the cells of a picture. */
export async function askCells(
  { id }: OpenedRecord,
  at: Moment,
  as: number | null,
): Promise<readonly CellName[]> {
  const answer = await ask({ do: 'cells', of: id, at, as });
  return (answer as Extract<EngineAnswer, { cells: unknown }>).cells;
}

/** Asks how a random draw was computed; null where there was none. */
export async function askDraw({ id }: OpenedRecord, n: number): Promise<Draw | null> {
  const answer = await ask({ do: 'draw', of: id, n });
  return (answer as Extract<EngineAnswer, { draw: unknown }>).draw;
}

/** Verifies a record, and reports whenever there is something new. */
export const check = (
  { id }: OpenedRecord,
  tell: (checked: CheckedRecord) => void,
): Promise<void> =>
  ask({ do: 'check', of: id }, answer =>
    tell((answer as Extract<EngineAnswer, { checked: unknown }>).checked),
  ).then(() => undefined);

/** Closes a record. */
export const closeRecord = ({ id }: OpenedRecord): Promise<unknown> => ask({ do: 'close', of: id });

/** A question that has no last answer yet. */
interface PendingQuestion {
  readonly question: EngineQuestion;
  hear(answer: EngineAnswer, isLast: boolean): void;
  fail(cause: unknown): void;
}

const waiting = new Map<number, PendingQuestion>();
let questions = 0;

/** Resolves with the last answer. What is transferred to the worker is gone here. */
export async function ask(
  question: EngineQuestion,
  each?: (answer: EngineAnswer) => void,
  transfer: Transferable[] = [],
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
    worker.postMessage({ id, question } satisfies QuestionEnvelope, transfer);
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

/** The worker does not start, as pages and servers may forbid it: the page answers its questions. */
function doWithout(): void {
  started = Promise.resolve(null);
  const asked = [...waiting.values()];
  waiting.clear();
  for (const each of asked) askHere(each);
}
