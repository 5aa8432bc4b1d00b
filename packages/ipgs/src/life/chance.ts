/** Chance that both make together: each step shows the links that its committer owes, never one too early. */
import { bytesToHex, fail, hexToBytes, ok, type Result, type Seat } from '@kifu/core';
import { linkBefore } from '@kifu/record';
import { isCommitted, namesBySeat } from './challenge.ts';
import type { GameRecord, PeerChance, PeerMatch } from './game-record.ts';
import { drawWith, sitDown } from './native.ts';

/** A match after some links were shown, and those that were not due yet. */
interface Shown {
  readonly match: PeerMatch;
  readonly rest: readonly string[];
}

/** Shows links of a seat as long as they are due, and makes the draws for which both are there. */
export function showLinks(
  record: GameRecord,
  match: PeerMatch,
  seat: Seat,
  links: readonly string[],
  at: bigint,
): Result<Shown> {
  let now = match;
  let rest = links;
  while (rest.length > 0 && isOwing(now, seat)) {
    const shown = showLink(record, now, seat, rest[0]!, at);
    if (!shown.ok) return shown;
    now = shown.value;
    rest = rest.slice(1);
  }
  return ok({ match: now, rest });
}

/** Whether a seat has a link to show now. */
export function isOwing({ table, chance }: PeerMatch, seat: Seat): boolean {
  if (chance === null) return false;
  if (table === null) return chance.first[seat as 0 | 1] === null;
  return table.game.chance!.due(table.state) && chance.waiting[seat as 0 | 1] === null;
}

function showLink(
  record: GameRecord,
  match: PeerMatch,
  seat: Seat,
  link: string,
  at: bigint,
): Result<PeerMatch> {
  const chance = match.chance!;
  const { nonce } = chance;
  if (match.table === null) {
    if (!isCommitted(nonce, seat, link, chance.commitments[seat as 0 | 1]))
      return wrong('commitment', `seat ${seat} committed to another first link`);
    const first = put(chance.first, seat, link);
    return begin(record, { ...match, chance: { ...chance, first } });
  }
  const before = match.table.links![seat as 0 | 1]!;
  if (bytesToHex(linkBefore(nonce, seat, hexToBytes(link))) !== bytesToHex(before))
    return wrong('link', `the link of seat ${seat} does not lead to its link before`);
  const [one, other] = put(chance.waiting, seat, link);
  if (one === null || other === null)
    return ok({ ...match, chance: { ...chance, waiting: [one, other] } });
  const table = drawWith(match.table, [one, other], at - record.confirm!.commit.at);
  if (!table.ok) return table;
  return ok({ ...match, table: table.value, chance: { ...chance, waiting: [null, null] } });
}

/** Sets the match up once both have shown their first links. */
function begin(record: GameRecord, match: PeerMatch): Result<PeerMatch> {
  const { nonce, commitments, first } = match.chance!;
  const [one, other] = first;
  if (one === null || other === null) return ok(match);
  const { game, form, offer, accept, confirm } = record;
  const options = form.options(match.terms);
  if (!options.ok) return options;
  const table = sitDown({
    ...{ game, options: options.value, terms: match.terms, isRanked: offer.payload.isRanked },
    names: namesBySeat(offer.file.name, accept!.file.name, match.challengerSeat),
    startedAt: confirm!.commit.at,
    fair: { nonce, commitments, links: [one, other] },
  });
  return table.ok ? ok({ ...match, table: table.value }) : table;
}

const put = (links: PeerChance['first'], seat: Seat, link: string): PeerChance['first'] =>
  seat === 0 ? [link, links[1]] : [links[0], link];

const wrong = (rule: string, message: string) => fail('broken-record', message, { rule });
