/** The match that `kifu play` starts or resumes, and its players. */
import {
  draw,
  type Fail,
  fail,
  type Header,
  type JsonObject,
  type Kit,
  ok,
  parseSeed,
  type Result,
  type TimeControl,
  unhurriedOptions,
  unwrap,
} from '@kifu/core';
import { NO_TERMS } from '@kifu/record/match-state';
import type { MatchEngines } from '../engines/open-engines.ts';
import { readSetup, type StartOptions } from '../input.ts';
import type { Io } from '../io.ts';
import { findKey, findOwnKey, type StoredKey } from '../keys.ts';
import { freshNonce, headerOf } from '../new-header.ts';
import { keyedHeader } from '../sign.ts';
import { loadMatch } from './load-match.ts';
import { beginLocal, type LocalMatch } from './local-match.ts';
import { isPerson, namedRoles, parseRole, roleName, type SeatRole, usualRoles } from './players.ts';
import { findResumed } from './resume.ts';

/** What of the options of `kifu play` says which match it is. */
interface OpenOptions extends StartOptions {
  readonly seats?: readonly SeatRole[];
  readonly level?: number;
  readonly nodes?: number;
  /** What to call the person at this terminal. */
  readonly name?: string;
  readonly load?: string;
  readonly resume?: string;
  readonly key?: string;
  readonly clock?: TimeControl;
}

/** A match to play. */
export interface OpenedMatch {
  readonly match: LocalMatch;
  readonly roles: readonly SeatRole[];
  /** What bots begin from. */
  readonly seed: number;
  readonly signer: StoredKey | null;
}

/** A new match, or one from a file or the library. */
export async function openMatch(
  io: Io,
  named: string | undefined,
  options: OpenOptions,
  engines: MatchEngines,
): Promise<Result<OpenedMatch>> {
  const resumed = options.resume === undefined ? null : await findResumed(io, options.resume);
  if (resumed?.ok === false) return resumed;
  const name = named ?? resumed!.value.game;
  const kit = await io.games.load(name);
  if (!kit.ok) return kit;
  const signer =
    options.key === undefined
      ? ok(await findOwnKey(io, resumed?.value.keys ?? []))
      : await findKey(io, options.key);
  if (!signer.ok) return signer;
  const seed = botSeed(options.seed) ?? io.freshSeed();
  const saved = resumed?.value.id ?? options.load;
  const opened =
    saved === undefined
      ? await openNew(io, kit.value, options, seed, signer.value, engines)
      : await openSaved(io, saved, name, options, seed, signer.value, engines);
  return opened.ok ? (refuseSigner(opened.value) ?? opened) : opened;
}

/** A key belongs to one person: bots and other people must not sign with it. */
function refuseSigner({ match, roles, signer }: OpenedMatch): Fail | null {
  if (signer === null) return null;
  const { players } = match.replay.header!;
  const isMine = players.map(({ key }) => key === signer.key);
  if (!isMine.includes(true))
    return fail('unsupported', `no seat of the match has the key ${signer.name}`);
  return roles.some((role, i) => isMine[i] && !isPerson(role))
    ? fail('bad-setup', 'a bot does not sign with your key: take the seat yourself')
    : null;
}

/** Bots begin from 31 bits; a longer seed gives the first that are drawn from it. */
const botSeed = (seed: StartOptions['seed']): number | undefined =>
  typeof seed === 'string' ? draw(unwrap(parseSeed(seed)), 2 ** 31)[0] : seed;

async function openNew(
  io: Io,
  kit: Kit,
  options: OpenOptions,
  seed: number,
  signer: StoredKey | null,
  engines: MatchEngines,
): Promise<Result<OpenedMatch>> {
  const read = readSetup(kit, options, seed);
  if (!read.ok) return read;
  const setup = unhurried(kit, read.value);
  const { seats } = setup;
  const [min, max] = Array.isArray(seats) ? [seats.length, seats.length] : kit.game.seats;
  const named = namedRoles(kit, options.seats ?? usualRoles(min), levelIn(options));
  const wrong = checkRoles(named, min, max);
  if (wrong !== null) return wrong;
  if (options.clock !== undefined && kit.game.time !== undefined)
    return fail('bad-setup', `${kit.game.name} is played in real time and has no clocks`);
  // the record has the names of the engines
  const now = io.now();
  const headerFor = (of: readonly SeatRole[]): Header =>
    timed(headerOf(kit, setup, namesFor(of, options.name), now), options.clock);
  const seated = await engines.seat(kit, named, headerFor(named));
  if (!seated.ok) return seated;
  const roles = seated.value;
  const plain = headerFor(roles);
  const people = plain.players.filter((_, i) => isPerson(roles[i]!));
  if (signer !== null && people.length !== 1)
    return fail('bad-setup', `--key signs for one person, and ${people.length} play`);
  const header = signer === null ? plain : await keyedHeader(plain, people[0]!.seat, signer);
  const match = await beginLocal(kit, header);
  return match.ok ? ok({ match: match.value, roles, seed, signer }) : match;
}

/** A setup in which the rules hurry no player, unless an option says so; a start position has its rules in it. */
const unhurried = ({ game }: Kit, setup: JsonObject): JsonObject => {
  if (setup.start !== undefined || game.time?.unhurried === undefined) return setup;
  return { ...setup, options: unhurriedOptions(game, (setup.options ?? {}) as JsonObject) };
};

/** A header with clocks, where there are to be some. */
const timed = (header: Header, clock: TimeControl | undefined): Header =>
  clock === undefined ? header : { ...header, terms: { ...NO_TERMS, nonce: freshNonce(), clock } };

/** With `--nodes` bots play without a level. */
const levelIn = ({ level, nodes }: OpenOptions): number | undefined =>
  nodes === undefined ? level : undefined;

/** What the players are called: one person by name, where there is one; others share the keyboard with them. */
function namesFor(roles: readonly SeatRole[], name: string | undefined): string[] {
  const first = roles.findIndex(isPerson);
  return roles.map((role, i) => roleName(role, i === first ? name : undefined));
}

async function openSaved(
  io: Io,
  path: string,
  name: string,
  options: OpenOptions,
  seed: number,
  signer: StoredKey | null,
  engines: MatchEngines,
): Promise<Result<OpenedMatch>> {
  const match = await loadMatch(io, path, name, signer);
  if (!match.ok) return match;
  const kept = match.value.replay.header!.players.map(player => parseRole(player.name));
  // beside bots, and those who play here without a name, other names are those of people
  const isOurs = kept.some(role => role !== null);
  const usual = isOurs ? kept.map(role => role ?? { bot: null }) : usualRoles(kept.length);
  const roles = namedRoles(match.value.kit, options.seats ?? usual, levelIn(options));
  const wrong = checkRoles(roles, kept.length, kept.length);
  if (wrong !== null) return wrong;
  const seated = await engines.seat(match.value.kit, roles, match.value.replay.header!);
  return seated.ok ? ok({ match: match.value, roles: seated.value, seed, signer }) : seated;
}

const checkRoles = ({ length }: readonly SeatRole[], min: number, max: number) =>
  length >= min && length <= max
    ? null
    : fail(
        'bad-setup',
        `the match has ${min === max ? min : `${min} to ${max}`} seats, and --seats names ${length}`,
      );
