/**
 * What a record proves, and whose word the rest is. Of every node one question: has each seat signed over it? Command, page and
 * server all answer it here, in these words.
 */
import type { Header, Seat } from '@kifu/core';
import { termsOf } from './match-state/terms.ts';
import type { Report, WhichSignatures } from './verify.ts';

/** From the worst to the best; a record's word is its weakest. */
export const VERDICTS = [
  'broken',
  'unknown',
  'sealed',
  'unsigned',
  'partial',
  'refereed',
  'verified',
] as const;

export type Verdict = (typeof VERDICTS)[number];

/** Each verdict in a sentence. */
export const MEANINGS: { readonly [verdict in Verdict]: string } = {
  verified:
    'The rules hold, and every player has signed all of it, up to the ending or to leaving the match.',
  refereed:
    'The rules hold, and the referee signed all of it. For what not every player has signed, only the referee vouches.',
  partial: 'The rules hold. Some of it is only said: not every player has signed it, or nobody can check it here.',
  unsigned: 'The rules hold. Nobody signed this: anybody could have written it.',
  sealed: 'Hands are still hidden, so that the rules cannot be checked before the match ends.',
  unknown: 'The rules of this game are not known here; nobody can tell whether they were followed.',
  broken: 'Something in it does not hold. What comes before that can be played.',
};

/** Whose word something is; null where no key signed it. */
type VouchedBy = Seat | 'referee' | 'players' | null;

/** Something that is not plainly verified. */
export interface Caveat {
  /** The node: 0 is the header, one more than there are entries the ending. */
  readonly n: number;
  readonly word: Exclude<Verdict, 'verified'>;
  /** A fault code; `hidden-hands`; `start`, `branch`; `unsigned`: from here on not every seat has signed; or how the match was decided. */
  readonly why: string;
  readonly by: VouchedBy;
}

/** A seat, and how far its player stands by the record. */
export interface SeatVerdict {
  readonly seat: Seat;
  readonly name: string;
  /** Who says that this is the name: the key of the seat itself, the referee, or no key at all. */
  readonly namedBy: 'player' | 'referee' | 'none';
  /** Hex; null where the seat has none. */
  readonly key: string | null;
  /** What the reader calls the owner of the key; null where the reader does not know it. */
  readonly known: string | null;
  /** The last node that it signed over; −1 where it signed nothing. */
  readonly signedThrough: number;
}

/** What a record proves. Plain data. */
export interface Judgment {
  readonly verdict: Verdict;
  readonly ended: boolean;
  readonly entries: number;
  /** The last node that each seat has signed over; −1 where one has signed nothing. */
  readonly agreed: number;
  /** Which signatures were checked. */
  readonly signatures: WhichSignatures;
  readonly seats: readonly SeatVerdict[];
  readonly referee: { readonly key: string; readonly known: string | null } | null;
  /** Where it starts: as the game does, or from a position that was checked here, or is only said. */
  readonly start: 'own' | 'checked' | 'unchecked';
  /** Whether it was checked that it goes on from another match; null where it does not say so. */
  readonly branch: 'checked' | 'unchecked' | null;
  readonly chance: {
    readonly mode: Report['chance'];
    /** Who made it together; empty where it comes from a seed. */
    readonly by: readonly (Seat | 'referee')[];
  };
  /** Why it is not plainly verified, in order. A seat leaves and a match ends once, so that there are few. */
  readonly caveats: readonly Caveat[];
}

/** What the reader knows besides the record. */
export interface JudgeContext {
  /** What the reader calls the owners of keys. */
  readonly known?: ReadonlyMap<string, string>;
  /** Whether `checkBranch` found that it goes on from the match that it names. */
  readonly isBranchChecked?: boolean;
  /** Whether each seat signed the result of the commits that the record carries, by seat; they were checked, and each step is signed. */
  readonly commits?: readonly boolean[];
}

