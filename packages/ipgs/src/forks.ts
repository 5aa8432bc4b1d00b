/**
 * Records that were continued in two ways: the same words signed twice, both players at once, or one player saying two things.
 * From the same commits all peers continue in the same way. IPGS §7.
 */
import { type Fail, fail, ok, type Result } from '@kifu/core';
import { type SignedCommit, stringToSign } from './commit.ts';
import { advance } from './life/advance.ts';
import { awaitedSeats, type GameRecord, seatOf } from './life/game-record.ts';
import {
  type CheckedCommits,
  type CommitBudget,
  type IsWanted,
  openRecord,
  type Reading,
  readCommits,
  readRecord,
  readSigned,
} from './read-record.ts';
import { SECOND } from './timestamp.ts';

/** Two or more children of one commit. */
interface Fork {
  /** `twins`: the same words. `crossing`: both players at once. `equivocation`: one player, other words. */
  readonly kind: 'twins' | 'crossing' | 'equivocation';
  readonly parent: string;
  readonly children: readonly SignedCommit[];
}

/** A record made of several copies, and where they differed. */
export interface Merged {
  readonly record: GameRecord;
  /** Those that count, oldest first. */
  readonly commits: readonly SignedCommit[];
  readonly forks: readonly Fork[];
  /** Steps that a player signed and the rules refuse. */
  readonly illegal: readonly SignedCommit[];
  /** All commits that the record does not follow, oldest first: another one may make them count. */
  readonly beside: readonly SignedCommit[];
}

/** A commit so far ahead is held back until its time comes. IPGS §4. */
const MAX_AHEAD = 120n * SECOND;

/** Whether a commit is from the future: to be examined later. */
export const isAhead = ({ commit }: SignedCommit, now: bigint): boolean =>
  commit.at > now + MAX_AHEAD;

/** A child with the record as it would be. */
interface Child {
  readonly signed: SignedCommit;
  readonly record: GameRecord;
}

/** Goes as far as the commits lead from a record on; an acceptance must be by the given player. */
export function mergeCommits(
  begun: GameRecord,
  commits: readonly SignedCommit[],
  contender: string | null = null,
): Merged {
  const unique = new Map(commits.map(signed => [signed.commit.cid, signed]));
  const byParent = Map.groupBy(unique.values(), ({ commit }) => commit.parent);
  const parentOf = (cid: string): string | null => unique.get(cid)?.commit.parent ?? null;
  const illegal = new Set<SignedCommit>();
  const childrenOf = (record: GameRecord): Child[] =>
    (byParent.get(record.head.cid) ?? []).flatMap(signed => {
      const isOther = record.phase === 'offered' && signed.file.fingerprint !== contender;
      if (isOther && contender !== null) return [];
      const taken = advance(record, { do: 'commit', commit: signed });
      if (taken.ok) return [{ signed, record: taken.value.record }];
      if (taken.fault.code === 'illegal-move') illegal.add(signed);
      return [];
    });
  const forks: Fork[] = [];
  const taken: SignedCommit[] = [];
  let record = begun;
  for (;;) {
    const next = choose(record, childrenOf(record), childrenOf, forks);
    if (next === null) break;
    taken.push(next.signed);
    record = next.record;
  }
  const line = new Set(taken.map(({ commit }) => commit.cid));
  for (let at = begun.head.cid as string | null; at !== null; at = parentOf(at)) line.add(at);
  const beside = [...unique.values()]
    .filter(({ commit }) => !line.has(commit.cid))
    .sort((a, b) => compare(a.commit.at, b.commit.at));
  forks.push(...forksBeside(record, line, byParent));
  return { record, commits: taken, forks, illegal: [...illegal], beside };
}

/** What players contradicted where the record does not lead: it proves as much. */
function forksBeside(
  { offer, accept }: GameRecord,
  line: ReadonlySet<string>,
  byParent: ReadonlyMap<string | null, readonly SignedCommit[]>,
): Fork[] {
  const players = [offer.file.fingerprint, accept?.file.fingerprint];
  return [...byParent].flatMap(([parent, children]) =>
    parent === null || line.has(parent)
      ? []
      : players.flatMap((player): Fork[] => {
          const own = children.filter(({ file }) => file.fingerprint === player);
          const words = new Set(own.map(({ commit }) => stringToSign(commit)));
          return words.size > 1 ? [{ kind: 'equivocation', parent, children: own }] : [];
        }),
  );
}

/** How many branches of a record are remembered: a player can sign any number of them. */
export const MAX_BESIDE = 32;

