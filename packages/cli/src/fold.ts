/** A record played through again: every move, hash and ending is checked. */
import { type Entry, fail, hashState, type Kifu, type Kit, ok, type Result } from '@kifu/core';
import { within } from './fault.ts';
import { begin, doAct, endWith, type Match, passTime, present, sameOutcome } from './match.ts';

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
  if (!begun.ok) return within('the start', begun, '/header');
  let match = begun.value;
  for (const [i, entry] of kifu.entries.entries()) {
    const next = foldEntry(match, entry);
    if (!next.ok) return within(`entry ${i + 1} of ${kifu.entries.length}`, next, `/entries/${i}`);
    match = next.value;
  }
  return foldEnding(match, kifu);
}

function foldEntry(match: Match, entry: Entry): Result<Match> {
  const next = doAct(match, entry);
  if (!next.ok || entry.hash === null) return next;
  return checkHash(next.value, entry.hash) ?? next;
}

function foldEnding(match: Match, { ending }: Kifu): Result<Match> {
  if (ending === null) return ok(match);
  const ended = playOut(match);
  const { outcome } = present(ended);
  // an outcome that no entry led to was decided from outside: by agreement, by whoever ran the event
  if (outcome === null) return ok(endWith(match, ending.outcome));
  if (!sameOutcome(outcome, ending.outcome))
    return fail(
      'broken-record',
      `the record ends with ${ending.outcome.reason}, the rules with ${outcome.reason}`,
      { rule: 'ending', at: { path: '/ending/outcome' } },
    );
  const wrong = ending.hash === null ? null : checkHash(ended, ending.hash);
  return wrong === null ? ok(ended) : within('the ending', wrong, '/ending');
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

function checkHash(match: Match, hash: string) {
  const found = hashState(match.kit.game, present(match).state);
  if (found === hash) return null;
  return fail('broken-record', `the state hash is ${found}, the record says ${hash}`, {
    rule: 'hash',
    at: { path: '/hash' },
  });
}
