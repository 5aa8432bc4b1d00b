/** Headers of matches that begin here. */
import { randomBytes } from 'node:crypto';
import type { Header, JsonObject, Kit, Seat } from '@kifu/core';

/** A header for a match that begins now. */
export function headerOf(
  { game }: Kit,
  setup: JsonObject,
  names: readonly string[],
  nowMs: number,
): Header {
  const seats = Array.isArray(setup.seats) ? (setup.seats as Seat[]) : names.map((_, i) => i);
  return {
    game: game.name,
    version: game.version,
    options: (setup.options ?? {}) as JsonObject,
    players: names.map((name, i) => ({ seat: seats[i] ?? i, name })),
    seed: setup.seed ?? null,
    start: (setup.start ?? null) as Header['start'],
    startedAt: new Date(nowMs).toISOString(),
    tags: {},
  };
}

/** A fresh nonce for a match that is signed. */
export const freshNonce = (): string => randomBytes(16).toString('hex');