/** The newest commits of branches that a record does not follow: all others beside it stand below them. */
export function headsBeside({ beside }: Pick<Merged, 'beside'>): string[] {
  const parents = new Set(beside.map(({ commit }) => commit.parent));
  const heads = beside.map(({ commit }) => commit.cid).filter(cid => !parents.has(cid));
  return heads.slice(-MAX_BESIDE); // the newest may still be decided on
}

/** The child that counts; null where there is none. */
function choose(
  record: GameRecord,
  children: readonly Child[],
  childrenOf: (record: GameRecord) => readonly Child[],
  forks: Fork[],
): Child | null {
  if (children.length <= 1) return children[0] ?? null;
  const note = (kind: Fork['kind'], some: readonly Child[]): void => {
    forks.push({ kind, parent: record.head.cid, children: some.map(({ signed }) => signed) });
  };
  const byPlayer = Map.groupBy(children, ({ signed }) => signed.file.fingerprint);
  if (byPlayer.size > 1) note('crossing', children);
  const own = byPlayer.get(favoured(record)) ?? [...byPlayer.values()][0]!;
  const byWords = [...Map.groupBy(own, ({ signed }) => stringToSign(signed.commit)).values()];
  for (const twins of byWords) if (twins.length > 1) note('twins', twins);
  const isBuiltOn = (child: Child): boolean => builtOnAt(child, childrenOf) !== null;
  if (byWords.length === 1) {
    const [first, ...others] = own.toSorted(byCid);
    return [first!, ...others].find(isBuiltOn) ?? first!;
  }
  note('equivocation', own);
  const [accepted = null] = own
    .filter(isBuiltOn)
    .toSorted(
      (a, b) => compare(builtOnAt(a, childrenOf)!, builtOnAt(b, childrenOf)!) || byCid(a, b),
    );
  return accepted;
}

/** When the other player first continued from a child; null if not at all. */
function builtOnAt(
  { signed, record }: Child,
  childrenOf: (record: GameRecord) => readonly Child[],
): bigint | null {
  const times = childrenOf(record)
    .filter(next => next.signed.file.fingerprint !== signed.file.fingerprint)
    .map(next => next.signed.commit.at);
  return times.length === 0 ? null : times.reduce((a, b) => (a < b ? a : b));
}

const compare = (a: bigint | string, b: bigint | string): number => (a < b ? -1 : a > b ? 1 : 0);
const byCid = (a: Child, b: Child): number => compare(a.signed.commit.cid, b.signed.commit.cid);

/** Whose child counts where both have made one: the child of the player to move; where both or neither are to move, the challenger's. */
function favoured(record: GameRecord): string {
  const { offer, accept, match, phase } = record;
  const challenger = offer.file.fingerprint;
  if (match === null || (phase !== 'playing' && phase !== 'confirmed')) return challenger;
  const seats = awaitedSeats(match);
  return seats.length === 1 && seats[0] !== seatOf(record, challenger)
    ? accept!.file.fingerprint
    : challenger;
}

/** A copy of a record. */
export interface HeadToRead {
  readonly cid: string;
  /** How much of the budget is left for the tree that lists it. */
  readonly walk?: CommitBudget;
  readonly isWanted?: IsWanted;
}

/**
 * Reads copies of one record by their heads and makes one of them. A copy that cannot be read changes nothing as
 * long as another can; copies of other records are refused. What is of a time that has not come is held back.
 */
export async function mergeHeads(
  reading: Reading,
  heads: readonly HeadToRead[],
  now: bigint,
): Promise<Result<Merged>> {
  const all: SignedCommit[][] = [];
  let refused: Fail = fail('not-found', 'record not found');
  for (const { cid, walk, isWanted } of heads) {
    const bounded = walk === undefined ? reading : { ...reading, walk };
    const commits = await readCommits(bounded, cid, isWanted);
    const present = commits.ok ? commits.value.filter(signed => !isAhead(signed, now)) : [];
    if (present.length > 0) all.push(present);
    else refused = commits.ok ? AHEAD : commits;
  }
  const [first] = all;
  const offer = first?.[0];
  if (first === undefined || offer === undefined) return refused;
  const contender = first[1]?.file.fingerprint ?? null;
  const isSame = all.every(
    ([one, two]) =>
      one?.commit.cid === offer.commit.cid &&
      (two === undefined || contender === null || two.file.fingerprint === contender),
  );
  if (!isSame) return fail('conflict', 'the records are of different games', { rule: 'record' });
  const commits = all.flat();
  const played = reading.checked === undefined ? null : playedBefore(reading.checked, commits);
  const begun = played === null ? await openRecord(reading, offer) : ok(played.record);
  if (!begun.ok) return begun;
  const merged = mergeCommits(begun.value, commits, contender);
  if (merged.forks.length === 0) reading.checked?.noteRecord(merged.record);
  return ok({ ...merged, commits: [...(played?.commits ?? [offer]), ...merged.commits] });
}

