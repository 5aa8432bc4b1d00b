/** A board of a tournament between bots: played, recorded and verified. */
import { makeBot, playBots } from '@kifu/bots';
import {
  bytesToHex,
  fail,
  type Game,
  type JsonObject,
  type Kit,
  moveAct,
  ok,
  type Result,
  sha256,
} from '@kifu/core';
import { append, begin, end, nodesOf } from '@kifu/record';
import { NO_TERMS } from '@kifu/record/match-state';
import { headerOf } from '../new-header.ts';

/** What is played, by whom. */
export interface BoardPlan {
  readonly kit: Kit;
  /** Names and bots by seat. */
  readonly names: readonly [string, string];
  readonly bot: string;
  /** Lines of play that a bot may try for one move. */
  readonly nodes: number;
  readonly seed: number;
  readonly isRated: boolean;
  readonly nowMs: number;
  readonly tags: { readonly [name: string]: string };
}

/** More steps than a match of two bots takes. */
const STEPS = 20_000;
const NONCE_LETTERS = 32;

/** The nodes of the match. */
export function playBoard(plan: BoardPlan): Result<readonly Uint8Array[]> {
  const { kit, seed, names } = plan;
  const setup: JsonObject = {
    seats: [0, 1],
    ...(kit.game.chance === undefined ? {} : { seed }),
  };
  const bots = [];
  for (const seat of [0, 1]) {
    const bot = makeBot(kit, plan.bot, { seed: (seed + 1 + seat) % 2 ** 31, nodes: plan.nodes });
    if (!bot.ok) return bot;
    bots.push(bot.value);
  }
  const steps = playBots(kit, setup, bots, { steps: STEPS });
  if (!steps.ok) return steps;
  const nonce = bytesToHex(
    sha256(new TextEncoder().encode(JSON.stringify([seed, names, plan.tags]))),
  ).slice(0, NONCE_LETTERS);
  const begun = begin(kit.game as Game, {
    ...headerOf(kit, setup, names, plan.nowMs),
    tags: plan.tags,
    terms: { ...NO_TERMS, nonce, rated: plan.isRated },
  });
  if (!begun.ok) return begun;
  let { chain } = begun.value;
  for (const { seat, move, at } of steps.value) {
    if (seat === null || move === null) continue;
    const appended = append(chain, { seat, act: moveAct(kit.game, move), at });
    if (!appended.ok) return appended;
    ({ chain } = appended.value);
  }
  if (chain.table.outcome === null)
    return fail(
      'unsupported',
      `${names.join(' and ')} did not come to an end; try another bot or seed`,
    );
  const ended = end(chain);
  return ended.ok ? ok(nodesOf(ended.value)) : ended;
}
