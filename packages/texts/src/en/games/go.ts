/** Texts of Go. */

import { counted, ending } from '../helpers.ts';
import { match } from '../match.ts';

export const go = {
  title: 'Go',
  seats: ['Black', 'White'],
  reasons: {
    ...match.reasons,
    score: { label: 'Points', by: 'on points' },
    repetition: { label: 'Repetition', by: 'by repetition' },
  },
  perPoint: 2,
  refusals: {
    'not-your-turn': 'It is not your turn.',
    'not-scoring': 'The game is still in play: two passes stop it.',
    scoring: 'Scoring: mark dead stones, accept, or resume play.',
    'off-board': 'That point is not on the board.',
    occupied: 'That point is occupied.',
    suicide: 'Suicide is not allowed.',
    ko: 'Ko: you cannot retake immediately.',
    superko: 'Superko: that would repeat an earlier position.',
    length: 'The game has reached its turn limit: pass.',
    handicap: 'Black places the handicap stones first.',
    'nothing-to-mark': 'There is nothing to mark at that point.',
    'dead-outside': 'There is no stone at that point.',
    territory: 'The territories contradict the board.',
  },
  options: {
    handicap: {
      label: 'Handicap',
      help: 'Number of handicap stones: none, or two and more, as many as board and rules have room for.',
    },
    height: { label: 'Board height', help: 'Number of rows (default: same as width).' },
    komiHalves: {
      label: 'Komi in half points',
      help: 'Points for White in half points: 15 is 7.5 (default: as in the ruleset; 1 with a handicap).',
    },
    rules: {
      label: 'Ruleset',
      help: 'Ruleset, by name or as individual settings.',
      values: {
        AGA: 'AGA',
        Chinese: 'Chinese',
        Japanese: 'Japanese',
        'New Zealand': 'New Zealand',
      } as Readonly<Record<string, string>>,
    },
    width: { label: 'Board width', help: 'Number of columns (default: same as height).' },
  },
  setUp: {
    width: {
      label: 'Board',
      help: 'Beginners start on 9×9.',
      values: { 9: '9×9', 13: '13×13', 19: '19×19' } as Readonly<Record<string, string>>,
    },
    komiHalves: {
      label: 'Komi in points',
      help: 'What White gets for moving second. It follows from ruleset and handicap unless you enter another.',
      values: {} as Readonly<Record<string, string>>,
    },
    handicap: {
      label: 'Handicap',
      help: 'Stones that Black places before White’s first move.',
      values: { 0: 'None' } as Readonly<Record<string, string>>,
    },
  },
  demos: {
    '': { about: 'A 9×9 game, counted by both sides after two passes.' },
  },
  ...ending,
  plays: (who: string, point: string, captured: number) =>
    `${who} plays ${point}${captured > 0 ? ` and takes ${counted(captured, 'stone')}` : ''}`,
  /** The move removed own stones. */
  suicide: (who: string, point: string, removed: number) =>
    `${who} plays ${point} and removes ${removed} of their own ${removed === 1 ? 'stone' : 'stones'}`,
  handicap: (who: string, point: string) => `${who} places a handicap stone on ${point}`,
  passes: (who: string) => `${who} passes`,
  agrees: (who: string) => `${who} accepts the score`,
  resumes: (who: string) => `${who} resumes play`,
  /** `as` is empty where it is not known. */
  marks: (who: string, point: string, as: string) => `${who} marks ${point}${as && ` as ${as}`}`,
  status: { dead: 'dead', alive: 'alive', neutral: 'neutral', territory: 'territory' },
  stops: 'play stops',
  wonBy: (who: string, margin: string) => `${who} wins by ${margin}`,
  jigo: 'jigo',
  side: (who: string, points: readonly string[], prisoners: number) =>
    `${who}: ${points.join(' ') || 'no stones'}${prisoners > 0 ? `, ${counted(prisoners, 'prisoner')}` : ''}.`,
  scoring: 'Scoring: dead stones are being marked.',
  toPlace: (who: string, stones: number) =>
    `${who} has ${counted(stones, 'handicap stone')} to place.`,
  /** `ko` is the point that may not be retaken. */
  turn: (who: string, ko: string | null) => `${who} to play${ko === null ? '' : `, ko at ${ko}`}.`,
  cell: (point: string, what: string | null) => `${point}, ${what ?? 'empty'}`,
  stone: (who: string) => `${who.toLowerCase()} stone`,
  deadStone: (who: string) => `${who.toLowerCase()} stone, dead`,
  territory: (who: string) => `${who.toLowerCase()} territory`,
  buttons: { pass: 'Pass', agree: 'Accept score', resume: 'Resume play' },
  events: {
    capture: (who: string, stones: number) => `${who} takes ${counted(stones, 'stone')}`,
    suicide: (who: string, stones: number) =>
      `${who} removes ${stones} of their own ${stones === 1 ? 'stone' : 'stones'}`,
    mark: (who: string, points: string, as: string) => `${who} marks ${points} as ${as}`,
    agree: (who: string) => `${who} accepts the score`,
    resume: (who: string) => `${who} resumes play`,
    scoring: 'play stops',
  },
  captions: {
    captures: 'captures',
    took: (who: string, stones: number) => `${who} ${stones}`,
    komi: (points: string) => `komi ${points}`,
    handicap: (stones: number) => `handicap ${stones}`,
    rules: (name: string) => `${name} rules`,
    toPlace: 'to place',
    stones: (count: number) => counted(count, 'handicap stone'),
    passed: 'passed',
    scoring: 'scoring',
    scoringHelp: 'mark dead stones, accept, or resume',
    count: 'count',
    score: (
      black: string,
      blackPoints: string,
      white: string,
      whitePoints: string,
      result: string,
    ) => `${black} ${blackPoints}, ${white} ${whitePoints}: ${result}`,
    agreed: (who: string) => `${who} accepts`,
  },
};

export type GoTexts = typeof go;
