/** The engine: reads records, keeps them open, follows them, draws moments of them and checks them. It runs in a worker, or in the page. */
import { ok, type Result } from '@kifu/core';
import type { RecordSource } from '@kifu/record/file';
import { decodeHeader } from '@kifu/record/node';
import type { SeatView } from '@kifu/record/replay';
import { useGames } from './games.ts';
import type { OnDemandAnswer, OnDemandQuestion } from './on-demand-types.ts';
import { findPart, findRecord, sourceOf, type Which } from './read.ts';
import { openSession, type RecordSession, type SessionOptions } from './session.ts';
import type { Draw, Moment, OpenedRecord, Picture, RecordUpdate } from './types.ts';
import type { CheckedRecord } from './verdict.ts';

/** What the engine can be asked. */
export type EngineQuestion =
  /** From now on games come from the module at this address. */
  | { readonly do: 'games'; readonly module: string }
  | {
      readonly do: 'open';
      readonly name: string;
      readonly bytes: Uint8Array;
      readonly which: Which;
      /** Whether this is only what has arrived so far. */
      readonly isPart: boolean;
      /** The open record of which this may be a longer copy: then only what is new is played. */
      readonly after?: number | null;
    }
  /** Nodes of a match that is followed, the header first. */
  | ({ readonly do: 'nodes' } & FollowedNodes)
  /** Nodes that have come since. */
  | ({ readonly do: 'add'; readonly of: number } & FollowedNodes)
  | { readonly do: 'picture'; readonly of: number; readonly at: Moment; readonly as: number | null }
  | { readonly do: 'draw'; readonly of: number; readonly n: number }
  | { readonly do: 'check'; readonly of: number }
  | { readonly do: 'close'; readonly of: number }
  | OnDemandQuestion;

/** Nodes as they come from a match. */
export interface FollowedNodes {
  readonly nodes: readonly Uint8Array[];
  /** Whether nothing more will come; null where the ending says so. */
  readonly isOver: boolean | null;
  /** What was seen after each of them, where hands are hidden. */
  readonly seen?: readonly SeatView[];
}

/** What it answers; a check answers several times. */
export type EngineAnswer =
  /** Before a record is open: its pictures can be loaded meanwhile. */
  | { readonly game: string }
  | { readonly opened: Result<OpenedRecord> }
  | { readonly grown: RecordUpdate }
  | { readonly picture: Picture }
  | { readonly draw: Draw | null }
  | { readonly checked: CheckedRecord }
  | { readonly closed: true }
  | { readonly isUsed: true }
  | OnDemandAnswer;

const sessions = new Map<number, RecordSession>();
let count = 0;

/** Answers a question; `isLast` says whether another answer will follow. */
export async function answer(
  question: EngineQuestion,
  tell: (answer: EngineAnswer, isLast: boolean) => void,
): Promise<void> {
  if (question.do === 'games') {
    useGames(question.module);
    tell({ isUsed: true }, true);
    return;
  }
  if (question.do === 'open') {
    tell(await openFile(question, game => tell({ game }, false)), true);
    return;
  }
  if (question.do === 'nodes') {
    const { nodes, ...more } = question;
    tell({ opened: await keepOpen(sourceOf(nodes), more) }, true);
    return;
  }
  const session = sessions.get(question.of);
  if (session === undefined) return; // closed since
  if (question.do === 'picture')
    tell({ picture: session.view.picture(question.at, question.as) }, true);
  else if (question.do === 'draw') tell({ draw: session.view.draw(question.n) }, true);
  else if (question.do === 'add') tell(await grow(session, question), true);
  else if (question.do === 'check')
    await session.check(checked => tell({ checked }, checked.isDone));
  else if (question.do === 'close') {
    sessions.delete(question.of);
    tell({ closed: true }, true);
  } else {
    // most who watch never ask for any of this
    const { answerOnDemand } = await import('./on-demand.ts');
    tell(await answerOnDemand(question, session, keepOpen), true);
  }
}

async function openFile(
  { name, bytes, which, isPart, after = null }: Extract<EngineQuestion, { do: 'open' }>,
  tellGame: (game: string) => void,
): Promise<EngineAnswer> {
  const found = isPart ? null : await findRecord(name, bytes, which);
  const source = found === null ? findPart(bytes) : found.ok ? ok(found.value.source) : found;
  const { place, damage } = found?.ok ? found.value : { place: null, damage: null };
  const options = { file: { name, bytes }, isOver: !isPart, place, damage };
  const before = after === null ? undefined : sessions.get(after);
  const more = source.ok ? (before?.newIn(source.value) ?? null) : null;
  const grown = more === null ? null : before!.add(more, options);
  if (grown !== null) return { grown };
  const game = source.ok ? gameOf(source.value) : null;
  if (game !== null) tellGame(game);
  return { opened: await keepOpen(source, options) };
}

function gameOf(source: RecordSource): string | null {
  const header = 'kifu' in source ? ok(source.kifu.header) : decodeHeader(source.nodes[0]!);
  return header.ok ? header.value.game : null;
}

/** Opens a record, and keeps it open. */
async function keepOpen(
  source: Result<RecordSource>,
  options: SessionOptions,
  id = count++,
): Promise<Result<OpenedRecord>> {
  const session = source.ok ? await openSession(id, source.value, options) : source;
  if (!session.ok) return session;
  sessions.set(id, session.value);
  return ok(session.value.record());
}

/** Adds nodes to a record that is open; where they cannot simply follow, it is opened anew under its number. */
async function grow(
  session: RecordSession,
  { of, nodes, isOver, seen = [] }: Extract<EngineQuestion, { do: 'add' }>,
): Promise<EngineAnswer> {
  const before = session.nodes.length;
  const grown = session.add(nodes, { isOver, seen });
  if (grown !== null) return { grown };
  const all = [...session.nodes.slice(0, before), ...nodes];
  return { opened: await keepOpen(sourceOf(all), { isOver, seen: session.seen }, of) };
}
