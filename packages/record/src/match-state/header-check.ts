/** What may stand in a header: everything that can be wrong with it before the first entry. */
import {
  type Fail,
  fail,
  type Game,
  type Header,
  isInteger,
  isObject,
  isTimeControlType,
  type Json,
  rulesOf,
  secondsTo,
  type Terms,
  type TimeControl,
} from '@kifu/core';
import { checkCommitments, checkDeal } from '../chance/fair.ts';
import { isWeakKey } from '../sign/signature.ts';
import { startOf, totalOf } from './clock.ts';
import { numbersOf } from './shown-clock.ts';
import { clockLimit, termsOf } from './terms.ts';

const MAX_HASH_EVERY = 1024;
const MAX_SEATS = 16;
const MIN_NONCE = 16;
/** A day, or a moment of it in UTC with up to nine digits of fractions. */
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?Z)?$/;

/** The first thing that is wrong with a header, the secret of a deal aside. */
export function checkHeader(game: Game, header: Header): Fail | null {
  const terms = termsOf(header);
  return (
    checkNames(game, header) ??
    checkKeys(header, terms) ??
    checkChance(game, header, terms) ??
    (terms.clock === null ? null : checkControl(terms.clock))
  );
}

function checkNames(game: Game, header: Header): Fail | null {
  if (header.game !== game.name || header.version !== game.version)
    return fail(
      'unknown-game',
      `the record is for ${header.game} version ${header.version}, not ${game.name} version ${game.version}`,
    );
  const { players, startedAt } = header;
  if (
    players.length > MAX_SEATS ||
    players.some(({ seat }, i) => seat <= (players[i - 1]?.seat ?? -1) || seat >= MAX_SEATS)
  )
    return fail('bad-setup', `players must be listed by ascending seat, 0 to ${MAX_SEATS - 1}`, {
      at: { path: '/players' },
    });
  if (startedAt !== null && !isMoment(startedAt))
    return fail('bad-setup', 'startedAt must be a date or a time in ISO 8601 and UTC', {
      at: { path: '/startedAt' },
    });
  if (!isInteger(termsOf(header).hashEvery, 1, MAX_HASH_EVERY))
    return fail('bad-setup', `hashEvery must be from 1 to ${MAX_HASH_EVERY}`, {
      at: { path: '/terms/hashEvery' },
    });
  return null;
}

/** Keys must be able to prove something: no key twice, none that is weak, and no player is the referee. */
function checkKeys({ players }: Header, terms: Terms): Fail | null {
  const { referee, nonce, fair } = terms;
  const keys = [...players.flatMap(({ key }) => key ?? []), ...(referee === null ? [] : [referee])];
  if (keys.length === 0 && fair === null) return null;
  const at = (path: string) => ({ at: { path } });
  if (keys.some(isWeakKey))
    return fail(
      'bad-setup',
      'weak key: it is of small order or not in its canonical encoding; use another key',
      at('/players'),
    );
  if (new Set(keys).size < keys.length)
    return fail('bad-setup', "keys must be unique, including the referee's", at('/players'));
  if (nonce.length < 2 * MIN_NONCE)
    return fail(
      'bad-setup',
      `a signed match needs a nonce of at least ${MIN_NONCE} bytes`,
      at('/terms/nonce'),
    );
  const keyed = players.filter(({ key }) => key !== undefined).length;
  if (referee === null && keyed > 0 && keyed < players.length)
    return fail(
      'bad-setup',
      'without a referee, either all players have keys or none',
      at('/players'),
    );
  return null;
}

/** Whether a text is a day or a moment that there was, as the calendar and the clock have them. */
function isMoment(text: string): boolean {
  const parts = (MOMENT.exec(text) ?? []).slice(1).map(part => Number(part ?? 0));
  return parts.length > 0 && secondsTo(parts.slice(0, 3), parts.slice(3)) !== null;
}

function checkChance(game: Game, header: Header, { fair, referee }: Terms): Fail | null {
  if (fair === null) return null;
  const at = { at: { path: '/terms/fair' } };
  if (game.chance === undefined) return fail('bad-setup', `${game.name} has no randomness`, at);
  if (header.seed !== null)
    return fail('bad-setup', 'with fair randomness the links make the seed; leave out seed', at);
  if ((fair.deal !== null) !== (game.secrets !== undefined))
    return fail('bad-setup', 'only games with hidden hands have fair.deal, and they need it', at);
  return fair.deal !== null && referee === null
    ? fail('bad-setup', 'hidden hands need a referee', at)
    : checkCommitments(header, fair);
}

/** Whether a time control makes sense: a seat has time at all, and not forever. */
function checkControl(control: TimeControl): Fail | null {
  const { fields } = rulesOf(control.type);
  const isGood = fields.every(field => isInteger(numbersOf(control)[field], 0, clockLimit(field)));
  return isGood && totalOf(control, startOf(control)) > 0
    ? null
    : fail('bad-setup', `time control ${control.type} must give between 0 and ten years`);
}

/** A time control that a stranger wrote, as of a link; null for what is none, or makes no sense. */
export function readControl(json: Json | undefined): TimeControl | null {
  if (!isObject(json) || !isTimeControlType(json.type)) return null;
  const isWhole = Object.keys(json).length === 1 + rulesOf(json.type).fields.length;
  const control = json as unknown as TimeControl;
  return isWhole && checkControl(control) === null ? control : null;
}

/** Whether the secret of a deal is known where there is one, and is the one that was committed to. */
export function checkSecret(terms: Terms, deal: Uint8Array | null): Fail | null {
  const { fair } = terms;
  if (fair === null || fair.deal === null) return null;
  if (deal === null) return fail('unsupported', 'hands are hidden until the deal is revealed');
  const checked = checkDeal(terms, fair, deal);
  return checked.ok ? null : checked;
}
