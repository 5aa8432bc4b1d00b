/** The standard SGF of a finished game: the same record always gives the same bytes. IPGS §10. */
import {
  type CommitForm,
  type Seat,
  type StandardMatch,
  type StandardPlayer,
  sgfLetters,
} from '@kifu/core';
import { rankOf } from '@kifu/core/glicko2';
import type { Point } from '../grid.ts';
import { formatHalves } from '../names.ts';
import type { Territory } from '../territory.ts';
import { formatList } from './nodes.ts';
import { escapeText } from './values.ts';

/** A finished game as plain data. What stands in steps and results has been checked before. */
export interface StandardGame
  extends Omit<StandardMatch, 'terms' | 'proposal' | 'steps' | 'players'>,
    Pick<CommitForm, 'fileVersion' | 'sides'> {
  /** SGF's number of the game. */
  readonly number: number;
  /** Null in other games than go. */
  readonly board: StandardBoard | null;
  /** What SGF calls the rules. */
  readonly rulesName: string;
  readonly black: StandardPlayer;
  readonly white: StandardPlayer;
  readonly nodes: readonly StandardNode[];
}

/** What a game of go has on its board. */
export interface StandardBoard {
  readonly width: number;
  readonly height: number;
  readonly handicap: number;
  /** Its stones; empty where there are none. */
  readonly handicapStones: readonly Point[];
  readonly komiHalves: number;
  /** What the final result listed; null where it listed nothing. */
  readonly territory: Territory | null;
}

/** A step that has a node. A comment is as it stands in its step, escapes and all; empty for none. */
export type StandardNode =
  | {
      readonly type: 'move';
      readonly seat: Seat;
      /** As SGF writes it: two letters in go, nothing for a pass. Null where the step only shows links. */
      readonly value: string | null;
      /** Reveals of a hash chain that it contains. */
      readonly links: readonly string[];
      readonly madeAt: string;
      readonly leftSeconds: number | null;
      readonly comment: string;
    }
  | { readonly type: 'comment'; readonly seat: Seat; readonly comment: string };

/** Writes the file. */
export function formatStandard(game: StandardGame): string {
  const territory = formatTerritory(game.board?.territory ?? { black: [], white: [] });
  const letters = sgfLetters(game.sides);
  const nodes = [
    formatRoot(game),
    ...game.nodes.map(node => formatNode(node, letters[node.seat]!)),
    territory,
  ];
  return `(${nodes.filter(node => node !== '').join('\n')})\n`;
}

function formatRoot(game: StandardGame): string {
  const { number, board, time, black, white, fileVersion, sides } = game;
  const isNamed = fileVersion > 1;
  const properties: (string | null)[] = [
    `FF[4]GM[${number}]CA[UTF-8]AP[IPGS:${fileVersion}]`,
    board && formatSize(board),
    `GN[${simple(game.name)}]`,
    `DT[${formatDays(game)}]`,
    `RU[${simple(game.rulesName)}]`,
    board && board.handicap >= 2 ? `HA[${board.handicap}]` : null,
    board && `KM[${formatHalves(board.komiHalves)}]`,
    time.type === 'absolute' ? `TM[${formatNumber(time.seconds)}]` : null,
    time.type === 'fixed' ? `OT[${formatNumber(time.seconds)} seconds per move]` : null,
    // ranks are those of go
    ...[black, white].map((player, i) => formatPlayer(player, 'BW'[i]!, !isNamed)),
    `RE[${simple(game.result)}]`,
    isNamed ? `XF[${sides[0]}:${sides[1]}]` : null,
    `XB[${simple(black.hash)}]XW[${simple(white.hash)}]`,
    ...[black, white].map(
      ({ rating, deviation }, seat) =>
        `Y${'BW'[seat]}[${formatNumber(rating)}:${formatNumber(deviation)}]`,
    ),
    `XK[${game.isRanked ? 1 : 0}]`,
    `XR[${simple(game.rulesCid)}]XS[${simple(game.firstAt)}]XE[${simple(game.lastAt)}]`,
    game.head === null ? null : `XH[${simple(game.head)}]`,
    board && formatList('AB', inOrder(board.handicapStones)),
  ];
  return `;${properties.filter(property => property !== null).join('')}`;
}

const formatPlayer = (
  { name, rating, deviation }: StandardPlayer,
  side: string,
  hasRank: boolean,
): string =>
  `P${side}[${simple(name)}]${hasRank ? `${side}R[${formatRank(rating, deviation)}]` : ''}`;

const formatSize = ({ width, height }: StandardBoard): string =>
  `SZ[${width === height ? width : `${width}:${height}`}]`;

function formatNode(step: StandardNode, side: string): string {
  const text = normalText(step.comment);
  const comment = text === '' ? '' : `C[${escapeText(text)}]`;
  if (step.type === 'comment') return comment === '' ? '' : `;XA[${side}]${comment}`;
  const { value, links, leftSeconds } = step;
  const left = leftSeconds === null ? '' : `${side}L[${formatNumber(Math.max(0, leftSeconds))}]`;
  const shown = links.length === 0 ? '' : `XL[${links.join('][')}]`;
  const move = value === null ? `XA[${side}]` : `${side}[${simple(value)}]`;
  return `;${move}${left}${shown}${comment}`;
}

function formatTerritory({ black, white }: Territory): string {
  const lists = formatList('TB', inOrder(black)) + formatList('TW', inOrder(white));
  return lists === '' ? '' : `;${lists}`;
}

/** By column, then by row. */
const inOrder = (points: readonly Point[]): Point[] =>
  points.toSorted(([ax, ay], [bx, by]) => ax - bx || ay - by);

/** The days on which moves were made, each as short as the one before allows; without moves that of the last commit. */
function formatDays({ nodes, lastAt }: StandardGame): string {
  const made = nodes.flatMap(step => (step.type === 'move' ? [step.madeAt.slice(0, 10)] : []));
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
/** The rank at which dan begins. */
const FIRST_DAN = 30;
const MAX_DAN = 9;
const MAX_KYU = 30;

/** The rank as a label. */
export function formatRank(rating: number, deviation: number): string {
  const rank = Math.floor(rankOf(rating));
  const label =
    rank >= FIRST_DAN
      ? `${Math.min(MAX_DAN, rank - FIRST_DAN + 1)}d`
      : `${Math.min(MAX_KYU, FIRST_DAN - rank)}k`;
  return `${label}${deviation >= UNSURE ? '?' : ''}`;
}
