/** What a match was agreed on: what may stand in a header, and what follows from it for everybody. */
import {
  type Draws,
  type Fail,
  fail,
  type Game,
  type Header,
  isInteger,
  ok,
  type Result,
  rulesOf,
  type Seat,
  type Terms,
  type TimeControl,
} from '@kifu/core';
import { checkDeal, checkFair } from '../chance/fair.ts';
import { isWeakKey } from '../sign/signature.ts';
import { numbersOf, startOf, totalOf } from './clock.ts';

const MAX_HASH_EVERY = 1024;
const MAX_SEATS = 16;
const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,9})?Z)?$/;
const MIN_NONCE = 16;

/** Ten years: more than any match, and sums of such times stay exact. */
const MAX_MS = 315_576_000_000;
const MAX_PERIODS = 1000;

/** The greatest number that a field of a time control may have. */
export const clockLimit = (field: string): number => (field === 'periods' ? MAX_PERIODS : MAX_MS);

/** What holds for records that say nothing of their own. */
export const NO_TERMS: Terms = {
  nonce: '',
  rated: false,
  clock: null,
  referee: null,
  fair: null,
  hashEvery: 16,
  branch: null,
};

/** The terms of a match, or those of a foreign record. */
export const termsOf = ({ terms }: Header): Terms => terms ?? NO_TERMS;

/** How draws happen at this table. */
export const drawsOf = ({ terms }: { readonly terms: Terms }): Draws =>
  terms.fair === null ? 'plain' : 'fair';

/** Whether the hands of a match are hidden until its end. */
export const isSealed = (header: Header): boolean => termsOf(header).fair?.deal != null;

/** The public key of a seat, in hex; null where it has none. */
export const keyOf = ({ players }: Header, seat: Seat): string | null =>
  players.find(player => player.seat === seat)?.key ?? null;

/** Everything that can be wrong with a header before anybody plays, the secret of a deal aside; the first links, if any. */
export function checkTerms(game: Game, header: Header): Result<readonly Uint8Array[] | null> {
  const terms = termsOf(header);
  const wrong =
    checkNames(game, header) ?? checkKeys(header, terms) ?? checkChance(game, header, terms);
  if (wrong !== null) return wrong;
  const control = terms.clock === null ? null : checkControl(terms.clock);
  if (control?.ok === false) return control;
  const seats = header.players.map(({ seat }) => seat);
  return terms.fair === null ? ok(null) : checkFair(terms, terms.fair, seats);
}

function checkNames(game: Game, header: Header): Fail | null {
  if (header.game !== game.name || header.version !== game.version)
    return fail(
      'unknown-game',
      `the record is of ${header.game} version ${header.version}, not of ${game.name} version ${game.version}`,
    );
  const { players, startedAt } = header;
  if (
    players.length > MAX_SEATS ||
    players.some(({ seat }, i) => seat <= (players[i - 1]?.seat ?? -1) || seat >= MAX_SEATS)
  )
    return fail('bad-setup', `players sit on seats 0 to ${MAX_SEATS - 1}, in rising order`, {
      at: { path: '/players' },
    });
  if (startedAt !== null && !MOMENT.test(startedAt))
    return fail('bad-setup', 'a match started at a moment or on a day, in ISO 8601 and UTC', {
      at: { path: '/startedAt' },
    });
  if (!isInteger(termsOf(header).hashEvery, 1, MAX_HASH_EVERY))
    return fail('bad-setup', `a hash stands in every entry up to every ${MAX_HASH_EVERY}th`, {
      at: { path: '/terms/hashEvery' },
    });
  return null;
}

/** Keys must be able to prove something: no key twice, none that anybody could sign with, and nobody is their own referee. */
function checkKeys({ players }: Header, terms: Terms): Fail | null {
  const { referee, nonce, fair, clock } = terms;
  const keys = [...players.flatMap(({ key }) => key ?? []), ...(referee === null ? [] : [referee])];
  const at = (path: string) => ({ at: { path } });
  if (keys.some(isWeakKey))
    return fail('bad-setup', 'a key is of small order: anybody can sign with it', at('/players'));
  if (new Set(keys).size < keys.length)
    return fail('bad-setup', 'every key sits once, the referee apart', at('/players'));
  if ((keys.length > 0 || fair !== null) && nonce.length < 2 * MIN_NONCE)
    return fail(
      'bad-setup',
      `a match that is signed has a nonce of ${MIN_NONCE} bytes at least`,
      at('/terms/nonce'),
    );
  if (clock !== null && referee === null && keys.length > 0)
    return fail(
      'bad-setup',
      'clocks in a match that players sign need a referee: nobody else vouches for the time',
      at('/terms/clock'),
    );
  return null;
}

function checkChance(game: Game, header: Header, { fair, referee }: Terms): Fail | null {
  if (fair === null) return null;
  const at = { at: { path: '/terms/fair' } };
  if (game.chance === undefined)
    return fail('bad-setup', `${game.name} leaves nothing to chance`, at);
  if (header.seed !== null)
    return fail('bad-setup', 'the seed is made of all links, so the header names none', at);
  if ((fair.deal !== null) !== (game.secrets !== undefined))
    return fail('bad-setup', 'matches with hidden hands, and no others, have a secret deal', at);
  return fair.deal !== null && referee === null
    ? fail('bad-setup', 'hidden hands need a referee who deals', at)
    : null;
}

export function checkSecret(terms: Terms, deal: Uint8Array | null): Fail | null {
  const { fair } = terms;
  if (fair === null || fair.deal === null) return null;
  if (deal === null)
    return fail('unsupported', 'the hands are hidden until the secret of the deal is known');
  const checked = checkDeal(terms, fair, deal);
  return checked.ok ? null : checked;
}

/** Whether a time control makes sense: a seat has time at all, and not forever. */
function checkControl(control: TimeControl): Result<TimeControl> {
  const { fields } = rulesOf(control.type);
  const isGood = fields.every(field => isInteger(numbersOf(control)[field], 0, clockLimit(field)));
  return isGood && totalOf(control, startOf(control)) > 0
    ? ok(control)
    : fail('bad-setup', `the time control ${control.type} gives no time, or more than ten years`);
}
