/**
 * Where a match of IPGS meets the table of native records: the same fold plays its moves and its draws of chance, so that there is
 * one set of rules, and a finished match is a native record without more ado.
 */
import {
  type CommitTerms,
  cidOf,
  type Game,
  type Header,
  hexToBytes,
  type Json,
  moveAct,
  ok,
  type Result,
  type Seat,
} from '@kifu/core';
import { encodeHeader, fold, NO_TERMS, sit, type Table } from '@kifu/record';
import { formatTimestamp, SECOND } from '../timestamp.ts';

/** What a native header says of a match. All of it is known before the first move. */
export interface NativeSetup {
  readonly game: Game;
  readonly options: Header['options'];
  /** By seat. */
  readonly names: readonly [string, string];
  readonly isRanked: boolean;
  /** When it was confirmed. */
  readonly startedAt: bigint;
  readonly terms: CommitTerms;
  readonly fair: NativeChance | null;
}

/** How chance is made by both. By seat, 64 hex digits each. */
export interface NativeChance {
  readonly nonce: string;
  readonly commitments: readonly [string, string];
  readonly links: readonly [string, string];
}

/** Who withholds a link loses by the clock of IPGS, not by this: a day. */
const WAIT_MS = 86_400_000;

/** The header of the match as a native record has it. */
export const nativeHeader = (setup: NativeSetup): Header => ({
  game: setup.game.name,
  version: setup.game.version,
  options: setup.options,
  players: setup.names.map((name, seat) => ({ seat, name })),
  seed: null,
  start: null,
  startedAt: formatTimestamp(setup.startedAt),
  tags: {},
  ...(setup.fair === null
    ? {}
    : {
        terms: {
          ...NO_TERMS,
          nonce: setup.fair.nonce,
          rated: setup.isRanked,
          fair: {
            commitments: setup.fair.commitments,
            links: setup.fair.links,
            waitMs: WAIT_MS,
            deal: null,
          },
        },
      }),
});

/** Sets a match up. */
export function sitDown(setup: NativeSetup): Result<Table> {
  const header = nativeHeader(setup);
  const { digest } = cidOf('dag-cbor', encodeHeader(header));
  const seated = sit(setup.game, header, digest);
  return seated.ok ? ok(seated.value.table) : seated;
}

/** Plays a move at a moment. In games with ticks they are counted from the start. */
export function playMove(table: Table, seat: Seat, move: Json, sinceStart: bigint): Result<Table> {
  const { game, state } = table;
  const at = game.time && Number((sinceStart * BigInt(game.time.hz(state))) / SECOND);
  const entry = { seat, act: moveAct(game, move), ms: toMs(sinceStart), at: at ?? null };
  const folded = fold(table, entry);
  return folded.ok ? ok(folded.value.table) : folded;
}

/** Makes the draw that is due of the next links of both. */
export function drawWith(
  table: Table,
  links: readonly [string, string],
  sinceStart: bigint,
): Result<Table> {
  const act = { type: 'links', links: links.map(hexToBytes) } as const;
  const folded = fold(table, { seat: null, act, ms: toMs(sinceStart) });
  return folded.ok ? ok(folded.value.table) : folded;
}

const toMs = (sinceStart: bigint): number => Number(sinceStart / 1_000_000n);
