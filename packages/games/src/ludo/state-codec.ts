/** The canonical form of a ludo state and its aside. Move format §8. */
import {
  type Fail,
  fail,
  hasKeys,
  isInteger,
  isObject,
  type Json,
  ok,
  type Result,
  restoreSeed,
  type StateCodec,
  seedAside,
  seedCanon,
} from '@kifu/core';
import { ALL_HOME, BASE, canMove, HOME, placeOf, TOKENS, withToken } from './board.ts';
import { seatName } from './names.ts';
import {
  allHome,
  dieOf,
  type Ending,
  isSeated,
  lastStanding,
  NOT_ENDED,
  packTable,
  SEATS_OF,
  type State,
  seatCountOf,
  seatedOf,
  sixesOf,
  tokensOf,
  turnOf,
} from './state.ts';

const KEYS = [
  'consecutiveSixes',
  'dice',
  'eliminated',
  'moveCount',
  'playerCount',
  'seed',
  'tokens',
  'turn',
];
/** More moves than any match can have; keeps counters from strangers within reason. */
const MAX_COUNT = 1_000_000;

/** Canonical JSON; beside it a long seed, if there is one. */
export const states: StateCodec<State> = {
  canon: state => JSON.parse(text(state)) as Json,
  aside: ({ seed }) => seedAside(seed),
  restore,
  position: ({ red, green, yellow, blue, table }) => [red, green, yellow, blue, table].join(' '),
  text,
};

/** What a token looks like, by its place. */
const TOKEN_TEXT = Array.from(
  { length: HOME + 1 },
  (_, place) => `{"inHome":${place === HOME},"position":${place - 1}}`,
);

/** The canonical text, keys in order. */
function text(state: State): string {
  const die = dieOf(state);
  let eliminated = '';
  let tokens = '';
  for (let seat = 0; seat < seatCountOf(state); seat++) {
    const own = tokensOf(state, seat);
    const comma = seat === 0 ? '' : ',';
    eliminated += `${comma}${!isSeated(state, seat)}`;
    tokens += `${comma}[${TOKEN_TEXT[own & 63]},${TOKEN_TEXT[(own >> 6) & 63]},${TOKEN_TEXT[(own >> 12) & 63]},${TOKEN_TEXT[own >> 18]}]`;
  }
  return (
    `{"consecutiveSixes":${sixesOf(state)},"dice":${die === 0 ? 'null' : die},"eliminated":[${eliminated}],` +
    `"moveCount":${state.moveCount},"playerCount":${seatCountOf(state)},"seed":${seedCanon(state.seed)},` +
    `"tokens":[${tokens}],"turn":${turnOf(state)}}`
  );
}

function restore(canon: Json, aside?: Json): Result<State> {
  if (!isObject(canon) || !hasKeys(canon, KEYS))
    return fail('malformed', `a state must have exactly the keys ${KEYS.join(', ')}`);
  const { consecutiveSixes, dice, eliminated, moveCount, playerCount, tokens, turn } = canon;
  const wrong = (key: string, form: string) => fail('malformed', form, { at: { path: `/${key}` } });
  if (!isInteger(playerCount, 2, 4)) return wrong('playerCount', 'playerCount must be 2, 3 or 4');
  const seated = restoreSeated(eliminated, playerCount);
  if (seated === null)
    return wrong('eliminated', 'eliminated must be true or false for each player');
  const teams = restoreTeams(tokens, playerCount);
  if (teams === null)
    return wrong('tokens', 'tokens must be four { inHome, position } for each player');
  if (!isInteger(consecutiveSixes, 0, 2))
    return wrong('consecutiveSixes', 'consecutiveSixes must be 0, 1 or 2');
  if (dice !== null && !isInteger(dice, 1, 6))
    return wrong('dice', 'dice must be from 1 to 6 or null');
  if (!isInteger(moveCount, 0, MAX_COUNT))
    return wrong('moveCount', `moveCount must be an integer from 0 to ${MAX_COUNT}`);
  if (!isInteger(turn, 0, playerCount - 1))
    return wrong('turn', 'turn must be the seat of a player');
  const seed = restoreSeed(canon.seed, aside);
  if (!seed.ok) return seed;
  const [red, green, yellow = 0, blue = 0] = teams;
  const state: State = {
    red: red!,
    green: green!,
    yellow,
    blue,
    table: packTable({
      turn,
      die: dice ?? 0,
      sixes: consecutiveSixes,
      seated,
      seatCount: playerCount,
      ending: endingOf(teams, seated),
    }),
    moveCount,
    seed: seed.value,
  };
  return refuseState(state) ?? ok(state);
}

