/**
 * Judges what a record proves, and who vouches for the rest. Of every node one question: has each seat signed it? Command, page and
 * server all answer it here.
 */
import type { Header, Seat } from '@kifu/core';
import { verdicts as english, type VerdictTexts, type Voucher } from '@kifu/texts/en/verdicts';
import { termsOf } from './match-state/terms.ts';
import type { Report, WhichSignatures } from './verify.ts';

/** From the worst to the best; the verdict of a record is that of its weakest node. */
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

/** The texts of every verdict, so that a verdict without one does not compile. */
export const verdictMeanings = (
  texts: VerdictTexts = english,
): { readonly [verdict in Verdict]: string } => texts.meanings;

/** Who vouches for something; null where no key signed it. */
type VouchedBy = Seat | 'referee' | 'players' | null;

/** Something that keeps a record from being verified. */
export interface Caveat {
  /** The node: 0 is the header, one more than there are entries the ending. */
  readonly n: number;
  readonly word: Exclude<Verdict, 'verified'>;
  /** A fault code; `hidden-hands`; `start`, `branch`; `unsigned`: from this node on not every seat signed; or how the match was decided. */
  readonly why: string;
  readonly by: VouchedBy;
}

/** A seat, and how much of the record its player signed. */
export interface SeatVerdict {
  readonly seat: Seat;
  readonly name: string;
  /** Who signed the name: the key of the seat, the referee, or no key. */
  readonly namedBy: 'player' | 'referee' | 'none';
  /** Hex; null where the seat has none. */
  readonly key: string | null;
  /** What the reader calls the owner of the key; null where the reader does not know it. */
  readonly known: string | null;
  /** The last node that its signatures cover; −1 where it signed nothing. */
  readonly signedThrough: number;
}

/** What a record proves. Plain data. */
export interface Judgment {
  readonly verdict: Verdict;
  readonly ended: boolean;
  readonly entries: number;
  /** The last node that all seats have signed; −1 where one has signed nothing. */
  readonly agreed: number;
  /** Which signatures were checked. */
  readonly signatures: WhichSignatures;
  readonly seats: readonly SeatVerdict[];
  readonly referee: { readonly key: string; readonly known: string | null } | null;
  /** The start: the game's own, or a position that was checked here or could not be. */
  readonly start: 'own' | 'checked' | 'unchecked';
  /** Whether it was checked that it continues another match; null where it does not claim to. */
  readonly branch: 'checked' | 'unchecked' | null;
  readonly chance: {
    readonly mode: Report['chance'];
    /** Who contributed to it; empty where it comes from a seed. */
    readonly by: readonly (Seat | 'referee')[];
  };
  /** Why the verdict is not `verified`, in order of nodes. Few: each seat leaves once, and a match ends once. */
  readonly caveats: readonly Caveat[];
}

/** What the reader knows besides the record. */
export interface JudgeContext {
  /** What the reader calls the owners of keys. */
  readonly known?: ReadonlyMap<string, string>;
  /** Whether `checkBranch` confirmed that it continues the match that it names. */
  readonly isBranchChecked?: boolean;
  /** Whether each seat signed the result of the commits that the record carries, by seat; they were checked, and each step is signed. */
  readonly commits?: readonly boolean[];
}

/** Judges a report. */
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
  const agreed =
    seats.length === 0 ? -1 : Math.min(...seats.map(({ signedThrough }) => signedThrough));
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

/** A seat that signed the result covers everything; another covers what came before the last action. */
const commitCovers = (signed: readonly boolean[], entries: number): Report['covers'] =>
  signed.map((hasSigned, seat) => ({
    seat,
    until: hasSigned ? Infinity : Math.max(0, entries - 1),
  }));

const keyed = (key: string | null, known: ReadonlyMap<string, string>): Judgment['referee'] =>
  key === null ? null : { key, known: known.get(key) ?? null };

/** Holders of a hash chain: commitments are in order of seats, the referee's is last. */
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

