/** Seats on servers to which the user can return, in the vault of the library while their matches last. */
import type { Invite } from '@kifu/client';
import { formatFault, type Json, ok, type Result, type Seat } from '@kifu/core';
import { type Io, put } from '../io.ts';
import { isRunning } from '../leftovers.ts';
import { hasLibrary, type Library, readLibrary, withLibrary } from '../library/open.ts';
import { printable } from '../text.ts';

/** A seat with everything needed to return to it. */
export interface SavedSeat {
  /** Origin of the server. */
  readonly server: string;
  /** Id of the invite. */
  readonly id: string;
  readonly seat: Seat;
  readonly token: string;
  /** Whether this user made the invite. */
  readonly isMaker: boolean;
  readonly name: string;
  /** Name of the signing key; null without one. */
  readonly key: string | null;
  /** The last process that played from the seat. */
  readonly pid: number;
}

const KIND = 'live-seat';
const nameOf = ({ server, id, seat }: SavedSeat): string => `${server} ${id} ${seat}`;

/** Saves a seat. Returns whether it is durable, and prints why if it is not. */
export async function saveSeat(io: Io, seat: SavedSeat): Promise<boolean> {
  const kept = await inVault(io, vault => vault.put(KIND, nameOf(seat), { ...seat }));
  if (kept.ok) return true;
  const why = printable(formatFault(kept.fault));
  await put(io.stderr, `kifu: ${io.texts.session.seatNotSaved(why)}\n`);
  return false;
}

/** Deletes a seat. One that stays because the disk failed does no harm: the server no longer accepts its token. */
export async function dropSeat(io: Io, seat: SavedSeat): Promise<void> {
  await inVault(io, vault => vault.remove(KIND, nameOf(seat)));
}

/** Returns the saved seats on a server; none if the library cannot be read. */
export async function savedSeats(io: Io, server: string): Promise<readonly SavedSeat[]> {
  if (!(await hasLibrary(io))) return [];
  const found = await readLibrary(io, async ({ vault }) => {
    const seats: (Json | undefined)[] = [];
    for (const name of await vault.names(KIND))
      if (name.startsWith(`${new URL(server).origin} `)) seats.push(await vault.get(KIND, name));
    return ok(seats.filter(seat => seat !== undefined) as unknown as SavedSeat[]);
  });
  return found.ok ? found.value : [];
}

/** Returns the seat to return to; null to take a new one. A seat that another terminal plays from is used only if there is no other. */
export function seatToReturnTo(
  seats: readonly SavedSeat[],
  invite: Invite,
  name: string,
): SavedSeat | null {
  const all = seats.filter(({ id }) => id === invite.id);
  const left = all.filter(({ pid }) => !isRunning(pid));
  const isFull = invite.seats.every(({ type }) => type !== 'open');
  const mine = left.length === 0 && isFull ? all : left;
  return mine.find(seat => seat.name === name) ?? mine[0] ?? null;
}

const inVault = (
  io: Io,
  work: (vault: Library['vault']) => Promise<void>,
): Promise<Result<undefined>> =>
  withLibrary(io, async ({ vault }) => {
    await work(vault);
    return ok(undefined);
  });