/** How far a record was replayed before, and the commits up to there. Only if nothing was continued in two ways: otherwise the branch that counts may have changed. */
function playedBefore(
  checked: CheckedCommits,
  commits: readonly SignedCommit[],
): Pick<Merged, 'record' | 'commits'> | null {
  const unique = new Map(commits.map(signed => [signed.commit.cid, signed]));
  const next = new Map([...unique.values()].map(signed => [signed.commit.parent, signed]));
  if (next.size < unique.size) return null;
  const line: SignedCommit[] = [];
  for (let at = next.get(null); at !== undefined; at = next.get(at.commit.cid)) line.push(at);
  for (let n = line.length; n > 0; n--) {
    const record = checked.recordAt(line[n - 1]!.commit.cid);
    if (record !== undefined) return { record, commits: line.slice(0, n) };
  }
  return null;
}

/** The fault of a record that is held back until its time comes. */
export const AHEAD = fail('conflict', 'the record is from the future', {
  rule: 'ahead',
});

/** What commits prove: they conflict on top of one, confirm one offer twice, or one is refused by the rules. */
export type Misconduct = 'two-children' | 'two-confirms' | 'illegal-step';

/**
 * Whether two commits prove misconduct of their common signer. Confirmations on different acceptances prove it if those are of
 * one offer; `offerOf` says which one.
 */
function findMisconduct(
  a: SignedCommit,
  b: SignedCommit,
  offerOf: (accept: string) => string | null,
): Misconduct | null {
  if (a.file.fingerprint !== b.file.fingerprint) return null;
  if (stringToSign(a.commit) === stringToSign(b.commit)) return null; // signed again, after a restart
  const [one, other] = [a.commit.parent, b.commit.parent];
  if (one === null || other === null) return null; // offers: a player makes as many as they like
  if (one === other) return 'two-children';
  const isConfirm = [a, b].every(({ commit }) => commit.type === 'challenge-confirm');
  const offer = isConfirm ? offerOf(one) : null;
  return offer !== null && offer === offerOf(other) ? 'two-confirms' : null;
}

/** Misconduct, and the commits that prove it: all are signed by the offender. */
export interface Evidence {
  readonly kind: Misconduct;
  readonly proof: readonly SignedCommit[];
}

/** Reads commits that are stored as evidence and finds the first that prove misconduct; a fault if none do. */
export async function checkEvidence(
  reading: Reading,
  cids: readonly string[],
): Promise<Result<Evidence>> {
  const commits: SignedCommit[] = [];
  const offers = new Map<string, string | null>();
  for (const cid of cids.slice(0, MAX_EVIDENCE)) {
    const signed = await readSigned(reading, cid);
    if (!signed.ok) return signed;
    commits.push(signed.value);
    const { type, parent } = signed.value.commit;
    if (type !== 'challenge-confirm' || parent === null) continue;
    const accept = await readSigned(reading, parent);
    if (accept.ok) offers.set(parent, accept.value.commit.parent);
  }
  for (const [i, a] of commits.entries())
    for (const b of commits.slice(i + 1)) {
      const kind = findMisconduct(a, b, accept => offers.get(accept) ?? null);
      if (kind !== null) return ok({ kind, proof: [a, b] });
    }
  for (const signed of commits)
    if (await isRefused(reading, signed)) return ok({ kind: 'illegal-step', proof: [signed] });
  return fail('not-found', 'the commits do not conflict', { rule: 'evidence' });
}

/** Whether all before a step is good, and the rules refuse it. */
async function isRefused(reading: Reading, { commit }: SignedCommit): Promise<boolean> {
  const before = commit.parent === null ? null : await readCommits(reading, commit.parent);
  if (before?.ok !== true) return false;
  const record = await readRecord(reading, commit.cid);
  const last = `/commits/${before.value.length}`;
  return !record.ok && record.fault.code === 'illegal-move' && record.fault.at?.path === last;
}

/** More commits prove no more than two. */
const MAX_EVIDENCE = 16;
