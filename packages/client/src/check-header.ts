/** Whether a header is the one that was agreed on: all of it is compared with the invite before the own seat agrees or shows a link. */
import { canonicalText, type Fail, fail, type Header, type Json, type Seat } from '@kifu/core';
import { termsOf } from '@kifu/record/table';
import type { Invite } from './protocol/messages.ts';

/** What a client knows of a match before its header comes. */
export interface Agreement {
  readonly invite: Invite;
  /** Null for a spectator, who agreed to nothing. */
  readonly seat: Seat | null;
  /** To the own chain of chance; null without one. */
  readonly commitment: string | null;
  /** The key of the referee; null without one. */
  readonly referee: string | null;
}

/** The first field in which a header differs from what was agreed on; null where none does. */
export function checkHeader(
  header: Header,
  { invite, seat, commitment, referee }: Agreement,
): Fail | null {
  const terms = termsOf(header);
  const { fair } = terms;
  const place = header.players.findIndex(player => player.seat === seat);
  const pairs: readonly (readonly [what: string, said: Json, agreed: Json])[] = [
    ['the game', header.game, invite.game],
    ['its version', header.version, invite.version],
    ['its options', header.options, invite.options],
    ['the seats', header.players.map(player => player.seat), invite.seats.map(one => one.seat)],
    ['the names', header.players.map(player => player.name), invite.seats.map(nameOf)],
    ['the keys', header.players.map(({ key }) => key ?? null), invite.seats.map(keyOf)],
    ['the nonce', terms.nonce, invite.nonce],
    ['whether it counts', terms.rated, invite.rated],
    ['the clock', terms.clock as Json, invite.clock as Json],
    ['the referee', terms.referee, invite.referee ? referee : null],
    ['how chance is made', fair === null, invite.chance !== 'fair'],
    ...(fair === null
      ? []
      : ([
          ['how long a link may be withheld', fair.waitMs, invite.waitMs],
          ['the own commitment', fair.commitments[place] ?? null, commitment],
        ] as const)),
  ];
  const wrong = pairs.find(([, said, agreed]) => canonicalText(said) !== canonicalText(agreed));
  return wrong === undefined
    ? null
    : fail('broken-record', `the header is not the one that was agreed on: ${wrong[0]}`, {
        rule: 'header',
      });
}

const nameOf = ({ name }: Invite['seats'][number]): string => name ?? '';
const keyOf = ({ key }: Invite['seats'][number]): string | null => key ?? null;

/** Which header each chain of chance was shown for, by its commitment. */
export interface ChainMemory {
  get(commitment: string): string | undefined;
  set(commitment: string, header: string): void;
}

/** How many of the newest chains of this program are remembered. */
const MAX_CHAINS = 10_000;

/** Remembers as long as the program runs. */
export function createChainMemory(): ChainMemory {
  const known = new Map<string, string>();
  return {
    get: commitment => known.get(commitment),
    set(commitment, header) {
      if (known.size >= MAX_CHAINS) known.delete(known.keys().next().value!);
      known.set(commitment, header);
    },
  };
}

/**
 * One chain serves one header, ever: who showed links for a second header with the same nonce would let the referee choose between the two.
 * Notes the header of a chain, and says where it has served another.
 */
export function claimChain(memory: ChainMemory, commitment: string, header: string): Fail | null {
  const known = memory.get(commitment);
  if (known === undefined) memory.set(commitment, header);
  return known === undefined || known === header
    ? null
    : fail('conflict', `the chain of chance has served another match: ${known}`, {
        rule: 'header',
      });
}
