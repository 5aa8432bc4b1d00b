/** Seats on servers that the user may come back to: in the vault of the library, as long as their matches go on. */
import type { Invite } from '@kifu/client';
import { formatFault, type Json, ok, type Result, type Seat } from '@kifu/core';
import { type Io, put } from '../io.ts';
import { hasLibrary, type Library, readLibrary, withLibrary } from '../library/open.ts';
import { printable } from '../text.ts';

/** A seat that was taken, with all that it needs to be taken again. */
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
  /** The name of the key that signs; null where none does. */
  readonly key: string | null;
  /** The process that sits there, or sat there last. */
  readonly pid: number;
}

const KIND = 'live-seat';
const nameOf = ({ server, id, seat }: SavedSeat): string => `${server} ${id} ${seat}`;

/** Keeps a seat; gives whether it is durable, and tells what stands in the way. */
export async function keepSeat(io: Io, seat: SavedSeat): Promise<boolean> {
  const kept = await inVault(io, vault => vault.put(KIND, nameOf(seat), { ...seat }));
  if (kept.ok) return true;
  const why = printable(formatFault(kept.fault));
  await put(io.stderr, `kifu: your seat is not kept, so there is no way back to it: ${why}\n`);
  return false;
}

/** Forgets a seat. One that stays because the disk failed does no harm: the server no longer lets its token in. */
export async function dropSeat(io: Io, seat: SavedSeat): Promise<void> {
  await inVault(io, vault => vault.remove(KIND, nameOf(seat)));
}

/** The seats on a server that were kept; none where the library cannot be read. */
export async function keptSeats(io: Io, server: string): Promise<readonly SavedSeat[]> {
  if (!(await hasLibrary(io))) return [];
  const found = await readLibrary(io, async ({ vault }) => {
    const seats: (Json | undefined)[] = [];
    for (const name of await vault.names(KIND))
      if (name.startsWith(`${new URL(server).origin} `)) seats.push(await vault.get(KIND, name));
    return ok(seats.filter(seat => seat !== undefined) as unknown as SavedSeat[]);
  });
  return found.ok ? found.value : [];
}

/**
 * Which of the seats here to come back to; null where a new one is to be taken. At one that another terminal plays at there is
 * nothing to come back to, as long as there are others.
 */
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

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const inVault = (
  io: Io,
  work: (vault: Library['vault']) => Promise<void>,
): Promise<Result<undefined>> =>
  withLibrary(io, async ({ vault }) => {
    await work(vault);
    return ok(undefined);
  });
