/** Checks a record while somebody watches: links, rules, hashes, clocks and dice at once, then one signature after another. */
import type { Fault } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { formatReport, type Report, verdictOf, verify } from '@kifu/record';

/** What has been found out so far. Plain data. */
export interface Checked {
  /** Whether nothing is left to be checked. */
  readonly isDone: boolean;
  readonly verdict: ReturnType<typeof verdictOf>;
  readonly fault: Fault | null;
  /** How many entries there are, and how many from the first are good. */
  readonly entries: number;
  readonly good: number;
  /** What was checked of each node, the header first: a sum of `CHECKS`. */
  readonly marks: Uint8Array;
  readonly chance: Report['chance'];
  readonly checked: Report['checked'];
  readonly signers: readonly string[];
  readonly match: string | null;
  readonly head: string | null;
  /** The report in words, a line each. */
  readonly lines: readonly string[];
}

/** Checks nodes; tells what holds before signatures, and then all. */
export async function checkNodes(
  nodes: readonly Uint8Array[],
  head: Uint8Array,
  tell: (checked: Checked) => void,
): Promise<void> {
  const findGame = async (name: string, version: number) => {
    const kit = await loadKit(name, version);
    return kit.ok ? { ok: true as const, value: kit.value.game } : kit;
  };
  const unsigned = await verify(nodes, findGame, { signatures: 'none', head });
  const isDone = unsigned.fault !== null || unsigned.checked.signed === 0;
  tell(dataOf(unsigned, isDone));
  if (!isDone) tell(dataOf(await verify(nodes, findGame, { signatures: 'all', head }), true));
}

const dataOf = (report: Report, isDone: boolean): Checked => {
  const { fault, entries, good, marks, chance, checked, signers, match, head } = report;
  return {
    isDone,
    verdict: verdictOf(report),
    fault,
    entries,
    good,
    marks,
    chance,
    checked,
    signers,
    match,
    head,
    lines: formatReport(report),
  };
};
