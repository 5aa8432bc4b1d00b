/** A record played through again: every move, hash and ending is checked. */
import {
  type Entry,
  type Fail,
  fail,
  hashState,
  type Kifu,
  type Kit,
  ok,
  type Result,
} from '@kifu/core';
import { NO_TERMS, settleEnd } from '@kifu/record';
import { within } from './fault.ts';
import { begin, endWith, type Match, type Point, pointAfter, present } from './match.ts';

/**
 * The match that a record tells of; the fault names the first entry that cannot be. Whoever goes on with a signed record must have
 * its key (hex digits).
 */
export function foldKifu(kit: Kit, kifu: Kifu, key: string | null = null): Result<Match> {
  const { game, version } = kifu.header;
  if (game !== kit.game.name || version !== kit.game.version)
    return fail(
      'unknown-game',
      `the record is of ${game} version ${version}, not of ${kit.game.name} version ${kit.game.version}`,
      { at: { path: '/header' } },
    );
  if (needsOtherKey(kifu.header, key))
    return fail(
      'unsupported',
      'the record is signed, so only those who have its keys can go on with it: name yours with --key, or make a match of your own by kifu branch',
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

const foldEntry = (match: Match, entry: Entry): ReturnType<typeof pointAfter> =>
  pointAfter(match, entry);

const needsOtherKey = ({ players, terms }: Kifu['header'], own: string | null): boolean =>
  (terms ?? NO_TERMS).referee !== null ||
  players.some(({ key }) => key !== undefined && key !== own);

function foldEnding(match: Match, { ending }: Kifu): Result<Match> {
  if (ending === null) return ok(match);
  const last = present(match);
  const settled = settleEnd(last.chain.table, ending.at ?? null, ending.outcome);
  if (!settled.ok) return within('the ending', settled, '/ending');
  const { table, isDecreed } = settled.value;
  const wrong = checkHash(match.kit, table.state, ending.hash);
  if (wrong !== null) return within('the ending', wrong, '/ending');
  if (isDecreed) return ok(endWith(match, ending.outcome));
  if (last.outcome !== null) return ok(match);
  const { state, outcome } = table; // time ended it
  const point: Point = { ...last, state, outcome, parts: [], entry: null };
  return ok({ ...match, points: [...match.points, point] });
}

function checkHash({ game }: Kit, state: unknown, hash: string | null): Fail | null {
  const found = hash === null ? null : hashState(game, state);
  if (found === hash) return null;
  return fail('broken-record', `the state hash is ${found}, the record says ${hash}`, {
    rule: 'hash',
    at: { path: '/hash' },
  });
}
