/** Worker that verifies all records of a file, and posts the findings of each. */
import { type Fault, formatCid, type Game, type Kit } from '@kifu/core';
import { svg } from '@kifu/core/svg';
import { formatReport, judge, type Verdict, type VerdictStyle } from '@kifu/record';
import { findRecords, type Games, type RecordSource, verifySource } from '@kifu/record/file';
import { SummaryWriter } from '@kifu/record/replay';
import {
  checkDoubleSigning,
  type DescribedProof,
  decodeDoubleSigning,
  describeDoubleSigning,
  isDoubleSigning,
} from '@kifu/record/sign';
import { type Language, loadTexts } from '@kifu/texts';
import { readerGames, useGames } from '@kifu/viewer/games';
import type { ListedMatch } from '../server.ts';
import { textBefore } from './text-before.ts';

/** A file to check. */
export interface CheckQuestion {
  readonly id: number;
  /** The language of the report. */
  readonly language: Language;
  /** The address of the module that games come from; null for the built-in ones. */
  readonly games: string | null;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** As `judge` has it; `unreadable` if it is not a record; `proof` or `disproved` if it is a proof that a key signed twice. */
export type CheckVerdict = Verdict | 'unreadable' | 'proof' | 'disproved';

/** Findings for one record. */
export interface RecordFindings {
  /** From 1. */
  readonly number: number;
  readonly verdict: CheckVerdict;
  readonly fault: Fault | null;
  readonly form: string | null;
  readonly game: string | null;
  readonly players: readonly string[];
  readonly entries: number;
  /** How many entries from the first are good. */
  readonly good: number;
  /** Where the text of the file has to end for these to be a record; absent where the file can be opened as it is. */
  readonly goodText?: number;
  /** The report in words, a line each. */
  readonly lines: readonly string[];
  /** Index entry for a library; null if the record is not valid. */
  readonly listed: ListedMatch | null;
  /** Last position as SVG; null if the record is not valid, or beyond the first `MOST_PICTURES`. */
  readonly picture: string | null;
  /** What a proof says; absent for records. */
  readonly proof?: DescribedProof;
}

/** Answer of the worker. */
export interface CheckAnswer {
  readonly id: number;
  /** Null at the end. */
  readonly found: RecordFindings | null;
}

/** Of larger collections no more are drawn: a picture takes as much room as some matches. */
const MOST_PICTURES = 200;
/** Of how many broken records in a text the good moves are looked for: each time, the text is read again. */
const MOST_CUT = 10;

addEventListener('message', async ({ data }: MessageEvent<CheckQuestion>) => {
  const { id, name, bytes, language } = data;
  const texts = language === 'en' ? {} : { texts: (await loadTexts(language)).verdicts };
  useGames(data.games);
  const games = await readerGames();
  const tell = (found: RecordFindings | null) => postMessage({ id, found } satisfies CheckAnswer);
  let number = 0;
  let cut = 0;
  try {
    if (isDoubleSigning(bytes)) {
      tell(await checkProof(bytes));
      tell(null);
      return;
    }
    for await (const source of findRecords(games, name, bytes, null)) {
      number++;
      if (source.ok) tell(await check(games, number, source.value, texts));
      else {
        const found = unreadable(number, source.fault);
        tell(++cut > MOST_CUT ? found : await withGoodText(games, name, bytes, found));
      }
    }
  } catch (cause) {
    // a file on which its reader throws does not stop the others
    tell(unreadable(number + 1, { code: 'unreadable', message: String(cause) }));
  }
  tell(null);
});

/** Findings for a record that cannot be read. A fault with a line or an offset is in a record; without them the file is not a record. */
const unreadable = (number: number, fault: Fault, form: string | null = null): RecordFindings => ({
  ...{
    number,
    verdict: (fault.at?.line ?? fault.at?.offset) === undefined ? 'unreadable' : 'broken',
    fault,
    form,
    game: null,
    players: [],
  },
  ...{ entries: 0, good: 0, lines: [], listed: null, picture: null },
});

/** Adds the moves before an illegal one, where the text up to it is a record of them. */
async function withGoodText(
  games: Games,
  name: string,
  bytes: Uint8Array,
  found: RecordFindings,
): Promise<RecordFindings> {
  const { offset } = found.fault?.at ?? {};
  if (found.fault?.code !== 'illegal-move' || offset === undefined) return found;
  let number = 0;
  for await (const source of findRecords(games, name, textBefore(bytes, offset), null)) {
    if (++number < found.number) continue;
    const { report, fault } = source.ok ? await verifySource(games, source.value) : NO_REPORT;
    if (report === null || fault !== null || report.good === 0) return found;
    const { header, good } = report;
    const players = (header?.players ?? []).map(({ name }) => name);
    return { ...found, goodText: offset, good, game: header?.game ?? null, players };
  }
  return found;
}

const NO_REPORT = { report: null, fault: null };

/** Checks a file that is a proof. */
async function checkProof(bytes: Uint8Array): Promise<RecordFindings> {
  const proof = decodeDoubleSigning(bytes);
  const checked = proof.ok ? await checkDoubleSigning(proof.value) : proof;
  return {
    ...unreadable(1, { code: 'malformed', message: '' }),
    verdict: checked.ok ? 'proof' : 'disproved',
    fault: checked.ok ? null : checked.fault,
    ...(proof.ok ? { proof: describeDoubleSigning(proof.value) } : {}),
  };
}

async function check(
  games: Games,
  number: number,
  source: RecordSource,
  texts: Pick<VerdictStyle, 'texts'>,
): Promise<RecordFindings> {
  let lister: SummaryWriter | null = null;
  const { report, opened, fault } = await verifySource(games, source, {
    readers: kit => {
      lister = new SummaryWriter(kit.game as Game, openingOf(kit));
      return [lister];
    },
  });
  if (report === null) return unreadable(number, fault!, source.form);
  const isGood = fault === null && opened !== null;
  const judged = judge(report);
  return {
    number,
    verdict: judged.verdict,
    fault,
    form: source.form,
    game: report.header?.game ?? null,
    players: (report.header?.players ?? []).map(({ name }) => name),
    entries: report.entries,
    good: report.good,
    lines: formatReport(report, judged, { quotes: 'curly', ...texts }),
    listed: isGood ? listedOf(lister!, opened) : null,
    picture: isGood && number <= MOST_PICTURES ? pictureOf(opened) : null,
  };
}

type Opened = NonNullable<Awaited<ReturnType<typeof verifySource>>['opened']>;

const pictureOf = ({ kit, replay }: Opened): string | null =>
  replay.table === null ? null : svg(kit.scene(replay.table.state), kit.art);

function listedOf(lister: SummaryWriter, { replay, kifu }: Opened): ListedMatch {
  const { match, head, ...listing } = lister.listing(replay, kifu);
  const { game, players, startedAt, entries, outcome, rated, source, opening, facts } = listing;
  return {
    ...{ match: formatCid(match), head: formatCid(head) },
    ...{ game, players, startedAt, entries, outcome, rated, source, opening, facts },
  };
}

const openingOf = ({ notations: [notation] }: Kit) =>
  notation === undefined ? {} : { formatMove: notation.format };