/** Bits of the seats that are not eliminated. */
function restoreSeated(eliminated: Json | undefined, count: number): number | null {
  if (!Array.isArray(eliminated) || eliminated.length !== count) return null;
  let seated = 0;
  for (const [seat, isGone] of eliminated.entries()) {
    if (typeof isGone !== 'boolean') return null;
    if (!isGone) seated |= 1 << seat;
  }
  return seated;
}

function restoreTeams(teams: Json | undefined, count: number): number[] | null {
  if (!Array.isArray(teams) || teams.length !== count) return null;
  const found: number[] = [];
  for (const team of teams) {
    if (!Array.isArray(team) || team.length !== TOKENS) return null;
    let tokens = 0;
    for (const [i, token] of team.entries()) {
      if (!isObject(token) || !hasKeys(token, ['inHome', 'position'])) return null;
      if (!isInteger(token.position, -1, HOME - 1)) return null;
      if (token.inHome !== (token.position === HOME - 1)) return null;
      tokens = withToken(tokens, i, token.position + 1);
    }
    found.push(tokens);
  }
  return found;
}

function endingOf(teams: readonly number[], seated: number): Ending {
  const winner = teams.indexOf(ALL_HOME);
  if (winner >= 0) return allHome(winner);
  const [seat, ...others] = SEATS_OF[seated]!;
  return seat === undefined || others.length > 0 ? NOT_ENDED : lastStanding(seat);
}

/** Why a well-formed state cannot be continued by the rules; null if it can. */
function refuseState(state: State): Fail | null {
  const bad = (message: string, path: string) => fail('bad-state', message, { at: { path } });
  let finished = 0;
  for (let seat = 0; seat < seatCountOf(state); seat++) {
    const tokens = tokensOf(state, seat);
    const path = `/tokens/${seat}`;
    if (isCrowded(tokens)) return bad(`two tokens of ${seatName(seat)} stand on one square`, path);
    if (!isSeated(state, seat) && (isAbroad(tokens) || tokens === ALL_HOME))
      return bad(`${seatName(seat)} has left, its tokens are in base or home, not all home`, path);
    if (tokens === ALL_HOME) finished++;
  }
  if (finished > 1)
    return bad('two seats have all tokens home, and the first would have won', '/tokens');
  if (seatedOf(state) === 0) return bad('all seats are eliminated', '/eliminated');
  const [turn, die] = [turnOf(state), dieOf(state)];
  if (!isSeated(state, turn)) return bad(`${seatName(turn)} has left`, '/turn');
  if (die !== 0 && !canMove(tokensOf(state, turn), die))
    return bad('no token can move with that number, so the turn would have passed', '/dice');
  return null;
}

/** Whether two tokens stand on one square; base and home hold any number. */
function isCrowded(tokens: number): boolean {
  const places = placesOf(tokens).filter(place => place !== BASE && place !== HOME);
  return new Set(places).size < places.length;
}

/** Whether a token is on its way. */
const isAbroad = (tokens: number): boolean =>
  placesOf(tokens).some(place => place !== BASE && place !== HOME);

const placesOf = (tokens: number): number[] => [0, 1, 2, 3].map(token => placeOf(tokens, token));
