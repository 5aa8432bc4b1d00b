/** Conditional moves of the own seat, as the server has them. */
import type { Result } from '@kifu/core';
import type { ConditionalMoves } from '@kifu/record/match';
import { createPlanner, type PlanLines, type Planner } from '../plan.ts';
import type { ServerMessage } from '../protocol/messages.ts';
import { type LiveSession, NO_MATCH } from './session.ts';

export class LivePlan implements ConditionalMoves {
  readonly #session: LiveSession;
  readonly #planner: Planner;

  constructor(session: LiveSession) {
    this.#session = session;
    this.#planner = createPlanner(session.now);
  }

  get lines(): PlanLines {
    const { replay } = this.#session;
    return replay === null ? [] : this.#planner.lines(replay);
  }

  readonly set = async (lines: PlanLines): Promise<Result<null>> => {
    const session = this.#session;
    const { replay, seat } = session;
    if (replay === null || seat === null) return NO_MATCH;
    await session.checking;
    if (session.stopped !== null) return { ok: false, fault: session.stopped.fault };
    const { memory, player } = session;
    const signer = { secret: player.secret, memory };
    return this.#planner.set(session.replay!, seat, lines, signer, session.sendIfConnected);
  };

  hear(message: Extract<ServerMessage, { readonly type: 'plan' }>): void {
    this.#planner.hear(message);
    const { emitter } = this.#session;
    if (message.re === undefined && message.fault !== undefined)
      this.#session.report(message.fault);
    emitter.emit('change', 'conditional');
  }

  /** The connection is lost. */
  lose(): void {
    this.#planner.lose();
  }
}
