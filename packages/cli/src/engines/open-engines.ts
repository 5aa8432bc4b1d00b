/** The engines of one match: opened before it begins, since the record has their names, and closed after it in every case. */

import { type Fail, fail, type Header, type Kit, ok, type Result } from '@kifu/core';
import { type EnginePlayer, firstOf, openEngine } from '@kifu/engines';
import type { Io } from '../io.ts';
import type { SeatRole } from '../play/players.ts';
import { type EngineOptions, findEngine } from './find-engine.ts';

export class MatchEngines {
  readonly #io: Pick<Io, 'env'>;
  readonly #options: EngineOptions;
  readonly #open: EnginePlayer[] = [];

  constructor(io: Pick<Io, 'env'>, options: EngineOptions) {
    this.#io = io;
    this.#options = options;
  }

  /** Starts the engines among the roles for a match with this header; returns the roles with them. */
  async seat(
    kit: Kit,
    roles: readonly SeatRole[],
    header: Header | null,
  ): Promise<Result<readonly SeatRole[]>> {
    const seated: SeatRole[] = [];
    for (const role of roles) {
      const player = role.engine === undefined ? null : await this.open(kit, role.engine, header);
      if (player?.ok === false) return player;
      seated.push(player === null ? role : { ...role, player: player.value });
    }
    return ok(seated);
  }

  /** Starts an engine; a match that it cannot play is refused at once where its header is known. */
  async open(kit: Kit, text: string, header: Header | null = null): Promise<Result<EnginePlayer>> {
    const spec = await findEngine(this.#io, text, this.#options);
    if (!spec.ok) return spec;
    try {
      const player = await openEngine(spec.value, {
        ...{ kit, env: this.#io.env, first: firstOf(kit, header) },
      });
      this.#open.push(player);
      return ok(player);
    } catch (cause) {
      return engineFault(text, cause);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#open.map(player => player.close()));
  }
}

/** A failure of an engine, as hosts report it. */
export const engineFault = (name: string, cause: unknown): Fail =>
  fail('unreadable', `${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
    rule: 'seat-player',
  });
