/**
 * The search for an opponent. It continues while the player looks at other pages or plays a bot, and leads to the game once there is one.
 */
import {
  type FoundSeat,
  findOpponent,
  type OpenChallenge,
  type Seek,
  stopLooking,
} from '@kifu/client';
import { playSound } from '@kifu/viewer/shared';
import { keepSeat } from '../play/saved-seats.ts';
import { notice } from '../play/turn-notice.ts';
import { faultText } from '../site/fault-text.ts';
import { titleOf } from '../site/games.ts';
import { navigate } from '../site/router.ts';
import { readSettings } from '../site/settings.ts';
import { text } from '../site/texts.ts';
import { clockLabel } from './pools.ts';
import { currentSearch, noteChallenge, tellSearch } from './search-state.ts';

/** How often the server is asked, in milliseconds. */
const AGAIN_MS = 2000;

let own: OpenChallenge | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Rounds come one after the other: each knows the challenge that the one before left. */
let rounds: Promise<unknown> = Promise.resolve();

/** Starts a search in place of the one before. */
export async function beginSearch(seek: Seek): Promise<void> {
  await endSearch();
  tellSearch({ seek, sinceMs: Date.now(), problem: '' });
  void next();
}

/** Searches on within another range of ratings; undefined for any. */
export async function changeRange(within: number | undefined): Promise<void> {
  const search = currentSearch();
  if (search === null) return;
  const { sinceMs } = search;
  const { within: _, ...rest } = search.seek;
  const seek = within === undefined ? rest : { ...rest, within };
  await endSearch();
  tellSearch({ seek, sinceMs, problem: '' });
  void next();
}

/** Stops the search. Where an opponent has joined meanwhile, the game begins. */
export async function endSearch(): Promise<void> {
  clearTimeout(timer);
  tellSearch(null);
  await rounds;
  const left = own;
  hold(null);
  if (left === null) return;
  const stopped = await stopLooking(location.origin, left);
  if (!stopped.ok && stopped.fault.code === 'conflict') take(left);
}

/** Notes the challenge that is held open. */
function hold(challenge: OpenChallenge | null): void {
  own = challenge;
  noteChallenge(challenge?.invite.id ?? null);
}

function next(): Promise<unknown> {
  rounds = rounds.then(look).catch(() => {});
  return rounds;
}

async function look(): Promise<void> {
  const current = currentSearch();
  if (current === null) return;
  const found = await findOpponent(location.origin, current.seek, own);
  if (!found.ok) {
    // a round that failed may have given up the challenge before
    if (currentSearch() === current) tellSearch({ ...current, problem: faultText(found.fault) });
    again();
    return;
  }
  if (found.value.isJoined) {
    hold(null);
    take(found.value);
    return;
  }
  hold(found.value);
  if (currentSearch() === current && current.problem !== '')
    tellSearch({ ...current, problem: '' });
  again();
}

function again(): void {
  clearTimeout(timer);
  if (currentSearch() !== null) timer = setTimeout(() => void next(), AGAIN_MS);
}

/** Goes to the game that was found. */
function take({ invite, token }: FoundSeat): void {
  const seek = currentSearch()?.seek;
  clearTimeout(timer);
  tellSearch(null);
  keepSeat(invite.id, token, seek?.name);
  if (readSettings().hasSound) playSound('check');
  const about = text.find.about(titleOf(invite.game), clockLabel(invite.clock));
  notice(text.find.found, about);
  navigate(`/live/${invite.id}`);
}

/** A challenge whose page is gone would keep the next player waiting. */
addEventListener('pagehide', () => {
  if (own === null) return;
  const { invite, token } = own;
  void fetch(`/api/invites/${encodeURIComponent(invite.id)}?unjoined=true`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
    keepalive: true,
  }).catch(() => {});
});
