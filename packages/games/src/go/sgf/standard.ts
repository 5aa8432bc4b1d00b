/** The standard SGF of a finished game: from the same record everybody gets the same bytes. IPGS §10. */
import type { Outcome } from '@kifu/core';
import type { Point } from '../grid.ts';
import { formatLetters } from '../letters.ts';
import { formatHalves } from '../names.ts';
import { formatResult } from '../result-text.ts';
import type { Side } from '../state.ts';
import type { Territory } from '../territory.ts';
import { formatList } from './nodes.ts';
import { escapeText } from './values.ts';

/** A finished game as plain data. */
export interface StandardGame {
  readonly width: number;
  readonly height: number;
  /** `challenger|timestamp|contender`. */
  readonly gameName: string;
  /** What SGF calls the rules, and their content id. */
  readonly rulesName: string;
  readonly rulesCid: string;
  readonly handicap: number;
  /** Its stones; empty where there are none. */
  readonly handicapStones: readonly Point[];
  readonly komiHalves: number;
  /** Seconds for all moves of a player, or for each move. */
  readonly time: { readonly type: 'absolute' | 'fixed'; readonly seconds: number };
  readonly black: StandardPlayer;
  readonly white: StandardPlayer;
  readonly outcome: Outcome;
  readonly isRanked: boolean;
  /** When the first and the last commit were made, as they say it. */
  readonly firstAt: string;
  readonly lastAt: string;
  /** The content id of the last commit; null for games from elsewhere. */
  readonly head: string | null;
  readonly steps: readonly StandardStep[];
  /** What the final result listed; null where it listed nothing. */
  readonly territory: Territory | null;
}

/** Who played, and the rating that was claimed. */
export interface StandardPlayer {
  readonly name: string;
  /** The content id of the key file. */
  readonly hash: string;
  readonly rating: number;
  readonly deviation: number;
}

/** A step that has a node. A comment is as it stands in its step, escapes and all; empty for none. */
export type StandardStep =
  | {
      readonly type: 'move';
      readonly seat: Side;
      readonly at: Point | null;
      /** The timestamp of its commit. */
      readonly madeAt: string;
      /** Whole seconds left to the mover after it, with absolute time. */
      readonly leftSeconds: number | null;
      readonly comment: string;
    }
  | { readonly type: 'comment'; readonly seat: Side; readonly comment: string };

/** Writes the file. */
export function formatStandard(game: StandardGame): string {
  const territory = game.territory === null ? '' : formatTerritory(game.territory);
  const nodes = [formatRoot(game), ...game.steps.map(formatNode), territory];
  return `(${nodes.filter(node => node !== '').join('\n')})\n`;
}

function formatRoot(game: StandardGame): string {
  const { width, height, handicap, time, black, white } = game;
  const properties: (string | null)[] = [
    'FF[4]GM[1]CA[UTF-8]AP[IPGS:1]',
    `SZ[${width === height ? width : `${width}:${height}`}]`,
    `GN[${simple(game.gameName)}]`,
    `DT[${formatDays(game)}]`,
    `RU[${simple(game.rulesName)}]`,
    handicap >= 2 ? `HA[${handicap}]` : null,
    `KM[${formatHalves(game.komiHalves)}]`,
    time.type === 'absolute' ? `TM[${formatNumber(time.seconds)}]` : null,
    time.type === 'fixed' ? `OT[${formatNumber(time.seconds)} seconds per move]` : null,
    ...[black, white].map((player, seat) => formatPlayer(player, 'BW'[seat]!)),
    `RE[${formatResult(game.outcome)}]`,
    `XB[${simple(black.hash)}]XW[${simple(white.hash)}]`,
    ...[black, white].map(
      ({ rating, deviation }, seat) =>
        `Y${'BW'[seat]}[${formatNumber(rating)}:${formatNumber(deviation)}]`,
    ),
    `XK[${game.isRanked ? 1 : 0}]`,
    `XR[${simple(game.rulesCid)}]XS[${simple(game.firstAt)}]XE[${simple(game.lastAt)}]`,
    game.head === null ? null : `XH[${simple(game.head)}]`,
    formatList('AB', inOrder(game.handicapStones)),
  ];
  return `;${properties.filter(property => property !== null).join('')}`;
}

