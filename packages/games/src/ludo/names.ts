/** English names, for pictures, spoken words and messages. */
import type { Seat } from '@kifu/core';

/** Names by seat, clockwise round the board. */
export const SEAT_NAMES = ['red', 'green', 'yellow', 'blue'] as const;

/** The name of a seat that exists. */
export const seatName = (seat: Seat): string => SEAT_NAMES[seat] ?? `seat ${seat}`;

/** People count tokens from one. */
export const tokenName = (token: number): string => `token ${token + 1}`;
