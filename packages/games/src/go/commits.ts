/** Go in commits of IPGS: offers, steps and the file that both sign. §5, §9, §10. */
import {
  type CommitForm,
  type CommitResult,
  type CommitStep,
  type CommitTerms,
  type Fail,
  fail,
  type JsonObject,
  type Outcome,
  ok,
  type Result,
  type StandardMatch,
  unwrap,
} from '@kifu/core';
import { lay } from './board.ts';
import { cellAt, gridOf, type Point } from './grid.ts';
import { fixedHandicap } from './handicap.ts';
import { formatLetters } from './letters.ts';
import { type Move, pass, playAt, resume } from './move-codec.ts';
import { play } from './play.ts';
import { formatResult, GO_SIDES, parseResult } from './result-text.ts';
import { formatRules, parseRules } from './rules-object.ts';
import { bonusOf, RULESETS, type Ruleset } from './ruleset.ts';
import { surveyState } from './score.ts';
import { settlingMoves } from './sgf/ending.ts';
import {
  formatStandard,
  normalText,
  type StandardBoard,
  type StandardNode,
} from './sgf/standard.ts';
import { formatStep, type GameStep, parseStep } from './sgf/step.ts';
import { escapeText } from './sgf/values.ts';
import { isScoring, type Side, type State } from './state.ts';
import { listTerritory, marksFor, type Territory } from './territory.ts';

/** What a fair komi is, for the side that begins without it. IPGS §12.1. */
const FAIR_KOMI = { area: 7, territory: 6.5 } as const;
/** Elsewhere stones of a handicap are worth another number of ranks. IPGS §12.1. */
const RATED_HANDICAP_SIZE = 19;

/** How go is spelled in commits. */
export const commits: CommitForm<State, Move> = {
  rules: [1, 0, 2, 3].map(i => formatRules(RULESETS[i]!)),
  fileVersion: 1,
  sides: GO_SIDES,
  hasAgreedDraws: false,
  counting: { is: isScoring, resume },
  options,
  parse,
  format,
  formatOutcome: outcome => formatResult(outcome),
  advantage,
  standard,
};

/** The options that an offer stands for. */
function options(terms: CommitTerms): Result<JsonObject> {
  const named = parseRules(terms.rules);
  if (!named.ok) return named;
  const halves = 2 * (terms.komi ?? Number.NaN);
  if (!Number.isSafeInteger(halves))
    return fail('bad-setup', 'komi is a number of half points', { at: { path: '/komi' } });
  const { 'board-width': width, 'board-height': height } = terms.offer;
  if (width === undefined || height === undefined)
    return fail('bad-setup', 'an offer of go names the size of the board', {
      at: { path: '/board-width' },
    });
  // sizes and handicap are checked when the match is set up
  return ok({
    ...{ width, height, rules: named.value.rules },
    ...{ komiHalves: halves + 0, handicap: terms.handicap },
  });
}

function parse(state: State, text: string): Result<CommitStep<Move>> {
  const parsed = parseStep(state.match.grid, text);
  if (!parsed.ok) return parsed;
  const step = parsed.value;
  switch (step.type) {
    case 'move': {
      if (state.left > 0) return illegal('handicap', 'the handicap is placed first, in one step');
      const move = step.at === null ? pass : playAt(step.at[0], step.at[1]);
      const comment = normalText(step.comment);
      return ok({ type: 'move', seat: step.seat, moves: [move], links: [], comment });
    }
    case 'handicap':
      return parseHandicap(state, step);
    case 'result': {
      const result = parseProposal(state, step.outcome, step.territory);
      return result.ok
        ? ok({ type: 'result', result: result.value, comment: normalText(step.comment) })
        : result;
    }
    case 'comment':
      return ok({ type: 'comment', comment: normalText(step.comment) });
    default:
      return ok(step);
  }
}

function parseHandicap(
  { left, match }: State,
  { points, comment }: Extract<GameStep, { type: 'handicap' }>,
): Result<CommitStep<Move>> {
  if (left === 0 || left < match.handicap || points.length !== left)
    return illegal('handicap', `the handicap of ${left} stones is placed in one step`);
  const moves = points.map(([x, y]) => playAt(x, y));
  return ok({ type: 'move', seat: 0, moves, links: [], comment: normalText(comment) });
}

const illegal = (rule: string, message: string): Fail => fail('illegal-move', message, { rule });

const HOW: { readonly [reason: string]: CommitResult['how'] } = {
  resignation: 'resignation',
  timeout: 'time',
  forfeit: 'forfeit',
  noResult: 'void',
};

