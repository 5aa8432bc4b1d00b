/**
 * The contract of a game as a suite that any game runs: seeded games are played with nothing but the interface, and
 * each of the interface's promises is checked on the way. Each check throws where the promise is broken.
 *
 *     for (const [name, check] of conformance(game)) test(name, check);
 */
import { type Rng, rngFrom } from '../chance.ts';
import type { Game } from '../game.ts';
import type { Json } from '../json.ts';
import { checkDraws, checkSeeds } from './chance.ts';
import { checkGarbage, checkMoveCodecs } from './codecs.ts';
import { checkEnds, checkReports, checkTable } from './endings.ts';
import { checkLegal, checkSeats, checkUnlisted } from './moves.ts';
import { checkSamples, checkSecrets } from './secrets.ts';
import { checkOptions, checkSetups, checkStarts } from './setups.ts';
import {
  checkBrokenStates,
  checkDeterminism,
  checkRestore,
  checkText,
  checkUntouched,
} from './states.ts';
import { checkPast, checkTicks } from './ticks.ts';
import { type ConformanceOptions, type GameWalk, playWalks, type WalkStop } from './walk.ts';

export { guideChecks } from './guide.ts';
export type { ConformanceOptions } from './walk.ts';

/** The checks, by name. */
export function conformance<State, Move extends Json>(
  game: Game<State, Move>,
  options: ConformanceOptions = {},
): [name: string, check: () => void][] {
  let walks: GameWalk<State, Move>[] | undefined;
  const played = () => {
    walks ??= playWalks(game, options);
    return walks;
  };
  const each = (check: (here: WalkStop<State, Move>, luck: Rng) => void) => () => {
    const luck = rngFrom(1); // of its own, so that a check does the same whichever others run
    for (const walk of played()) for (const stop of walk.stops) check(stop, luck);
  };
  const { chance, secrets, time } = game;
  const checks: [string, (() => void) | null][] = [
    ['is deterministic', () => checkDeterminism(game, options)],
    ['plays every legal move, in canonical order', each(stop => checkLegal(game, stop))],
    [
      'refuses unlisted moves and changes nothing',
      each((stop, luck) => checkUnlisted(game, stop, played(), luck)),
    ],
    ['refuses seats that may not act', each(stop => checkSeats(game, stop))],
    ['moves round trip in every encoding', each(stop => checkMoveCodecs(game, stop))],
    ['move decoders refuse garbage', () => checkGarbage(game)],
    ['writes canonical text', each(stop => checkText(game, stop))],
    ['reports events and outcomes as data', each(stop => checkReports(game, stop))],
    ['restores every state', each(stop => checkRestore(game, stop))],
    ['starts from every state', () => checkStarts(game, played())],
    [
      'refuses broken states without a throw',
      each((stop, luck) => checkBrokenStates(game, stop, luck)),
    ],
    ['stays ended', () => checkEnds(game, played())],
    ['refuses setups from strangers without a throw', () => checkSetups(game)],
    ['takes the options that it says it has', () => checkOptions(game)],
    ['lets seats leave, claim and branch off', each(stop => checkTable(game, stop))],
    ['draws when due, and only then', chance ? each(stop => checkDraws(game, stop)) : null],
    ['draws from the seed it is given', chance ? () => checkSeeds(game, played()) : null],
    [
      'one jump equals single ticks',
      time ? each((stop, luck) => checkTicks(game, stop, luck)) : null,
    ],
    ['refuses the past', time ? each(stop => checkPast(game, stop)) : null],
    [
      'shows a seat only what it may know',
      secrets ? each((stop, luck) => checkSecrets(game, stop, luck)) : null,
    ],
    ['keeps something secret', secrets ? () => checkSamples(game, played()) : null],
    ['changes no state under its feet', each(stop => checkUntouched(game, stop))],
  ];
  return checks.filter((check): check is [string, () => void] => check[1] !== null);
}
