/** Times cases against each other in one run: rounds in rotating order, medians. */

/** One figure of a bench; `index.ts` prints it with the name of the bench. */
export interface Figure {
  readonly figure: string;
  readonly unit: string;
  readonly peer: string | null;
  readonly ours: number;
  readonly theirs: number | null;
  readonly ratio: number | null;
}

/** One thing to time: does its work once and says how many units that was. */
type Case = () => number;

/** Units per second of ours and of all peers, by the CPU time of this thread. */
export async function measure(
  figure: string,
  unit: string,
  ours: Case,
  peers: { readonly [name: string]: Case } = {},
  { rounds = 9, roundMs = 250 } = {},
): Promise<Figure[]> {
  const sides = Object.entries({ ours, ...peers });
  const { ours: own, ...others } = await takeTurns(
    figure,
    rounds,
    Object.fromEntries(sides.map(([name, run]) => [name, () => rate(run, roundMs)])),
  );
  return figuresOf(figure, unit, own!, others);
}

/** Lets sides take turns, in rotating order, and gives what each measured; a first round warms up. */
export async function takeTurns<Name extends string, T>(
  what: string,
  rounds: number,
  sides: { readonly [name in Name]: () => T | Promise<T> },
): Promise<{ [name in Name]: T[] }> {
  const names = Object.keys(sides) as Name[];
  const taken = Object.fromEntries(names.map(name => [name, []])) as unknown as {
    [name in Name]: T[];
  };
  for (let round = 0; round <= rounds; round++)
    for (let i = 0; i < names.length; i++) {
      const name = names[(i + round) % names.length]!;
      progress(`${what}: round ${round} of ${rounds}, ${name}`);
      const value = await sides[name]();
      if (round > 0) taken[name].push(value);
    }
  return taken;
}

/** One figure for each peer from values that were taken in turn; a single one where there is no peer. */
export function figuresOf(
  figure: string,
  unit: string,
  own: readonly number[],
  peers: { readonly [name: string]: readonly number[] } = {},
): Figure[] {
  const ours = round(median(own));
  const all = Object.entries(peers);
  if (all.length === 0) return [{ figure, unit, peer: null, ours, theirs: null, ratio: null }];
  return all.map(([peer, other]) => {
    const ratio = median(own.map((value, k) => value / other[k]!));
    return { figure, unit, peer, ours, theirs: round(median(other)), ratio: round(ratio) };
  });
}

const PROGRESS_MS = 2000;
let saidMs = Number.NEGATIVE_INFINITY;

/** Says on standard error what is being done, at most every two seconds. */
export function progress(what: string): void {
  if (performance.now() - saidMs < PROGRESS_MS) return;
  saidMs = performance.now();
  console.error(`  ${what}`);
}

/** The CPU time of this thread so far. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Units a second of this thread's CPU time. */
function rate(run: Case, forMs: number): number {
  const from = threadMs();
  let units = 0;
  let spent = 0;
  do {
    units += run();
    spent = threadMs() - from;
  } while (spent < forMs);
  return (units / spent) * 1000;
}

/** The value that a share of all values is below. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))]!;

const median = (values: readonly number[]): number => quantile(values, 0.5);

export const sumOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0);

const round = (value: number) => Number(value.toPrecision(4));