function parseProposal(
  state: State,
  outcome: Outcome,
  territory: Territory | null,
): Result<CommitResult<Move>> {
  const text = formatResult(outcome);
  const winner = outcome.winners[0] ?? null;
  const how = HOW[outcome.reason];
  if (how !== undefined)
    return territory === null
      ? ok({ how, winner, text, settling: null })
      : illegal('territory', 'territory stands with a score');
  if (!isScoring(state))
    return illegal('not-scoring', 'a score can only be proposed after two passes in a row');
  if (territory === null)
    return illegal('not-scoring', `${text} is proposed without the territory that gives it`);
  const settling = settle(state, territory);
  return settling.ok ? ok({ how: 'rules', winner, text, settling: settling.value }) : settling;
}

/** The marks that lists of territory mean, and both agree. */
function settle(
  { match: { grid, rules }, stones }: State,
  { black, white }: Territory,
): Result<CommitResult<Move>['settling']> {
  const cells = (points: readonly Point[]) => points.map(([x, y]) => cellAt(grid, x, y));
  const marked = marksFor(grid, lay(grid, stones), rules, [cells(black), cells(white)]);
  return marked.ok ? ok(settlingMoves(grid, marked.value)) : marked;
}

function format(state: State, step: CommitStep<Move>): string {
  switch (step.type) {
    case 'move': {
      const comment = escapeText(step.comment);
      const points = step.moves.flatMap(({ at }) => (at === null ? [] : [at]));
      if (state.left > 0) return formatStep({ type: 'handicap', points, comment });
      const seat = (step.seat ?? state.turn) as Side;
      return formatStep({ type: 'move', seat, at: points[0] ?? null, comment });
    }
    case 'result': {
      const { text, settling } = step.result;
      const outcome = parseResult(text);
      return formatStep({
        type: 'result',
        outcome: (outcome.ok ? outcome.value : null) ?? NO_RESULT,
        territory: settling === null ? null : territoryAfter(state, settling),
        comment: escapeText(step.comment),
      });
    }
    case 'comment':
      return formatStep({ type: 'comment', comment: escapeText(step.comment) });
    default:
      return formatStep(step);
  }
}

const NO_RESULT: Outcome = { result: 'void', winners: [], points: null, reason: 'noResult' };

/** The territory that a count comes to. */
function territoryAfter(
  state: State,
  settling: NonNullable<CommitResult<Move>['settling']>,
): Territory {
  const counted = settling.reduce((before, { seat, move }) => {
    const played = play(before, seat, move);
    return played.ok ? played.value.state : before;
  }, state);
  return listTerritory(state.match.grid, surveyState(counted));
}

/** Black's head start in ranks; null where it cannot be told in them. */
function advantage({ offer, rules, handicap, komi }: CommitTerms): number | null {
  const named = parseRules(rules);
  if (!named.ok || komi === null) return null;
  const { 'board-width': width, 'board-height': height } = offer;
  const isUsual = width === RATED_HANDICAP_SIZE && height === RATED_HANDICAP_SIZE;
  if (handicap >= 2 && !isUsual) return null;
  const fair = FAIR_KOMI[named.value.rules.scoring];
  const given = komi + bonusOf(named.value.rules, handicap);
  return (handicap >= 2 ? handicap - 1 : 0) + (fair - given) / (2 * fair);
}

/** The standard SGF. Everything in the match has been played, so it can be read again. */
function standard(match: StandardMatch): string {
  const { terms, steps, players, proposal } = match;
  const grid = gridOf(terms.offer['board-width'] as number, terms.offer['board-height'] as number);
  const { sgfName, rules } = unwrap(parseRules(terms.rules));
  const read = steps.map(step => ({ ...step, says: unwrap(parseStep(grid, step.text)) }));
  const placed = read.find(({ says }) => says.type === 'handicap')?.says;
  const result = unwrap(parseStep(grid, proposal));
  const board: StandardBoard = {
    ...{ width: grid.width, height: grid.height, handicap: terms.handicap },
    handicapStones: placed?.type === 'handicap' ? placed.points : fixedStones(terms, rules),
    komiHalves: 2 * (terms.komi ?? 0),
    territory: result.type === 'result' ? result.territory : null,
  };
  const nodes = read.flatMap(({ seat, says, madeAt, leftSeconds }): StandardNode[] => {
    if (says.type === 'comment') return [{ type: 'comment', seat, comment: says.comment }];
    if (says.type !== 'move') return [];
    const value = says.at === null ? '' : formatLetters(says.at);
    return [{ type: 'move', seat, value, links: [], madeAt, leftSeconds, comment: says.comment }];
  });
  const [black, white] = players;
  const file = { fileVersion: 1, sides: GO_SIDES } as const;
  return formatStandard({
    ...{ ...match, ...file, number: 1, board, rulesName: sgfName, black, white, nodes },
  });
}

const fixedStones = ({ offer, handicap }: CommitTerms, rules: Ruleset): readonly Point[] =>
  handicap > 0 && rules.handicapPlacement === 'fixed'
    ? fixedHandicap(offer['board-width'] as number, handicap)
    : [];
