/** A record played through again: every move, hash and ending is checked. */
import {
  canonicalText,
  type Entry,
  type Fail,
  fail,
  hashState,
  type Json,
  type Kifu,
  type Kit,
  type Outcome,
  ok,
  type Result,
} from '@kifu/core';
import { within } from './fault.ts';
import { begin, endWith, type Match, type Point, passTime, pointAfter, present } from './match.ts';

/** The match that a record tells of; the fault names the first entry that cannot be. */
export function foldKifu(kit: Kit, kifu: Kifu): Result<Match> {
  const { game, version } = kifu.header;
  if (game !== kit.game.name || version !== kit.game.version)
    return fail(
      'unknown-game',
      `the record is of ${game} version ${version}, not of ${kit.game.name} version ${kit.game.version}`,
      { at: { path: '/header' } },
    );
  const begun = begin(kit, kifu.header);
  if (!begun.ok) {
    const wrong = within('the start', begun, '/header');
    // seats are those of the players
    return wrong.fault.at?.path === '/header/seats'
      ? fail(wrong.fault.code, wrong.fault.message, { at: { path: '/header/players' } })
      : wrong;
  }
  // grown in place: a copy for each entry would take time that grows with the square of their number
  const points: [Point, ...Point[]] = [...begun.value.points];
  const entries: Entry[] = [];
  const { notes, variations } = kifu;
  const match: Match = { ...begun.value, points, entries, remarks: { notes, variations } };
  for (const [i, entry] of kifu.entries.entries()) {
    const next = foldEntry(match, entry);
    if (!next.ok) return within(`entry ${i + 1} of ${kifu.entries.length}`, next, `/entries/${i}`);
    points.push(next.value);
    entries.push(next.value.entry);
  }
  return foldEnding(match, kifu);
}

function foldEntry(match: Match, entry: Entry): ReturnType<typeof pointAfter> {
  const next = pointAfter(match, entry);
  return (next.ok ? checkHash(match.kit, next.value.state, entry.hash) : null) ?? next;
}

function foldEnding(match: Match, { ending }: Kifu): Result<Match> {
  if (ending === null) return ok(match);
  const played = playOut(match);
  const { outcome } = present(played);
  const ended = outcome === null ? match : played;
  const wrong = checkHash(match.kit, present(ended).state, ending.hash);
  if (wrong !== null) return within('the ending', wrong, '/ending');
  if (outcome === null) return decreed(match, ending.outcome);
  if (!sameOutcome(outcome, ending.outcome))
    return fail(
      'broken-record',
      `the record ends with ${ending.outcome.reason}, the rules with ${outcome.reason}`,
      { rule: 'ending', at: { path: '/ending/outcome' } },
    );
  return ok(ended);
}

/** An outcome that no entry led to was decided from outside: by agreement, by whoever ran the event. */
function decreed(match: Match, outcome: Outcome): Result<Match> {
  const seats = match.header.players.map(({ seat }) => seat);
  const { result, winners } = outcome;
  const areSeated = winners.every((seat, i) => seats.includes(seat) && winners.indexOf(seat) === i);
  if (areSeated && (result === 'win') === winners.length > 0) return ok(endWith(match, outcome));
  return fail('broken-record', 'the ending: the winners are not those of such a match', {
    rule: 'ending',
    at: { path: '/ending/outcome/winners' },
  });
}

/** Lets time pass to the end, in games where it can end the match. */
function playOut(match: Match): Match {
  const { time } = match.kit.game;
  let now = match;
  for (;;) {
    const { state, outcome } = present(now);
    const next = outcome === null ? (time?.next(state) ?? null) : null;
    const passed = next === null ? null : passTime(now, next);
    if (passed === null || !passed.ok) return now;
    now = passed.value;
  }
}

function checkHash({ game }: Kit, state: unknown, hash: string | null): Fail | null {
  const found = hash === null ? null : hashState(game, state);
  if (found === hash) return null;
  return fail('broken-record', `the state hash is ${found}, the record says ${hash}`, {
    rule: 'hash',
    at: { path: '/hash' },
  });
}

const sameOutcome = (a: Outcome, b: Outcome): boolean =>
  canonicalText(a as unknown as Json) === canonicalText(b as unknown as Json);
