/** A board of a tournament between bots and engines: played, recorded and verified. */
import { botPlayer, budgetOf, makeBot, playBots } from '@kifu/bots';
import {
  bytesToHex,
  type Fault,
  fail,
  type Game,
  type Header,
  type JsonObject,
  type Kifu,
  type Kit,
  moveAct,
  type Note,
  ok,
  type Result,
  type Seat,
  sha256,
  unwrap,
} from '@kifu/core';
import { append, begin, end, nodesOf, readKifu } from '@kifu/record';
import { LocalHost, type SeatPlayer, SteppedTimer } from '@kifu/record/match';
import { NO_TERMS } from '@kifu/record/match-state';
import { beginMatch } from '@kifu/record/store';
import { memoryBlocks, memoryHeads } from '@kifu/stores/memory';
import { failureNotes } from '../engines/failure-note.ts';
import type { MatchEngines } from '../engines/open-engines.ts';
import { headerOf } from '../new-header.ts';
import type { SeatRole } from '../play/players.ts';

/** What is played, by whom. */
export interface BoardPlan {
  readonly kit: Kit;
  /** Names and programs by seat. */
  readonly names: readonly [string, string];
  readonly roles: readonly [SeatRole, SeatRole];
  /** Starts the engines among them. */
  readonly engines: MatchEngines;
  /** Lines of play that a bot without a level may try for one move. */
  readonly nodes: number;
  readonly seed: number;
  readonly isRated: boolean;
  readonly nowMs: number;
  readonly tags: { readonly [name: string]: string };
}

/** A board that was played to its end. */
export interface PlayedBoard {
  readonly nodes: readonly Uint8Array[];
  /** Why programs forfeited. */
  readonly notes: readonly Note[];
}

/** More steps than a match of two programs takes. */
const STEPS = 20_000;
const NONCE_LETTERS = 32;

/** Plays a board; between the moves of a game with ticks no time passes but what the rules need. */
export async function playBoard(plan: BoardPlan): Promise<Result<PlayedBoard>> {
  const { kit, seed, names, tags } = plan;
  const setup: JsonObject = {
    seats: [0, 1],
    ...(kit.game.chance === undefined ? {} : { seed }),
  };
  const nonce = bytesToHex(
    sha256(new TextEncoder().encode(JSON.stringify([seed, names, tags]))),
  ).slice(0, NONCE_LETTERS);
  const header: Header = {
    ...headerOf(kit, setup, names, plan.nowMs),
    tags,
    terms: { ...NO_TERMS, nonce, rated: plan.isRated },
  };
  return kit.game.time === undefined ? hostBoard(plan, header) : stepBoard(plan, header, setup);
}

/** What a bot is made with; bots on different seats think differently. */
const botOptions = ({ seed, nodes, roles }: BoardPlan, seat: Seat) => {
  const { level } = roles[seat as 0 | 1];
  return {
    seed: (seed + 1 + seat) % 2 ** 31,
    nodes: level === undefined ? nodes : budgetOf(level).nodes,
  };
};

async function hostBoard(plan: BoardPlan, header: Header): Promise<Result<PlayedBoard>> {
  const { kit, engines, roles } = plan;
  const programs = new Map<Seat, SeatPlayer>();
  for (const [seat, { bot, engine }] of roles.entries()) {
    const player =
      engine === undefined
        ? botPlayer(kit, bot!, botOptions(plan, seat))
        : await engines.open(kit, engine, header);
    if (!player.ok) return player;
    programs.set(seat, player.value);
  }
  const stores = { blocks: memoryBlocks(), heads: memoryHeads() };
  const open = await beginMatch(stores, kit.game as Game, header);
  if (!open.ok) return open;
  const host = new LocalHost({
    ...{ open: open.value, timer: new SteppedTimer(0), isTimed: false, programs },
    evaluate: kit.evaluate ?? null,
  });
  const failures: Fault[] = [];
  host.on('fault', fault => void failures.push(fault));
  const over = new Promise<void>(resolve => {
    host.on('node', ({ replay }) => (replay.isEnded || replay.n >= STEPS) && resolve());
  });
  await host.start();
  await over;
  const { replay } = host;
  await host.close();
  if (!replay.isEnded) return endless(plan);
  return ok({
    nodes: replay.nodes,
    notes: failureNotes(unwrap<Kifu>(readKifu(replay.nodes)), failures),
  });
}

async function stepBoard(
  plan: BoardPlan,
  header: Header,
  setup: JsonObject,
): Promise<Result<PlayedBoard>> {
  const { kit, roles } = plan;
  const bots = [];
  for (const [seat, { bot, engine }] of roles.entries()) {
    if (engine !== undefined)
      return fail('unsupported', `engines play no tournaments of ${kit.game.name}: it has ticks`);
    const made = makeBot(kit, bot!, botOptions(plan, seat));
    if (!made.ok) return made;
    bots.push(made.value);
  }
  const steps = playBots(kit, setup, bots, { steps: STEPS });
  if (!steps.ok) return steps;
  const begun = begin(kit.game as Game, header);
  if (!begun.ok) return begun;
  let { chain } = begun.value;
  for (const { seat, move, at } of steps.value) {
    if (seat === null || move === null) continue;
    const appended = append(chain, { seat, act: moveAct(kit.game, move), at });
    if (!appended.ok) return appended;
    ({ chain } = appended.value);
  }
  if (chain.table.outcome === null) return endless(plan);
  const ended = end(chain);
  return ended.ok ? ok({ nodes: nodesOf(ended.value), notes: [] }) : ended;
}

const endless = ({ names }: BoardPlan) =>
  fail('unsupported', `${names.join(' and ')} did not come to an end; try another bot or seed`);
