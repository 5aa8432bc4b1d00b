/**
 * The contract of a game as a suite that any game runs: seeded games are played through the interface alone, and
 * whatever the interface promises is checked on the way. Each check throws where the promise is broken.
 *
 *     for (const [name, check] of conformance(game)) test(name, check);
 */
import type { Game } from '../game.ts';
import type { Json } from '../json.ts';
import { checkGarbage, checkLegal, checkMoveCodecs, checkSeats, checkUnlisted } from './moves.ts';
import { checkDraws, checkPast, checkSecrets, checkTicks } from './parts.ts';
import {
  checkBrokenStates,
  checkDeterminism,
  checkOutcome,
  checkRestore,
  checkSetups,
  checkText,
  checkUntouched,
} from './states.ts';
import { type ConformanceOptions, playWalks, type Stop, type Walk } from './walk.ts';

export type { ConformanceOptions } from './walk.ts';

/** The checks, by name. */
export function conformance<State, Move extends Json>(
  game: Game<State, Move>,
  options: ConformanceOptions = {},
): [name: string, check: () => void][] {
  let walks: Walk<State, Move>[] | undefined;
  const each = (check: (here: Stop<State, Move>) => void) => () => {
    walks ??= playWalks(game, options);
    for (const walk of walks) for (const stop of walk.stops) check(stop);
  };
  const checks: [string, (() => void) | null][] = [
    ['is deterministic', () => checkDeterminism(game, options)],
    ['changes no state under its feet', each(stop => checkUntouched(game, stop))],
    ['plays every legal move, in canonical order', each(stop => checkLegal(game, stop))],
    ['refuses unlisted moves and changes nothing', each(stop => checkUnlisted(game, stop, walks!))],
    ['refuses seats that may not act', each(stop => checkSeats(game, stop))],
    ['moves round trip in every form', each(stop => checkMoveCodecs(game, stop))],
    ['move decoders refuse garbage', () => checkGarbage(game)],
    ['writes canonical text', each(stop => checkText(game, stop))],
    ['restores every state', each(stop => checkRestore(game, stop))],
    ['refuses broken states without a throw', each(stop => checkBrokenStates(game, stop))],
    ['keeps its outcome', each(stop => checkOutcome(game, stop))],
    ['refuses setups from strangers without a throw', () => checkSetups(game)],
    ['draws when due, and only then', game.chance ? each(stop => checkDraws(game, stop)) : null],
    ['one jump equals single ticks', game.time ? each(stop => checkTicks(game, stop)) : null],
    ['refuses the past', game.time ? each(stop => checkPast(game, stop)) : null],
    [
      'shows a seat only what it may know',
      game.secrets ? each(stop => checkSecrets(game, stop)) : null,
    ],
  ];
  return checks.filter((check): check is [string, () => void] => check[1] !== null);
}
