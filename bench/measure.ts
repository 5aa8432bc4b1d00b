/** Times cases against each other in one run: rounds in rotating order, CPU time of this thread, medians. */

/** One thing to time: does its work once and says how many units that was. */
type Case = () => number;

/** One figure of a bench as it is printed. */
export interface Figure {
  readonly bench: string;
  readonly figure: string;
  readonly unit: string;
  readonly peer: string | null;
  readonly ours: number;
  readonly theirs: number | null;
  readonly ratio: number | null;
}

/** How a figure is taken. */
export interface Measurement {
  readonly bench: string;
  readonly figure: string;
  readonly unit: string;
  readonly ours: Case;
  readonly peers: { readonly [name: string]: Case };
  readonly rounds?: number;
  readonly roundMs?: number;
}

/** Runs ours and all peers in turn and gives one figure a peer; a single one where there is no peer. */
export function measure({
  bench,
  figure,
  unit,
  ours,
  peers,
  rounds = 9,
  roundMs = 250,
}: Measurement): Figure[] {
  const cases = [ours, ...Object.values(peers)];
  const rates: number[][] = cases.map(() => []);
  for (const run of cases) rate(run, roundMs); // warm up
  for (let round = 0; round < rounds; round++)
    for (let i = 0; i < cases.length; i++) {
      const which = (i + round) % cases.length;
      rates[which]!.push(rate(cases[which]!, roundMs));
    }
  const [own, ...others] = rates as [number[], ...number[][]];
  const names = Object.keys(peers);
  return figuresOf(
    { bench, figure, unit },
    own,
    Object.fromEntries(others.map((other, i) => [names[i]!, other])),
  );
}

/** One figure a peer from rates that were taken in turn; a single one where there is no peer. */
export function figuresOf(
  base: Pick<Figure, 'bench' | 'figure' | 'unit'>,
  own: readonly number[],
  peers: { readonly [name: string]: readonly number[] },
): Figure[] {
  const ours = round(median(own));
  const names = Object.keys(peers);
  if (names.length === 0) return [{ ...base, peer: null, ours, theirs: null, ratio: null }];
  return names.map(peer => {
    const other = peers[peer]!;
    const ratio = median(own.map((value, k) => value / other[k]!));
    return { ...base, peer, ours, theirs: round(median(other)), ratio: round(ratio) };
  });
}

/** Units a second of this thread's CPU time. */
function rate(run: Case, forMs: number): number {
  const start = process.threadCpuUsage();
  let units = 0;
  let spent = 0;
  do {
    units += run();
    const { user, system } = process.threadCpuUsage(start);
    spent = (user + system) / 1000;
  } while (spent < forMs);
  return (units / spent) * 1000;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}

const round = (value: number) => Number(value.toPrecision(4));
