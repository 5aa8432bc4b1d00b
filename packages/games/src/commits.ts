/**
 * Games in commits of IPGS. Games without their own encoding have this one: the payload of a move is its hex form, and words and
 * results are SGF. The file that both sign uses the sides and the notation of the game. Rules of version 1 of the file call seat 0
 * black and write moves in hex; records that name such rules are still read and finished that way.
 */
import {
  type CommitForm,
  type CommitResult,
  type CommitStep,
  canonicalText,
  fail,
  type Game,
  hasKeys,
  isObject,
  type Json,
  type Kit,
  type Outcome,
  ok,
  parseJson,
  type Result,
  type StandardMatch,
  sgfLetters,
  unwrap,
} from '@kifu/core';
import { formatResult, GO_SIDES } from './go/result-text.ts';
import { formatStandard, normalText, type StandardNode } from './go/sgf/standard.ts';
import { formatStep, parseStep } from './go/sgf/step.ts';
import { escapeText } from './go/sgf/values.ts';

/** The numbers that SGF has for games (FF[4], property GM). Those it does not know get 1000 and their code. */
const SGF_NUMBERS: { readonly [name: string]: number } = { chess: 3, backgammon: 6 };
const OTHER_NUMBERS = 1000;

/** How a game is spelled in commits; a fault for games that cannot be played by them. */
export function commitFormOf(kit: Kit): Result<CommitForm> {
  const { name, seats, secrets, pace } = kit.game;
  if (seats[0] > 2 || seats[1] < 2 || secrets !== undefined || pace === 'free')
    return fail('unsupported', `${name} is not a two-player game with turns and open information`);
  return ok(kit.commits ?? plainForm(kit, FILE_VERSION));
}

/** Finds games that are played by commits, among those that can be loaded. */
export const findCommitGame =
  (load: (name: string) => Promise<Result<Kit>>) =>
  async (name: string): Promise<Result<{ readonly game: Game; readonly form: CommitForm }>> => {
    const kit = await load(name);
    if (!kit.ok) return kit;
    const form = commitFormOf(kit.value);
    return form.ok ? ok({ game: kit.value.game, form: form.value }) : form;
  };

type FileVersion = CommitForm['fileVersion'];

/** The version that new offers name. */
const FILE_VERSION: FileVersion = 2;

function plainForm(kit: Kit, fileVersion: FileVersion): CommitForm {
  const { game, notations } = kit;
  const sides = fileVersion === 1 ? GO_SIDES : sidesOf(kit);
  const form: CommitForm = {
    rules: [...new Set([fileVersion, 1 as const])].map(file => formatRules(game, {}, file)),
    ...{ fileVersion, sides, hasAgreedDraws: true },
    options: ({ rules }) => parseRules(game, rules, fileVersion),
    parse: (_state, text) =>
      text.startsWith(';') ? parseWords(text, sides) : parseMove(game, text),
    format: (_state, step) => format(game, step),
    formatOutcome: outcome => formatOutcome(outcome, sides),
    advantage: () => 0,
    standard: match => standard(game, form, match),
    ...(fileVersion > 1 && {
      spell: kit.spell ?? ((state, move) => notations[0]!.format(state, move)),
      forRules: rules => (parseRules(game, rules, 1).ok ? plainForm(kit, 1) : form),
    }),
  };
  return form;
}

/** `B` and `W` for Black and White, else the names of the seats: `Blue`, `Red`. */
function sidesOf({ seatNames }: Kit): CommitForm['sides'] {
  const [first, second] = [0, 1].map(seat => {
    const name = seatNames[seat]!;
    return name === 'black' ? 'B' : name === 'white' ? 'W' : name[0]!.toUpperCase() + name.slice(1);
  });
  return [first!, second!];
}

/** The text of the rules object: the game, its version, the options of the setup, and the version of the file from 2 on. */
const formatRules = ({ name, version }: Game, options: Json, file: FileVersion): string =>
  canonicalText({ game: name, options, version, ...(file === 1 ? {} : { file }) });

function parseRules({ name, version }: Game, text: string, file: FileVersion) {
  const rules = parseJson(text, { maxLength: 4096 });
  if (!rules.ok) return rules;
  const keys = ['game', 'options', 'version', ...(file === 1 ? [] : ['file'])];
  const isKnown =
    isObject(rules.value) &&
    hasKeys(rules.value, keys) &&
    rules.value.game === name &&
    rules.value.version === version &&
    (rules.value.file ?? 1) === file;
  if (!isKnown || !isObject(rules.value) || !isObject(rules.value.options))
    return fail('unsupported', `these are not rules of ${name}, version ${version}`, {
      rule: 'rules',
    });
  return ok(rules.value.options);
}

