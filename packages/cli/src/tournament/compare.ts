/** Two copies of a tournament compared: the same, one continued, or two histories. */

import { canonicalText, type Json } from '@kifu/core';
import type { Fork } from '@kifu/record/sign';
import type { OpenTournament } from '@kifu/tournament';
import type { Io } from '../io.ts';
import { type CommandReport, EXIT } from '../run-command.ts';
import { printable } from '../text.ts';

/** Says where two tournaments part; `fork` is what `findFork` found in their nodes. */
export function compareTournaments(
  { texts }: Io,
  a: OpenTournament,
  b: OpenTournament,
  fork: Fork | null,
): CommandReport {
  const t = texts.reports.players.tournament.compare;
  const header = Object.keys({ ...a.header, ...b.header }).filter(
    field => textOf(a.header, field) !== textOf(b.header, field),
  );
  if (header.length > 0)
    return {
      json: { same: false, at: 'header', header, a: null, b: null },
      text: [
        t.headers,
        ...header.flatMap(field => [
          t.header(field),
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
      text: t.same,
    };
  if (fork === null) {
    return {
      json: { same: false, at: `entry ${Math.min(one, other) + 1}`, header: [], a: one, b: other },
      text: t.continues(one < other, Math.abs(one - other)),
      exitCode: EXIT.fault,
    };
  }
  const [left, right] = [a, b].map(({ entries }) =>
    canonicalText(entries[fork.at - 1] as unknown as Json),
  );
  return {
    json: { same: false, at: `entry ${fork.at}`, header: [], a: left!, b: right! },
    text: [t.forked(fork.at), `- ${left}`, `+ ${right}`].map(printable).join('\n'),
    exitCode: EXIT.fault,
  };
}

const textOf = (header: object, field: string): string =>
  canonicalText(((header as { readonly [field: string]: unknown })[field] ?? null) as Json);
