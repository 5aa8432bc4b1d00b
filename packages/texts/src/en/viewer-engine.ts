/** What the viewer's engine says about a record: entries, timeline markers, captures, proofs by commits. */
import { endOfGame } from './helpers.ts';

const numbers = new Intl.NumberFormat('en');

/** Captured pieces by what games call them in data: one, and several. */
const PIECES: { readonly [piece: string]: readonly [one: string, other: string] } = {
  pawn: ['pawn', 'pawns'],
  knight: ['knight', 'knights'],
  bishop: ['bishop', 'bishops'],
  rook: ['rook', 'rooks'],
  queen: ['queen', 'queens'],
  king: ['king', 'kings'],
};

export const viewerEngine = {
  /** A random draw without a result to show. */
  draw: 'random draw',
  aMove: 'a move',
  rolls: (who: string, roll: string) => (who === '' ? `rolls ${roll}` : `${who} rolls ${roll}`),
  round: (round: string) => `round ${round}`,
  /** Which record of a file is shown. */
  place: (number: number, count: number, isMore: boolean) =>
    `${numbers.format(number)} of ${numbers.format(count)}${isMore ? ' or more' : ''}`,
  timeLeft: (seat: string, seconds: number) => `${seat} has ${seconds} s left`,
  longPause: (seconds: number) => `no move for ${seconds} s`,
  /** Kinds of events that no game describes. */
  kinds: { 'game finished': endOfGame },
  event: (seat: string, event: string) => `${seat}: ${event}`,
  capturedBy: (seat: string) => `captured by ${seat}`,
  captured: (piece: string, count: number) => {
    const name = PIECES[piece] ?? [piece, piece];
    return count === 1 ? name[0] : `${numbers.format(count)} ${name[1]}`;
  },
  achieved: (title: string, points: number) => `${title} (${points})`,
  commits: {
    unsigned: 'has not signed the result',
    signed: (day: string) => `signed the result on ${day}`,
    about: (commits: number) =>
      `These are OpenPGP keys. The game consists of ${numbers.format(commits)} IPGS commits. Each player signed each of their steps on top of everything before it: the challenge, every move with its time, and the result. Nothing can be changed without both keys.`,
    limits: [
      'That a key belongs to the person it names: anyone can create a key with any name. Compare the fingerprint with one you got from its owner.',
      'That nobody else used a key.',
      'When the moves were made: each player wrote their own times, each later than the one before.',
      'That nobody had outside help.',
    ] as readonly string[],
  },
};

export type ViewerEngineTexts = typeof viewerEngine;
