/** Two copies of a tournament compared: the same, one continued, or two histories. */
import { canonicalText, type Json } from '@kifu/core';
import type { Fork } from '@kifu/record/sign';
import type { OpenTournament } from '@kifu/tournament';
import { type CommandReport, EXIT } from '../run-command.ts';
import { counted, printable } from '../text.ts';

/** Says where two tournaments part; `fork` is what `findFork` found in their nodes. */
export function compareTournaments(
  a: OpenTournament,
  b: OpenTournament,
  fork: Fork | null,
): CommandReport {
  const header = Object.keys({ ...a.header, ...b.header }).filter(
    field => textOf(a.header, field) !== textOf(b.header, field),
  );
  if (header.length > 0)
    return {
      json: { same: false, at: 'header', header, a: null, b: null },
      text: [
        'these are two tournaments: their headers differ',
        ...header.flatMap(field => [
          `header: ${field}`,
          `- ${textOf(a.header, field)}`,
          `+ ${textOf(b.header, field)}`,
        ]),
      ]
        .map(printable)
        .join('\n'),
      exitCode: EXIT.fault,
    };
  const [one, other] = [a.entries.length, b.entries.length];
  if (fork === null && one === other)
    return {
      json: { same: true, at: null, header: [] },
      text: 'the tournaments are the same',
    };
  if (fork === null) {
    const more = counted(Math.abs(one - other), 'entry', 'entries');
    return {
      json: { same: false, at: `entry ${Math.min(one, other) + 1}`, header: [], a: one, b: other },
      text: `the ${one < other ? 'second' : 'first'} continues the other by ${more}`,
      exitCode: EXIT.fault,
    };
  }
  const [left, right] = [a, b].map(({ entries }) =>
    canonicalText(entries[fork.at - 1] as unknown as Json),
  );
  return {
    json: { same: false, at: `entry ${fork.at}`, header: [], a: left!, b: right! },
    text: [`entry ${fork.at}: the organizer signed two histories`, `- ${left}`, `+ ${right}`]
      .map(printable)
      .join('\n'),
    exitCode: EXIT.fault,
  };
}

const textOf = (header: object, field: string): string =>
  canonicalText(((header as { readonly [field: string]: unknown })[field] ?? null) as Json);