/** Returns why a valid record is not verified. */
function reasons(report: Report, judged: Judged, last: number): readonly Caveat[] {
  const { chance, covers, decisions } = report;
  const { agreed, seats, start, branch } = judged;
  const isRefereed = covers.some(({ seat }) => seat === null);
  /** The verdict on nodes that not all have signed. */
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

/** How a match was decided by one party or by time, not by actions of the seat concerned. */
export interface Decision {
  readonly n: number;
  readonly why: 'flag' | 'absence' | 'withheld-link' | 'abort' | 'decree' | 'time';
  /** The seat that reported it; null where the referee did, or where no seat is named. */
  readonly by: Seat | null;
}

/** Quotation marks: straight in a terminal, curly on a page, as the language has them. */
export type Quotes = 'straight' | 'curly';

/** How to speak of a judgment. */
export interface VerdictStyle {
  readonly texts?: VerdictTexts;
  readonly quotes?: Quotes;
  /** How the match ended; by default its result and reason as the record has them. */
  readonly outcome?: string;
}

/** The player of a seat: the name in quotes, so that it cannot pass for a role, and the seat. */
export function describePlayer(
  { name, seat }: Pick<SeatVerdict, 'name' | 'seat'>,
  { texts = english, quotes = 'straight' }: VerdictStyle = {},
): string {
  if (name === '') return texts.seat(seat);
  const { open, close, inner } = quotes === 'straight' ? STRAIGHT : texts.quotes;
  return texts.player(`${open}${name.replace(/["“”„‟「」]/g, inner)}${close}`, seat);
}

const STRAIGHT = { open: '"', close: '"', inner: "'" };

/** Who vouches for something, and the name of the player if it is one. */
export function voucherOf(
  seats: readonly Pick<SeatVerdict, 'name' | 'seat'>[],
  by: Caveat['by'],
  style: VerdictStyle = {},
): [by: Voucher, player: string] {
  if (by === null) return ['none', ''];
  if (typeof by === 'string') return [by, ''];
  const player = seats.find(({ seat }) => seat === by) ?? { name: '', seat: by };
  return ['player', describePlayer(player, style)];
}

/** Says who made provably fair randomness: all together, or only those who hold a hash chain. */
export function describeMakers(header: Header, style: VerdictStyle = {}): string {
  const { texts = english } = style;
  const by = holdersOf(header);
  const { players, terms } = header;
  if (by.length === players.length + (terms?.referee == null ? 0 : 1)) return texts.makers.all;
  const names = by.map(holder =>
    holder === 'referee' ? texts.referee : voucherOf(players, holder, style)[1],
  );
  return names.length === 1 ? texts.makers.alone(names[0]!) : texts.makers.some(names);
}

/** Says why a verdict is not better. */
export function describeCaveat(
  { entries, seats }: Pick<Judgment, 'entries' | 'seats'>,
  { n, word, why, by }: Caveat,
  style: VerdictStyle = {},
): string {
  const { caveats } = style.texts ?? english;
  const place = caveats.place(n, entries);
  if (word === 'broken') return caveats.broken(place, why);
  if (word === 'unknown') return caveats.unknown;
  if (why === 'hidden-hands') return caveats['hidden-hands'];
  const [voucher, player] = voucherOf(seats, by, style);
  if (why !== 'unsigned') {
    const reasons: { readonly [why in CaveatReason]: string } = caveats.reasons;
    return caveats.vouched(place, reasons[why as CaveatReason] ?? why, voucher, player);
  }
  if (word === 'unsigned') return caveats.unsigned;
  const silent = seats
    .filter(({ signedThrough }) => signedThrough < n)
    .map(seat => describePlayer(seat, style));
  return caveats.rest(n, entries, voucher, player, silent);
}

/** What the word of one party decided, or what could not be checked here. */
type CaveatReason = Decision['why'] | 'start' | 'branch';
