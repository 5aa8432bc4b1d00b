/** Whether a header is the one that was agreed to: all of it is compared with the invite before the player's client signs or reveals anything. */
import {
  canonicalText,
  type Fail,
  fail,
  type Game,
  type Header,
  INVITE_TERMS,
  type Json,
  NO_TERMS,
  type Seat,
} from '@kifu/core';
import { termsOf } from '@kifu/record/match-state';
import type { Invite } from './protocol/messages.ts';

/** What a client knows of a match before its header comes. */
export interface Agreement {
  /** The terms as they were when the player said ready; its seats are the newest, as others may have joined since. */
  readonly invite: Invite;
  readonly seat: Seat;
  /** Name and key of the player, from the player's own settings and secret; null where there is no key. */
  readonly name: string;
  readonly key: string | null;
  /** To the player's own hash chain; null without one. */
  readonly commitment: string | null;
  /** The key of the referee; null without one. */
  readonly referee: string | null;
  /** Milliseconds since 1970, by the client's own clock; null where the header may be older. */
  readonly nowMs: number | null;
}

/** How far the start of a match may be from the client's own clock. */
const MAX_SKEW_MS = 10 * 60_000;

/** The first field in which a header differs from what was agreed to; null where none does. */
export function checkHeader(game: Game, header: Header, agreement: Agreement): Fail | null {
  const wrong = differences(game, header, agreement).find(
    ([, said, agreed]) => canonicalText(said) !== canonicalText(agreed),
  );
  return wrong === undefined
    ? null
    : fail('broken-record', `the server changed what you agreed to: ${wrong[0]}`, {
        rule: 'header',
      });
}

/** Name of each field, what the header says, and what was agreed to. */
function differences(
  game: Game,
  header: Header,
  { invite, seat, name, key, commitment, referee, nowMs }: Agreement,
): readonly (readonly [field: string, said: Json, agreed: Json])[] {
  const terms = termsOf(header);
  const { fair } = terms;
  const index = header.players.findIndex(player => player.seat === seat);
  const seats = invite.seats.map(other =>
    other.seat === seat
      ? { seat, name, key }
      : { seat: other.seat, name: other.name ?? '', key: other.key ?? null },
  );
  const own = seats.find(other => other.seat === seat);
  const isFair = invite.chance === 'fair' && game.chance !== undefined;
  const hasSeed = game.chance !== undefined && !isFair;
  const startMs = Date.parse(header.startedAt ?? '');
  return [
    ['game', header.game, invite.game],
    ['version of the game', header.version, invite.version],
    ['options', header.options, invite.options],
    ['your key', header.players[index]?.key ?? null, own?.key ?? null],
    ['your name', header.players[index]?.name ?? null, own?.name ?? null],
    ['seats', header.players.map(player => player.seat), seats.map(other => other.seat)],
    ['names', header.players.map(player => player.name), seats.map(other => other.name)],
    ['keys', header.players.map(player => player.key ?? null), seats.map(other => other.key)],
    ['start position', header.start as Json, (invite.branch?.start ?? null) as Json],
    ['branch', terms.branch as Json, (invite.branch?.from ?? null) as Json],
    ['tags', header.tags, {}],
    ['nonce', terms.nonce, invite.nonce],
    ...INVITE_TERMS.map(name => [name, terms[name] as Json, invite[name] as Json] as const),
    ['referee', terms.referee, invite.referee ? referee : null],
    ['hash interval', terms.hashEvery, NO_TERMS.hashEvery],
    ['randomness', fair !== null, isFair],
    ['seed', header.seed !== null, hasSeed],
    ['start time', nowMs === null || Math.abs(startMs - nowMs) <= MAX_SKEW_MS, true],
    ...(fair === null
      ? []
      : ([
          ['time limit for reveals', fair.waitMs, invite.waitMs],
          ['your commitment', fair.commitments[index] ?? null, commitment],
          ['deal', fair.deal !== null, game.secrets !== undefined],
        ] as const)),
  ];
}
