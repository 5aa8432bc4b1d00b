/** The engine: reads, opens, follows, pictures and verifies records. It runs in a worker, or in the page. */
import { ok, type Result } from '@kifu/core';
import type { RecordSource } from '@kifu/record/file';
import { decodeHeader } from '@kifu/record/node';
import type { SeatView } from '@kifu/record/replay';
import type { Language } from '@kifu/texts';
import { useGames } from './games.ts';
import type { OnDemandAnswer, OnDemandQuestion } from './on-demand-types.ts';
import { findPart, findRecord, sourceOf, type Which } from './read.ts';
import { loadRecordTexts } from './record-texts.ts';
import { openSession, type RecordSession, type SessionOptions } from './session.ts';
import type { CellName, Draw, Moment, OpenedRecord, Picture, RecordUpdate } from './types.ts';
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
      /** Whether these are only the bytes that have arrived so far. */
      readonly isPart: boolean;
      /** The open record of which this may be a longer copy: then only new nodes are replayed. */
      readonly after?: number | null;
      /** In which language the record is described. */
      readonly language?: Language;
    }
  /** Nodes of a match that is followed, the header first. */
  | ({ readonly do: 'nodes'; readonly language?: Language } & FollowedNodes)
  /** Nodes that have come since. */
  | ({ readonly do: 'add'; readonly of: number } & FollowedNodes)
  | { readonly do: 'picture'; readonly of: number; readonly at: Moment; readonly as: number | null }
  | { readonly do: 'cells'; readonly of: number; readonly at: Moment; readonly as: number | null }
  | { readonly do: 'draw'; readonly of: number; readonly n: number }
  | { readonly do: 'check'; readonly of: number }
  /** From now on the record is described in another language. */
  | { readonly do: 'language'; readonly of: number; readonly language: Language }
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
  /** Before a record is open, so that its art can be loaded in the meantime. */
  | { readonly game: string }
  | { readonly opened: Result<OpenedRecord> }
  | { readonly grown: RecordUpdate }
  | { readonly picture: Picture }
  | { readonly cells: readonly CellName[] }
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
    const { nodes, language = 'en', ...more } = question;
    const texts = await loadRecordTexts(language);
    tell({ opened: await storeOpened(sourceOf(nodes), { ...more, texts }) }, true);
    return;
  }
  const session = sessions.get(question.of);
  if (session === undefined) return; // closed since
  if (question.do === 'picture')
    tell({ picture: session.view.picture(question.at, question.as) }, true);
  else if (question.do === 'cells')
    tell({ cells: await cellsAt(session, question.at, question.as) }, true);
  else if (question.do === 'draw') tell({ draw: session.view.draw(question.n) }, true);
  else if (question.do === 'add') tell(await grow(session, question), true);
  else if (question.do === 'check')
    await session.check(checked => tell({ checked }, checked.isDone));
  else if (question.do === 'language') tell(await translate(session, question), true);
  else if (question.do === 'close') {
    sessions.delete(question.of);
    tell({ closed: true }, true);
  } else {
    // rarely needed
    const { answerOnDemand } = await import('./on-demand.ts');
    tell(await answerOnDemand(question, session, storeOpened), true);
  }
}

/** Names the cells of a picture; what names them is rarely needed. */
async function cellsAt(session: RecordSession, at: Moment, as: number | null) {
  const { nameCells } = await import('./cell-names.ts');
  return nameCells(session, session.view.picture(at, as).scene);
}

async function openFile(
  {
    name,
    bytes,
    which,
    isPart,
    after = null,
    language = 'en',
  }: Extract<EngineQuestion, { do: 'open' }>,
  tellGame: (game: string) => void,
): Promise<EngineAnswer> {
  const found = isPart ? null : await findRecord(name, bytes, which);
  const source = found === null ? findPart(bytes) : found.ok ? ok(found.value.source) : found;
  const { place, damage } = found?.ok ? found.value : { place: null, damage: null };
  const texts = await loadRecordTexts(language);
  const options = { file: { name, bytes }, isOver: !isPart, place, damage, texts };
  const before = after === null ? undefined : sessions.get(after);
  const more = source.ok ? (before?.newIn(source.value) ?? null) : null;
  const isSame = before?.texts.language === texts.language;
  const grown = more === null || !isSame ? null : before.add(more, options);
  if (grown !== null) return { grown };
  const game = source.ok ? gameOf(source.value) : null;
  if (game !== null) tellGame(game);
  return { opened: await storeOpened(source, options) };
}

function gameOf(source: RecordSource): string | null {
  const header = 'kifu' in source ? ok(source.kifu.header) : decodeHeader(source.nodes[0]!);
  return header.ok ? header.value.game : null;
}

/** Opens a record, and stores its session. */
async function storeOpened(
  source: Result<RecordSource>,
  options: SessionOptions,
  id = count++,
): Promise<Result<OpenedRecord>> {
  const session = source.ok ? await openSession(id, source.value, options) : source;
  if (!session.ok) return session;
  sessions.set(id, session.value);
  return ok(session.value.record());
}

/** Describes an open record in another language, under the same number. */
async function translate(
  session: RecordSession,
  { of, language }: Extract<EngineQuestion, { do: 'language' }>,
): Promise<EngineAnswer> {
  const translated = await session.inLanguage(await loadRecordTexts(language));
  if (!translated.ok) return { opened: translated };
  sessions.set(of, translated.value);
  return { opened: ok(translated.value.record()) };
}

/** Adds nodes to an open record; where they cannot simply follow, it is opened again under its number. */
async function grow(
  session: RecordSession,
  { of, nodes, isOver, seen = [] }: Extract<EngineQuestion, { do: 'add' }>,
): Promise<EngineAnswer> {
  const before = session.nodes.length;
  const grown = session.add(nodes, { isOver, seen });
  if (grown !== null) return { grown };
  const all = [...session.nodes.slice(0, before), ...nodes];
  return {
    opened: await storeOpened(
      sourceOf(all),
      { isOver, seen: session.seen, texts: session.texts },
      of,
    ),
  };
}
