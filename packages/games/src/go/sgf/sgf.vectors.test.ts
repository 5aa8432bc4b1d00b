/** Steps and the standard SGF of whole records, to the byte; and the rules that they name. */
import { cidOf, formatCid, type StandardStep, start, step as takeStep, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { eachVector, type VectorFile } from '../../../../../test/vectors.ts';
import { lay } from '../board.ts';
import { commits as form } from '../commits.ts';
import { gridOf } from '../grid.ts';
import { pass, playAt, resume } from '../move-codec.ts';
import { formatResult } from '../result-text.ts';
import { formatRows } from '../rows.ts';
import { game } from '../rules.ts';
import { cidOfRules, formatRules, parseRules } from '../rules-object.ts';
import { findRuleset } from '../ruleset.ts';
import { isScoring, type Side, type State } from '../state.ts';
import { sgf } from './index.ts';
import { formatStep, type GameStep, parseStep } from './step.ts';

interface Commit {
  readonly committer: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: string;
}

/** A record of IPGS, as far as its SGF follows from it. */
interface Game {
  readonly players: {
    readonly [name: string]: { readonly colour: string; readonly publicKeyCid: string };
  };
  readonly rules: { readonly text: string; readonly cid: string };
  readonly gameName: string;
  readonly commits: readonly Commit[];
  readonly positionsAfterStep: readonly string[];
  readonly prisoners: { readonly B: number; readonly W: number };
  readonly headCid: string;
  readonly sgf: string;
  readonly sgfBytesHex: string;
  readonly sgfCid: string;
}

const nanoseconds = (timestamp: string): bigint => {
  const [, whole, fraction = ''] = /^(.*?)(?:\.(\d+))?Z$/.exec(timestamp)!;
  return BigInt(Date.parse(`${whole}Z`)) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
};

/** What the first three commits settle. */
function termsOf({ commits, rules }: Game) {
  const [offer, accept, confirm] = commits.map(({ data, type }) =>
    type === 'game-step' ? {} : JSON.parse(data),
  );
  const { name } = unwrap(parseRules(rules.text));
  const time = offer['time-control'];
  return {
    offer,
    grid: gridOf(offer['board-width'], offer['board-height']),
    name,
    komiHalves: 2 * (confirm.komi ?? offer.komi),
    handicap: confirm.handicap ?? offer.handicap,
    ratings: [offer['challenger-rating'], accept['contender-rating']],
    time: {
      type: time.type,
      seconds: time['seconds-per-player'] ?? time['seconds-per-move'],
    },
  };
}

type Terms = ReturnType<typeof termsOf>;
type Made = Commit & { readonly step: GameStep; readonly seat: Side };

/** Plays the steps and gives the state after each. */
function playSteps({ grid, name, komiHalves, handicap }: Terms, made: readonly Made[]): State[] {
  const { width, height } = grid;
  const options = { width, height, rules: name, komiHalves, handicap };
  let { state } = unwrap(start(game, { options }));
  const act = (seat: Side, move: Parameters<typeof game.play>[2]) => {
    ({ state } = unwrap(takeStep(game, state, { do: 'move', seat, move })));
  };
  return made.map(({ step, seat }) => {
    if (step.type === 'handicap') for (const [x, y] of step.points) act(0, playAt(x, y));
    if (step.type === 'dispute' && isScoring(state)) act(seat, resume);
    if (step.type === 'move')
      act(step.seat, step.at === null ? pass : playAt(step.at[0], step.at[1]));
    return state;
  });
}

/** Steps that have a node, with what was left on an absolute clock. IPGS §8. */
function nodesOf({ time }: Terms, made: readonly Made[]): StandardStep[] {
  const left: [bigint, bigint] = [0n, 0n].map(() => BigInt(time.seconds) * 10n ** 9n) as [
    bigint,
    bigint,
  ];
  let since: bigint | null = null;
  let stopped: bigint | null = null;
  let passes = 0;
  return made.flatMap(({ step, seat, timestamp, data: text }): StandardStep[] => {
    const now = nanoseconds(timestamp);
    if (step.type === 'result') stopped ??= now;
    if (step.type === 'dispute' && stopped !== null) {
      since = since === null ? null : since + now - stopped;
      stopped = null;
      passes = 0;
    }
    if (step.type === 'handicap') since = now;
    if (step.type === 'comment' || step.type === 'handicap')
      return [{ seat, text, spelled: '', madeAt: timestamp, leftSeconds: null }];
    if (step.type !== 'move') return [];
    if (since !== null) left[seat] -= now - since;
    since = now;
    passes = step.at === null ? passes + 1 : 0;
    if (passes === 2) stopped = now;
    const leftSeconds = time.type === 'absolute' ? Number(left[seat] / 10n ** 9n) : null;
    return [{ seat, text, spelled: '', madeAt: timestamp, leftSeconds }];
  });
}

const isGame = ({ data }: VectorFile) => data.schema === 'ipgs-game/1';

eachVector<readonly Commit[]>(
  'ipgs',
  'commits',
  (commits, { data }) => {
    const row = data as unknown as Game;
    const terms = termsOf(row);
    const made = commits.flatMap((commit): Made[] => {
      if (commit.type !== 'game-step') return [];
      const seat = row.players[commit.committer]!.colour === 'black' ? 0 : 1;
      return [{ ...commit, seat, step: unwrap(parseStep(terms.grid, commit.data)) }];
    });
    const read = unwrap(sgf.read(row.sgf));

    test('steps are written so that they are read again', () => {
      for (const { step } of made)
        expect(parseStep(terms.grid, formatStep(step))).toEqual({ ok: true, value: step });
    });

    test('the positions after each step', () => {
      const states = playSteps(terms, made);
      expect(
        states.map(({ match, stones }) =>
          formatRows(match.grid, lay(match.grid, stones)).join('/'),
        ),
      ).toEqual(row.positionsAfterStep);
      const { blackTook: B, whiteTook: W } = states.at(-1)!;
      expect({ B, W }).toEqual(row.prisoners);
    });

    test('the standard SGF', () => {
      const result = made.findLast(({ step }) => step.type === 'result')!.step;
      if (result.type !== 'result') throw new Error('there is no result');
      const [challenger, contender] = terms.ratings;
      const playerOf = (color: string, seat: Side) => {
        const [name, { publicKeyCid }] = Object.entries(row.players).find(
          ([, player]) => player.colour === color,
        )!;
        const { R, RD } = name === commits[0]!.committer ? challenger : contender;
        // display names come from key files, which are not read here
        return {
          name: read.header.players[seat]!.name,
          hash: publicKeyCid,
          rating: R,
          deviation: RD,
        };
      };
      const final = made.findLast(({ step }) => step.type === 'result')!;
      const text = form.standard({
        terms: {
          offer: terms.offer,
          rules: row.rules.text,
          handicap: terms.handicap,
          komi: terms.komiHalves / 2,
        },
        name: row.gameName,
        rulesCid: row.rules.cid,
        time: terms.time,
        players: [playerOf('black', 0), playerOf('white', 1)],
        result: formatResult(result.outcome),
        proposal: final.data,
        isRanked: terms.offer.ranked,
        firstAt: commits[0]!.timestamp,
        lastAt: commits.at(-1)!.timestamp,
        head: row.headCid,
        steps: nodesOf(terms, made),
      });
      expect(text).toBe(row.sgf);
      const bytes = new TextEncoder().encode(text);
      expect(Buffer.from(bytes).toString('hex')).toBe(row.sgfBytesHex.toLowerCase());
      expect(formatCid(cidOf('raw', bytes))).toBe(row.sgfCid);
    });

    test('is read, played and written again', () => {
      const result = made.findLast(({ step }) => step.type === 'result')!.step;
      const outcome = result.type === 'result' ? result.outcome : null;
      expect(formatResult(read.ending!.outcome)).toBe(formatResult(outcome!));
      const { output, losses } = unwrap(sgf.write(read));
      expect(losses).toEqual([]);
      expect(unwrap(sgf.read(output))).toEqual(read);
    });
  },
  isGame,
);

interface RulesRow {
  readonly name: string;
  readonly text: string;
  readonly cid: string;
}

eachVector<RulesRow[]>(
  'ipgs',
  'rules',
  rows => {
    describe.each(rows)('$name', ({ name, text, cid }) => {
      test('is built in', () => {
        const ruleset = findRuleset(name)!;
        expect(formatRules(ruleset)).toBe(text);
        expect(cidOfRules(ruleset)).toBe(cid);
        expect(unwrap(parseRules(text))).toEqual(ruleset);
      });
    });
  },
  ({ data }) => data.schema === 'ipgs-rules/1',
);