/** What a report comes to. */
export function judge(
  report: Report,
  { known = new Map(), isBranchChecked = false, commits }: JudgeContext = {},
): Judgment {
  const { header, entries, endedBy, fault, chance } = report;
  const covers = commits === undefined ? report.covers : commitCovers(commits, entries);
  const ended = endedBy !== null;
  const last = fault === null ? entries + (ended ? 1 : 0) : report.good;
  const terms = header === null ? null : termsOf(header);
  const until = (seat: Seat | null): number =>
    Math.min(last, covers.find(cover => cover.seat === seat)?.until ?? -1);
  const seats = (header?.players ?? []).map(({ seat, name, key = null }): SeatVerdict => {
    const signedThrough = until(seat);
    const namedBy = signedThrough >= 0 ? 'player' : until(null) >= 0 ? 'referee' : 'none';
    return { seat, name, namedBy, key, known: known.get(key ?? '') ?? null, signedThrough };
  });
  const agreed = seats.length === 0 ? -1 : Math.min(...seats.map(({ signedThrough }) => signedThrough));
  const checked = isBranchChecked ? 'checked' : 'unchecked';
  const judged = {
    ended,
    entries,
    agreed,
    signatures: report.signatures,
    seats,
    referee: keyed(terms?.referee ?? null, known),
    start: (header?.start ?? null) === null ? 'own' : checked,
    branch: (terms?.branch ?? null) === null ? null : checked,
    chance: { mode: chance, by: header === null ? [] : holdersOf(header) },
  } as const;
  const caveats = fault === null ? reasons({ ...report, covers }, judged, last) : [faulty(report)];
  const verdict = caveats.reduce<Verdict>((word, item) => weaker(word, item.word), 'verified');
  return { verdict, ...judged, caveats };
}

/** The verdict alone. */
export const verdictOf = (report: Report): Verdict => judge(report).verdict;

const weaker = <V extends Verdict>(a: V, b: V): V =>
  VERDICTS.indexOf(a) < VERDICTS.indexOf(b) ? a : b;

/** Who signed the result stands by all of it, who did not by what came before the last act. */
const commitCovers = (signed: readonly boolean[], entries: number): Report['covers'] =>
  signed.map((hasSigned, seat) => ({
    seat,
    until: hasSigned ? Infinity : Math.max(0, entries - 1),
  }));

const keyed = (key: string | null, known: ReadonlyMap<string, string>): Judgment['referee'] =>
  key === null ? null : { key, known: known.get(key) ?? null };

/** Who has a chain of chance: commitments stand in order of seats, the referee's at the end. */
const holdersOf = ({ terms, players }: Header): readonly (Seat | 'referee')[] =>
  (terms?.fair?.commitments ?? []).flatMap((commitment, i) =>
    commitment === null ? [] : [players[i]?.seat ?? 'referee'],
  );

function faulty({ fault, good }: Report): Caveat {
  const { code, at } = fault!;
  const n = at?.path?.startsWith('/header') ? 0 : good + 1;
  return { n, word: code === 'unknown-game' ? 'unknown' : 'broken', why: code, by: null };
}

type Judged = Pick<Judgment, 'agreed' | 'seats' | 'start' | 'branch'>;

/** Why a record that holds is not plainly verified. */
function reasons(report: Report, judged: Judged, last: number): readonly Caveat[] {
  const { chance, covers, decisions } = report;
  const { agreed, seats, start, branch } = judged;
  const isRefereed = covers.some(({ seat }) => seat === null);
  /** The word of what not all have signed over. */
  const rest = isRefereed ? 'refereed' : covers.length > 0 ? 'partial' : 'unsigned';
  const furthest = seats.toSorted((a, b) => b.signedThrough - a.signedThrough)[0];
  const signer = (furthest?.signedThrough ?? -1) > agreed ? furthest!.seat : null;
  const writer = agreed >= 0 ? 'players' : isRefereed ? 'referee' : null;
  const beginning = [
    ...(start === 'unchecked' ? ['start'] : []),
    ...(branch === 'unchecked' ? ['branch'] : []),
  ];
  return [
    ...(chance === 'sealed' ? [{ n: 0, word: chance, why: 'hidden-hands', by: null }] : []),
    ...beginning.map(why => ({ n: 0, word: weaker('partial', rest), why, by: writer })),
    ...(agreed < last
      ? [{ n: agreed + 1, word: rest, why: 'unsigned', by: isRefereed ? 'referee' : signer }]
      : []),
    ...decisions
      .filter(({ n }) => n > agreed)
      .map(({ n, why, by }) => ({ n, word: rest, why, by: by ?? (isRefereed ? 'referee' : null) })),
  ] as readonly Caveat[];
}

