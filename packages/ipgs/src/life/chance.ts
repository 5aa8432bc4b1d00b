/** Randomness that both make together: each step reveals the links that its committer owes, never one too early. */
import { bytesToHex, fail, hexToBytes, type Json, ok, type Result, type Seat } from '@kifu/core';
import { linkBefore } from '@kifu/record/chance';
import { isCommitted, setupOf } from './challenge.ts';
import type { GameRecord, IpgsMatch, PeerChance } from './game-record.ts';
import { drawWith, type NativeMatch, playMove, sitDown } from './native.ts';

/** A match after some links were revealed, and those that were not due yet. */
interface ShownLinks {
  readonly match: IpgsMatch;
  readonly rest: readonly string[];
}

/** Reveals links of a seat as long as they are due, and makes the draws for which both are there. */
export function showLinks(
  record: GameRecord,
  match: IpgsMatch,
  seat: Seat,
  links: readonly string[],
  at: bigint,
): Result<ShownLinks> {
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

/** Whether a seat must reveal a link now. */
export function isOwing({ native, chance }: IpgsMatch, seat: Seat): boolean {
  if (chance === null) return false;
  if (native === null) return chance.first[seat as 0 | 1] === null;
  const { game, state } = native.chain.table;
  return game.chance!.due(state) && chance.waiting[seat as 0 | 1] === null;
}

function showLink(
  record: GameRecord,
  match: IpgsMatch,
  seat: Seat,
  link: string,
  at: bigint,
): Result<IpgsMatch> {
  const before = match.chance!;
  const [black, white] = before.shown;
  const shown = seat === 0 ? ([black + 1, white] as const) : ([black, white + 1] as const);
  const chance = { ...before, shown };
  const { nonce } = chance;
  if (match.native === null) {
    if (!isCommitted(nonce, seat, link, chance.commitments[seat as 0 | 1]))
      return wrong('commitment', `the first link of seat ${seat} does not match the commitment`);
    const first = put(chance.first, seat, link);
    return begin(record, { ...match, chance: { ...chance, first } });
  }
  const last = match.native.chain.table.links!.get(seat)!;
  if (bytesToHex(linkBefore(nonce, seat, hexToBytes(link))) !== bytesToHex(last))
    return wrong('link', `the link of seat ${seat} does not hash to the previous one`);
  const [one, other] = put(chance.waiting, seat, link);
  if (one === null || other === null)
    return ok({ ...match, chance: { ...chance, waiting: [one, other] } });
  const native = drawWith(match.native, [one, other], at - record.confirm!.commit.at);
  if (!native.ok) return native;
  return ok({ ...match, native: native.value, chance: { ...chance, waiting: [null, null] } });
}

/** A match as its owner alone sees it, with the own links revealed that are due: the roll, before the other seat knows it. */
export interface OwnView {
  readonly match: IpgsMatch;
  readonly links: readonly string[];
}

/** Reveals the links that a seat owes, from its chain. */
export function showOwed(
  record: GameRecord,
  match: IpgsMatch,
  seat: Seat,
  chain: readonly string[],
  at: bigint,
): Result<OwnView> {
  let now = match;
  const links: string[] = [];
  while (isOwing(now, seat)) {
    const link = chain[now.chance!.shown[seat as 0 | 1]];
    if (link === undefined) return fail('draw-due', 'the hash chain is used up', { rule: 'link' });
    const shown = showLink(record, now, seat, link, at);
    if (!shown.ok) return shown;
    now = shown.value;
    links.push(link);
  }
  return ok({ match: now, links });
}

/** The links that a step with these moves must reveal: those due before, and those due by them. */
export function linksToShow(
  record: GameRecord,
  seat: Seat,
  chain: readonly string[],
  moves: readonly Json[],
  at: bigint,
): Result<readonly string[]> {
  const before = showOwed(record, record.match!, seat, chain, at);
  if (!before.ok) return before;
  const played = playAll(record, before.value.match, seat, moves, at);
  if (!played.ok) return played;
  const behind = showOwed(record, played.value, seat, chain, at);
  return behind.ok ? ok([...before.value.links, ...behind.value.links]) : behind;
}

/** Plays moves of a seat in order. */
export function playAll(
  { confirm }: GameRecord,
  match: IpgsMatch,
  seat: Seat,
  moves: readonly Json[],
  at: bigint,
): Result<IpgsMatch> {
  let { native } = match;
  for (const move of moves) {
    if (native === null)
      return fail('draw-due', 'both players must reveal their first links before a move');
    const played: Result<NativeMatch> = playMove(native, seat, move, at - confirm!.commit.at);
    if (!played.ok) return played;
    native = played.value;
  }
  return ok({ ...match, native });
}

/** Sets the match up once both have revealed their first links. */
function begin(record: GameRecord, match: IpgsMatch): Result<IpgsMatch> {
  const { nonce, commitments, first } = match.chance!;
  const [one, other] = first;
  if (one === null || other === null) return ok(match);
  const options = record.form.options(match.terms);
  if (!options.ok) return options;
  const fair = { nonce, commitments, links: [one, other] } as const;
  const { at } = record.confirm!.commit;
  const native = sitDown(setupOf(record, options.value, match.challengerSeat, at, fair));
  return native.ok ? ok({ ...match, native: native.value }) : native;
}

const put = (links: PeerChance['first'], seat: Seat, link: string): PeerChance['first'] =>
  seat === 0 ? [link, links[1]] : [links[0], link];

const wrong = (rule: string, message: string) => fail('broken-record', message, { rule });