const formatPlayer = ({ name, rating, deviation }: StandardPlayer, side: string): string =>
  `P${side}[${simple(name)}]${side}R[${formatRank(rating, deviation)}]`;

function formatNode(step: StandardStep): string {
  const text = normalText(step.comment);
  const comment = text === '' ? '' : `C[${escapeText(text)}]`;
  const side = 'BW'[step.seat]!;
  if (step.type === 'comment') return comment === '' ? '' : `;XA[${side}]${comment}`;
  const { at, leftSeconds } = step;
  const left = leftSeconds === null ? '' : `${side}L[${formatNumber(Math.max(0, leftSeconds))}]`;
  return `;${side}[${at === null ? '' : formatLetters(at)}]${left}${comment}`;
}

function formatTerritory({ black, white }: Territory): string {
  const lists = formatList('TB', inOrder(black)) + formatList('TW', inOrder(white));
  return lists === '' ? '' : `;${lists}`;
}

/** By column, then by row. */
const inOrder = (points: readonly Point[]): Point[] =>
  points.toSorted(([ax, ay], [bx, by]) => ax - bx || ay - by);

/** The days on which moves were made, each as short as the one before allows; without moves that of the last commit. */
function formatDays({ steps, lastAt }: StandardGame): string {
  const made = steps.flatMap(step => (step.type === 'move' ? [step.madeAt.slice(0, 10)] : []));
  const days = made.length === 0 ? [lastAt.slice(0, 10)] : [...new Set(made)].sort();
  return days
    .map((day, i) => {
      const before = days[i - 1] ?? '';
      if (before.slice(0, 7) === day.slice(0, 7)) return day.slice(8);
      return before.slice(0, 4) === day.slice(0, 4) ? day.slice(5) : day;
    })
    .join(',');
}

/** The shortest decimal, without an exponent. */
export function formatNumber(value: number): string {
  const text = `${value === 0 ? 0 : value}`; // never −0
  const [, sign, whole, fraction = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (whole === undefined || exponent === undefined) return text;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const padded = digits.padEnd(point, '0');
  const rest = padded.slice(point);
  return `${sign}${padded.slice(0, point)}${rest === '' ? '' : `.${rest}`}`;
}

/** The text of a value in its one spelling: escapes undone, blanks made spaces, control characters gone, NFC. */
export const normalText = (raw: string): string =>
  clean(
    raw
      .replace(/\r\n|\n\r|\r/g, '\n')
      .replace(/\\([\s\S])/g, (_, next) => (next === '\n' ? '' : next)),
  );

/** Text that comes from elsewhere and has no escapes, on one line. */
const simple = (text: string): string =>
  escapeText(clean(text.replace(/\r\n|\n\r|\r/g, '\n')).replaceAll('\n', ' '));

const clean = (text: string): string =>
  text
    .replace(/[\t\v\f\u0085\u2028\u2029]/g, ' ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, '')
    .normalize('NFC');

/** From so much deviation on a rating says little. */
const UNSURE = 160;
const MIN_RATING = 100;
const MAX_RATING = 6000;
/** The rank at which dan begins. */
const FIRST_DAN = 30;
const MAX_DAN = 9;
const MAX_KYU = 30;

/** The rank of a rating, as a number that grows by one a rank. */
export const rankOf = (rating: number): number =>
  23.15 * Math.log(Math.min(MAX_RATING, Math.max(MIN_RATING, rating)) / 525);

/** The rank as a label. */
export function formatRank(rating: number, deviation: number): string {
  const rank = Math.floor(rankOf(rating));
  const label =
    rank >= FIRST_DAN
      ? `${Math.min(MAX_DAN, rank - FIRST_DAN + 1)}d`
      : `${Math.min(MAX_KYU, FIRST_DAN - rank)}k`;
  return `${label}${deviation >= UNSURE ? '?' : ''}`;
}