/** How a match was decided by a word or by time, not by acts of those whom it concerns. */
export interface Decision {
  readonly n: number;
  readonly why: 'flag' | 'absence' | 'withheld-link' | 'abort' | 'decree' | 'time';
  /** The seat that says so; null where the referee does, or where no seat is named. */
  readonly by: Seat | null;
}

/** What people call a reason, after the place and before who vouches for it. */
const REASONS: { readonly [why: string]: string } = {
  start: 'the position from which it starts',
  branch: 'that it continues another match',
  flag: 'that a player ran out of time',
  absence: 'that a player was absent',
  'withheld-link': 'that a player held back a link of chance',
  abort: 'that the match was aborted',
  decree: 'the outcome, to which no action led,',
  time: 'when time ended the match',
};

/** Quotation marks: straight in a terminal, curly on a page. */
export type Quotes = 'straight' | 'curly';

/** The player of a seat: the name in quotes, so that it cannot pass for a word of the text, and the seat. */
export function playerWords(
  { name, seat }: Pick<SeatVerdict, 'name' | 'seat'>,
  quotes: Quotes,
): string {
  if (name === '') return `seat ${seat}`;
  const [open, close, single] = quotes === 'straight' ? ['"', '"', "'"] : ['“', '”', '’'];
  return `${open}${name.replace(/["“”„‟]/g, single!)}${close} (seat ${seat})`;
}

/** Who vouches for something, in words. */
export function voiceWords(
  seats: readonly Pick<SeatVerdict, 'name' | 'seat'>[],
  by: Caveat['by'],
  quotes: Quotes = 'straight',
): string {
  if (by === null) return 'no one';
  if (typeof by === 'string') return `the ${by}`;
  return playerWords(seats.find(({ seat }) => seat === by) ?? { name: '', seat: by }, quotes);
}

/** Who made fair chance: all together, or only those who hold a chain. */
export function makersOf(header: Header, quotes: Quotes = 'straight'): string {
  const by = holdersOf(header);
  const { players, terms } = header;
  if (by.length === players.length + (terms?.referee == null ? 0 : 1))
    return 'made by all together';
  const names = by.map(holder => voiceWords(players, holder, quotes));
  return names.length === 1
    ? `by ${names[0]} alone`
    : `by ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** A reason in a sentence. */
export function describeCaveat(
  { entries, seats }: Pick<Judgment, 'entries' | 'seats'>,
  { n, word, why, by }: Caveat,
  quotes: Quotes = 'straight',
): string {
  const place = n === 0 ? 'the header' : n > entries ? 'the ending' : `entry ${n}`;
  if (word === 'broken') return `${place}: ${why}`;
  if (word === 'unknown') return 'the rules of this game are not known here';
  if (why === 'hidden-hands')
    return 'the hands are hidden until the ending tells how they were dealt';
  const voice = `vouched for ${by === null ? 'by' : 'only by'} ${voiceWords(seats, by, quotes)}`;
  if (why !== 'unsigned') return `${place}: ${REASONS[why] ?? why} is ${voice}`;
  if (word === 'unsigned') return 'nobody signed anything';
  const names = seats
    .filter(({ signedThrough }) => signedThrough < n)
    .map(player => playerWords(player, quotes));
  const rest = n === 0 ? 'all of it' : n > entries ? 'the ending' : `everything from entry ${n} on`;
  return `${rest} is ${voice}; not signed by ${names.join(', ')}`;
}
