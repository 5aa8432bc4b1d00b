/** The result of a record: the winner, whether it is settled, and the file that both sign. IPGS §6, §10. */
import { type CommitResult, fail, ok, type Result, type Seat, type StandardStep } from '@kifu/core';
import { type GameRecord, gameName, type IpgsMatch, playersOf } from './game-record.ts';

/** The result that was proposed last; null where there is none. */
export const resultOf = ({ match }: GameRecord): CommitResult | null =>
  match?.proposal?.result ?? null;

/** The winner; null without one. */
export const winnerOf = (record: GameRecord): Seat | null => resultOf(record)?.winner ?? null;

/**
 * The result that counts for ratings though a signature may be missing: both have acknowledged it, or the loser has, or proposed it.
 * A player gains nothing by refusing the last signature. Null where no result was proposed, or it is disputed.
 */
export function impliedResult({ phase, match }: GameRecord): CommitResult | null {
  const proposal = match?.proposal;
  if (proposal == null || proposal.disputed !== null) return null;
  if (phase !== 'proposed') return proposal.result;
  const { winner } = proposal.result;
  if (winner === null) return null;
  const loser = (1 - winner) as 0 | 1;
  return proposal.by === loser || proposal.acknowledged[loser] ? proposal.result : null;
}

/** The standard SGF of a finished game; the same bytes for both players. */
export function standardFile(record: GameRecord): Result<Uint8Array> {
  const { form, offer, accept, match, finished } = record;
  const players = playersOf(record);
  if (finished === null || match === null || players === null)
    return fail('conflict', 'only a finished game has a file to sign', { rule: 'phase' });
  const { proposal, terms, challengerSeat } = match;
  const ratings = [offer.payload.rating, accept!.payload.rating];
  const claims = challengerSeat === 0 ? ratings : ratings.reverse();
  const [black, white] = players.map(({ name, hash }, seat) => {
    const { R, RD } = claims[seat]!;
    return { name, hash, rating: R, deviation: RD };
  });
  const text = form.standard({
    terms,
    name: gameName(record),
    rulesCid: offer.payload.rules,
    time: offer.payload.clock,
    players: [black!, white!],
    result: proposal!.result.text,
    proposal: proposal!.text,
    isRanked: offer.payload.isRanked,
    firstAt: offer.commit.timestamp,
    lastAt: finished.timestamp,
    head: finished.cid,
    steps: stepsOf(match),
  });
  return ok(new TextEncoder().encode(text));
}

/** Moves and comments in order. */
function stepsOf({ steps }: IpgsMatch): readonly StandardStep[] {
  const list: StandardStep[] = [];
  for (let step = steps; step !== null; step = step.before) list.push(step);
  return list.reverse();
}
