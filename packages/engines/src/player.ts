/** An engine as the player of a seat: opened by its protocol, held to the rules, and restarted after a failure. */
import { type Header, type Json, type Kit, setUp } from '@kifu/core';
import type { SeatPlayer, Turn } from '@kifu/record/match';
import { openGnubg } from './gnubg/gnubg-session.ts';
import { openGtp } from './gtp/gtp-session.ts';
import { openHub } from './hub/hub-session.ts';
import { openJson } from './json/json-session.ts';
import { EngineError } from './process/engine-error.ts';
import type { EngineContext, EngineOption, OpenSession } from './session.ts';
import type { EngineProtocol, EngineSpec } from './spec.ts';
import { openUci } from './uci/uci-session.ts';

/** An engine that plays a seat. */
export interface EnginePlayer extends SeatPlayer {
  readonly author: string | null;
  readonly options: readonly EngineOption[];
  restart(): Promise<EnginePlayer>;
  close(): Promise<void>;
}

/** How a session of each protocol is opened. */
export const OPENERS: { readonly [protocol in EngineProtocol]: OpenSession } = {
  uci: openUci,
  gtp: openGtp,
  gnubg: openGnubg,
  hub: openHub,
  json: openJson,
};

/** Longest name of an engine in a record, in characters. */
const MAX_NAME = 60;

/** Starts an engine; rejects with an `EngineError`. */
export async function openEngine(spec: EngineSpec, context: EngineContext): Promise<EnginePlayer> {
  let { first } = context;
  const known: EngineContext = {
    ...context,
    get first() {
      return first;
    },
  };
  const session = await OPENERS[spec.protocol](spec, known);
  const name = nameOf([session.name, session.version].join(' '), spec);
  return {
    ...{ name, author: session.author, options: session.options },
    follow({ replay }) {
      first ??= firstOf(context.kit, replay.header);
    },
    async decide(turn, signal) {
      const decision = await session.choose(turn, signal);
      if (decision.do === 'move') checkLegal(context, turn, decision.move);
      return decision;
    },
    restart: () => openEngine(spec, { ...context, first }),
    close: () => session.close(),
  };
}

/** The state that a match begins with; undefined where it has secrets or chance, which engines do not replay. */
export function firstOf({ game }: Kit, header: Header | null): unknown {
  if (header === null || game.chance !== undefined || game.secrets !== undefined) return undefined;
  const { players, options, start } = header;
  const seats = players.map(({ seat }) => seat);
  const state = setUp(game, { seats, options, ...(start === null ? {} : { start }) });
  return state.ok ? state.value : undefined;
}

/** Returns the name as the record has it; where an engine gives none, that of its program. */
export function nameOf(given: string, { command }: EngineSpec): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
  const name = given.replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ').trim();
  return (name === '' ? command[0]!.split(/[\\/]/).at(-1)! : name).slice(0, MAX_NAME);
}

/** Refuses a move that the seat may not make, so that the message names it. */
function checkLegal({ kit }: EngineContext, turn: Turn, move: Json): void {
  const { moves } = kit.game;
  const { view } = turn;
  const decoded = moves.json.decode(move);
  const hex = decoded.ok ? moves.hex.encode(decoded.value) : null;
  if (view.legal.some(legal => moves.hex.encode(legal) === hex)) return;
  const text =
    decoded.ok && view.state !== null ? kit.notations[0]?.format(view.state, decoded.value) : null;
  throw new EngineError(
    'illegal-move',
    `it chose ${text ?? JSON.stringify(move)}, which is not legal`,
  );
}
