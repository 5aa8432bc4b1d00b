/** `kifu diff`: where two records part. */
import { canonicalText, type Entry, type Json, type Kifu, ok, type Result } from '@kifu/core';
import { Command } from 'commander';
import { within } from '../fault.ts';
import { EXIT, type Handle, type Report } from '../handle.ts';
import { spellShort } from '../input.ts';
import type { Io } from '../io.ts';
import { addExamples } from '../options.ts';
import { type Opened, openSource, readRecord } from '../record-file.ts';
import { printable } from '../words.ts';
import { frameOf } from './show.ts';

/** The command. */
export const diffCommand = (handle: Handle): Command =>
  addExamples(
    new Command('diff')
      .description('Find the first place where two records differ. Exits with 1 where they do.')
      .summary('Find where two records part.')
      .argument('<A>', 'a record in any form')
      .argument('<B>', 'another')
      .action(
        handle(async ({ io }, [a, b]) => {
          const [one, other] = [await open(io, a as string), await open(io, b as string)];
          if (!one.ok) return one;
          return other.ok ? ok(compare(one.value, other.value)) : other;
        }),
      ),
    ['kifu diff game.car game.pgn', 'the same moves?'],
  );

async function open(io: Io, file: string): Promise<Result<Opened>> {
  const source = await readRecord(io, file);
  if (!source.ok) return source;
  const opened = await openSource(io.games, source.value);
  return opened.ok ? opened : within(file, opened);
}

function compare(a: Opened, b: Opened): Report {
  const difference = findDifference(a.kifu, b.kifu);
  if (difference === null)
    return { json: { same: true, at: null }, text: 'the records are the same' };
  const { at, what } = difference;
  const [left, right] = [tell(a, difference), tell(b, difference)];
  return {
    json: { same: false, at, what, a: left, b: right },
    text: [`they part at ${at}: ${what}`, `- ${left}`, `+ ${right}`].map(printable).join('\n'),
    exitCode: EXIT.fault,
  };
}

interface Difference {
  /** `header`, `entry 5`, `ending`. */
  readonly at: string;
  readonly what: string;
  readonly n: number | null;
}

/** The first difference in what happened; remarks are not looked at. */
function findDifference(a: Kifu, b: Kifu): Difference | null {
  for (const key of Object.keys({ ...a.header, ...b.header }) as (keyof Kifu['header'])[])
    if (!isSame(a.header[key], b.header[key])) return { at: 'header', what: key, n: null };
  const length = Math.max(a.entries.length, b.entries.length);
  for (let i = 0; i < length; i++) {
    const [one, other] = [a.entries[i], b.entries[i]];
    if (one === undefined || other === undefined)
      return { at: `entry ${i + 1}`, what: 'one of them ends before', n: i };
    const key = (Object.keys({ ...one, ...other }) as (keyof Entry)[]).find(
      name => !isSame(one[name], other[name]),
    );
    if (key !== undefined) return { at: `entry ${i + 1}`, what: key, n: i };
  }
  return isSame(a.ending, b.ending) ? null : { at: 'ending', what: 'ending', n: null };
}

const isSame = (a: unknown, b: unknown): boolean =>
  canonicalText((a ?? null) as Json) === canonicalText((b ?? null) as Json);

/** What a record has at the place. */
function tell(opened: Opened, { at, what, n }: Difference): string {
  const { kit, kifu } = opened;
  if (at === 'header') return JSON.stringify(kifu.header[what as keyof Kifu['header']] ?? null);
  if (n === null) return JSON.stringify(kifu.ending);
  const entry = kifu.entries[n];
  if (entry === undefined) return 'nothing more';
  const frame = entry.act.type === 'move' ? frameOf(opened, n) : null;
  if (what !== 'act' || entry.act.type !== 'move' || !frame?.ok)
    return JSON.stringify(what in entry ? entry[what as keyof Entry] : entry.act);
  return spellShort(kit, frame.value.frame.state, entry.act.move);
}