/** Words and results, which are SGF in every game. */
function parseWords(text: string, sides: CommitForm['sides']): Result<CommitStep> {
  const parsed = parseStep(null, text, sides);
  if (!parsed.ok) return parsed;
  const step = parsed.value;
  if (step.type === 'comment') return ok({ type: 'comment', comment: normalText(step.comment) });
  if (step.type === 'result')
    return ok({
      type: 'result',
      result: resultOf(step.outcome, sides),
      comment: normalText(step.comment),
    });
  return step.type === 'acknowledgement' || step.type === 'dispute' ? ok(step) : NO_STEP;
}

const HOW: { readonly [reason: string]: CommitResult['how'] } = {
  resignation: 'resignation',
  timeout: 'time',
  forfeit: 'forfeit',
};

function resultOf(outcome: Outcome, sides: CommitForm['sides']): CommitResult {
  const { result, winners, reason } = outcome;
  const text = formatResult(outcome, sides);
  if (result !== 'win') return { how: result, winner: null, text, settling: null };
  const how = HOW[reason] ?? 'rules';
  return { how, winner: winners[0]!, text, settling: how === 'rules' ? [] : null };
}

const NO_STEP = fail('malformed', 'a step is a move in hex, or words and results as in SGF', {
  rule: 'step',
});

/** `0x0C1C00`; with chance `{"links":[…],"move":"0x…"}`, of which either may be missing. */
function parseMove(game: Game, text: string): Result<CommitStep> {
  const { links = [], move = null } = game.chance === undefined ? { move: text } : parseShown(text);
  if (move === null && links.length === 0) return NO_STEP;
  const decoded = move === null ? null : game.moves.hex.decode(move);
  if (decoded?.ok === false) return decoded;
  const moves = decoded === null ? [] : [decoded.value];
  return ok({ type: 'move', seat: null, moves, links, comment: '' });
}

function parseShown(text: string): { links?: readonly string[]; move?: string } {
  const json = parseJson(text, { maxLength: 1 << 16 });
  if (!json.ok || !isObject(json.value)) return {};
  const { links = [], move, ...others } = json.value;
  const isGood =
    Object.keys(others).length === 0 &&
    Array.isArray(links) &&
    links.every(link => typeof link === 'string' && /^[0-9a-f]{64}$/.test(link)) &&
    (move === undefined || typeof move === 'string');
  if (!isGood) return {};
  return { links: links as readonly string[], ...(move === undefined ? {} : { move }) };
}

function format(game: Game, step: CommitStep): string {
  switch (step.type) {
    case 'move': {
      const hex = step.moves.map(move => game.moves.hex.encode(move))[0];
      if (game.chance === undefined) return hex!;
      return canonicalText({ links: step.links, ...(hex === undefined ? {} : { move: hex }) });
    }
    case 'result': {
      const comment = step.comment === '' ? '' : `C[${escapeText(step.comment)}]`;
      return `;RE[${step.result.text}]${comment}`;
    }
    case 'comment':
      return formatStep({ type: 'comment', comment: escapeText(step.comment) });
    default:
      return formatStep(step);
  }
}

/** Points where the game counts them, as the difference; SGF's are halves. */
function formatOutcome(outcome: Outcome, sides: CommitForm['sides']): string {
  const [first = 0, second = 0] = outcome.points ?? [];
  return first === second
    ? formatResult({ ...outcome, points: null, reason: 'unknown' }, sides)
    : formatResult({ ...outcome, points: [2 * first, 2 * second], reason: 'score' }, sides);
}

function standard(
  game: Game,
  { fileVersion, sides }: Pick<CommitForm, 'fileVersion' | 'sides'>,
  match: StandardMatch,
): string {
  const nodes = match.steps.map(({ seat, text, spelled, madeAt, leftSeconds }): StandardNode => {
    if (text.startsWith(';')) {
      const says = unwrap(parseStep(null, text, sides));
      return { type: 'comment', seat, comment: says.type === 'comment' ? says.comment : '' };
    }
    const { moves, links } = unwrap(parseMove(game, text)) as CommitStep & { type: 'move' };
    const hex = moves.map(move => game.moves.hex.encode(move)).join('');
    // in version 1 a step that shows links alone looks like a pass
    const value = fileVersion === 1 ? hex : moves.length === 0 ? null : spelled;
    return { type: 'move', seat, value, links, madeAt, leftSeconds, comment: '' };
  });
  const { players } = match;
  const [black, white] = sgfLetters(sides)[0] === 'B' ? players : players.toReversed();
  return formatStandard({
    ...match,
    ...{ fileVersion, sides },
    number: SGF_NUMBERS[game.name] ?? OTHER_NUMBERS + game.code,
    board: null,
    rulesName: `${game.name} ${game.version}`,
    ...{ black: black!, white: white!, nodes },
  });
}
