/**
 * `npx node --conditions=source scripts/record-vectors.ts`: rewrites the records of `vectors/record` in which a seat has a key or
 * chance is fair; the others stay as they are, byte for byte. What verification has to say of each is written down here by hand, and
 * this stops where it says something else.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { type Action, formatCid, ok, sha256, unwrap } from '@kifu/core';
import { idOf, judge, nodesOf, verdictOf, verify } from '@kifu/record';
import { decodeNext, type EntryNode, isEnding } from '@kifu/record/node';
import { pack } from '@kifu/record/pack';
import {
  beginMatch,
  doAct,
  endMatch,
  type MatchPlan,
  type Playing,
  playOn,
  signAhead,
  smuggle,
} from '../packages/record/test/matches.ts';
import { forgedRecords } from './forged-records.ts';
import { BOTH, type Case, change, gameOf, mated, move, play, REFEREED } from './record-cases.ts';

const FILE = new URL('../vectors/record/records.json', import.meta.url);
const PACKS = new URL('../vectors/pack/packs.json', import.meta.url);

interface RecordRow {
  readonly name: string;
  readonly nodes: readonly string[];
  readonly head: string;
  readonly good: number;
  readonly fault: { readonly code: string; readonly rule: string | null } | null;
  readonly outcome: unknown;
  readonly chance: string;
  readonly verdict: string;
  readonly agreed: number;
}

interface PackRow {
  readonly name: string;
  readonly pack: string;
  readonly head: string;
  readonly nodes: number;
  readonly remarks: string | null;
}

interface Packs {
  readonly packs: readonly PackRow[];
  readonly damaged: readonly unknown[];
}

const cases: Case[] = [];
const add = (name: string, says: string, { chain, plan }: Playing, nodes = nodesOf(chain)) =>
  cases.push({ name, says, game: plan.game, nodes });

async function signedRecords(): Promise<void> {
  add('signed by both', 'verified', await mated(BOTH));
  add('signed, with a referee', 'verified', await mated(REFEREED));
  const going = await beginMatch(BOTH);
  await play(going, 'e2e4', 'e7e5');
  add('no ending yet', 'partial', going);
  const resigned = await beginMatch(BOTH);
  await play(resigned, 'e2e4', 'e7e5');
  await doAct(resigned, 0, { type: 'leave', of: 0, how: 'resignation' });
  await endMatch(resigned);
  add('resignation', 'verified', resigned);
  const drawn = await beginMatch(BOTH);
  await play(drawn, 'e2e4', 'e7e5');
  await doAct(drawn, 1, { type: 'offer-draw' });
  await doAct(drawn, 0, { type: 'decline' });
  await play(drawn, 'g1f3');
  await doAct(drawn, 0, { type: 'offer-draw' });
  await doAct(drawn, 1, { type: 'accept-draw' });
  await endMatch(drawn);
  add('a draw by agreement', 'verified', drawn);
  const taken = await beginMatch(BOTH);
  await play(taken, 'e2e4', 'e7e5', 'd1h5');
  await doAct(taken, 0, { type: 'ask-takeback' });
  await doAct(taken, 1, { type: 'allow-takeback', to: 4 });
  await play(taken, 'g1f3', 'b8c6');
  add('a takeback', 'partial', taken);
  const refused = await beginMatch(BOTH);
  const bad = move('e2e5') as Extract<Action, { type: 'move' }>;
  const fault = { code: 'illegal-move', rule: 'geometry', message: 'no pawn does that' } as const;
  await doAct(refused, 0, { type: 'refused', move: bad.move, fault });
  await play(refused, 'e2e4', 'e7e5');
  add('a refused move, signed as the move', 'partial', refused);
  const gap = await beginMatch(REFEREED);
  await play(gap, 'e2e4', 'e7e5');
  gap.seqs.set(0, 8);
  await play(gap, 'g1f3');
  add('numbers of acts with a gap, which a referee may leave', 'refereed', gap);
  const aborted = await beginMatch(BOTH);
  await play(aborted, 'e2e4');
  await doAct(aborted, 1, { type: 'abort' });
  await endMatch(aborted);
  add('an aborted match', 'verified', aborted);
}

async function refereedRecords(): Promise<void> {
  const decreed = await beginMatch({ ...BOTH, keys: false, referee: true });
  await play(decreed, 'e2e4');
  const outcome = { result: 'draw', winners: [], points: null, reason: 'decree' } as const;
  await endMatch(decreed, { outcome });
  add('a decreed ending', 'refereed', decreed);
  for (const clock of [
    { type: 'absolute', mainMs: 5000 },
    { type: 'fixed', moveMs: 2000 },
    { type: 'fischer', mainMs: 5000, incrementMs: 300 },
    { type: 'byo-yomi', mainMs: 3000, periods: 2, periodMs: 1000 },
  ] as const) {
    const flagged = await beginMatch({ ...BOTH, keys: false, referee: true, clock });
    await play(flagged, 'e2e4', 'e7e5');
    const late = { ms: flagged.chain.table.ms + 10_000 };
    await doAct(flagged, null, { type: 'leave', of: 0, how: 'flag' }, late);
    await endMatch(flagged);
    add(`${clock.type}: in time, then a fallen flag`, 'refereed', flagged);
  }
  const clock = { type: 'absolute', mainMs: 60_000 } as const;
  const paused = await beginMatch({ ...REFEREED, clock });
  await play(paused, 'e2e4');
  for (const word of ['pause', 'resume'] as const)
    for (const seat of [0, 1]) await doAct(paused, seat, { type: word });
  await play(paused, 'e7e5', 'g1f3');
  add('paused by agreement, clocks stand still', 'refereed', paused); // words-ok: the vector's name
  const lagging = await beginMatch({ ...REFEREED, clock });
  await doAct(lagging, 0, move('e2e4'), { ms: 5000, lag: 400 });
  await play(lagging, 'e7e5');
  add('lag that a referee gave back', 'refereed', lagging);
}

async function chanceRecords(): Promise<void> {
  const backgammon = await gameOf('backgammon');
  const plain = await beginMatch({ ...BOTH, game: backgammon, seed: 7 });
  await playOn(plain, 10);
  add('backgammon, plain dice', 'partial', plain);
  const fair = await beginMatch({ ...BOTH, game: backgammon, fair: true });
  await playOn(fair, 12);
  add('backgammon, fair dice', 'partial', fair);
  const three = { game: await gameOf('ludo'), seats: 3, referee: true, fair: true, keys: true };
  const ludo = await beginMatch(three);
  await playOn(ludo, 8);
  while (ludo.chain.table.game.chance!.due(ludo.chain.table.state) === false) await playOn(ludo, 1);
  const late = { ms: ludo.chain.table.ms + 30_000 };
  await doAct(ludo, null, { type: 'leave', of: 1, how: 'withheld-link' }, late);
  await playOn(ludo, 5);
  add('ludo, three seats, fair, one keeps a link back', 'refereed', ludo);
  const hidden: MatchPlan = { ...BOTH, game: await gameOf('dominos'), fair: true, referee: true };
  const sealed = await beginMatch(hidden);
  await playOn(sealed, 6);
  add('dominos, hands still hidden', 'sealed', sealed);
  const round = await beginMatch(hidden);
  await playOn(round, 100);
  await endMatch(round);
  add('dominos, a whole round, revealed at the end', 'verified', round);
  add(
    'broken: dominos, the deal is not the one committed to',
    'broken-record/commitment',
    round,
    change(round, round.chain.last.n, node => ({ ...node, deal: new Uint8Array(32).fill(9) })),
  );
  add(
    'broken: dominos, the deal is not revealed',
    'broken-record/deal',
    round,
    change(round, round.chain.last.n, node => ({ ...node, deal: null })),
  );
  const links = nodesOf(fair.chain).findIndex((bytes, i) => {
    const node = i > 4 ? decodeNext(bytes) : null;
    return node?.ok && !isEnding(node.value) && node.value.act.type === 'links';
  });
  add(
    'broken: backgammon, a link that leads nowhere',
    'broken-record/link',
    fair,
    change(fair, links, ({ act }) => ({ act: spoilLink(act) })),
  );
  add(
    'broken: backgammon, another first link than the one committed to',
    'broken-record/commitment',
    fair,
    change(fair, 3, ({ act }) => ({ act: spoilLink(act) })),
  );
}

function spoilLink(act: Action): Action {
  if (act.type !== 'links') throw new Error('no draw');
  return { ...act, links: act.links.with(0, act.links[0]!.with(0, ~act.links[0]![0]!)) };
}

async function brokenRecords(): Promise<void> {
  const both = await mated(BOTH);
  const refereed = await mated(REFEREED);
  const spoil = (
    name: string,
    says: string,
    playing: Playing,
    n: number,
    how: (node: EntryNode) => Partial<EntryNode>,
  ) => add(`broken: ${name}`, says, playing, change(playing, n, how));
  spoil('a keyed seat did not sign', 'bad-signature', both, 5, () => ({ signed: null }));
  spoil('a signature of another act', 'bad-signature', both, 6, ({ signed }) => ({
    signed: { ...signed!, signature: signed!.signature.with(3, ~signed!.signature[3]!) },
  }));
  spoil('an entry that calls itself number 0', 'malformed', both, 5, () => ({ n: 0 }));
  spoil('signed out of order', 'bad-signature/seq', both, 5, ({ signed }) => ({
    signed: { ...signed!, seq: 1 },
  }));
  spoil('a number left out, and no referee', 'bad-signature/seq', both, 5, ({ signed }) => ({
    signed: { ...signed!, seq: 4 },
  }));
  spoil('had not seen the last move', 'bad-signature/seen', both, 5, ({ signed }) => ({
    signed: { ...signed!, seen: 3 },
  }));
  spoil('the referee did not sign', 'bad-signature/referee', refereed, 5, () => ({
    referee: null,
  }));
  spoil('the referee signed another node', 'bad-signature', refereed, 5, ({ referee }) => ({
    referee: referee!.with(5, ~referee![5]!),
  }));
  const hasty = () => ({ seat: 0, act: move('e2e4') });
  spoil('a move before everybody has agreed', 'paused', both, 2, hasty); // words-ok: the vector's name
  spoil('the last move at another time', 'bad-signature', both, 6, () => ({ ms: 4001 }));
  const clock = { type: 'absolute', mainMs: 5000 } as const;
  const clocked: MatchPlan = { ...BOTH, keys: false, referee: true, clock };
  const timed = await beginMatch(clocked);
  await play(timed, 'e2e4', 'e7e5');
  const late = { ms: timed.chain.table.ms + 10_000 };
  await doAct(timed, null, { type: 'leave', of: 0, how: 'flag' }, late);
  spoil('a move after the flag fell', 'out-of-time/flag', timed, 4, () => ({ ms: 9000 }));
  spoil('a flag claimed too early', 'illegal-move/flag', timed, 5, () => ({ ms: 3000 }));
  spoil('lag where no turn ends', 'broken-record/lag', timed, 2, () => ({ lag: 1 }));
}

async function aheadRecords(): Promise<void> {
  const answer = move('e7e5') as Extract<Action, { type: 'move' }>;
  const begun = async () => {
    const playing = await beginMatch(REFEREED);
    await play(playing, 'f2f3');
    const given = [{ seat: 1, move: answer.move }];
    return { playing, signed: await signAhead(playing, 0, move('g2g4'), given) };
  };
  const good = await begun();
  await play(good.playing, 'e7e5');
  await smuggle(good.playing, 0, move('g2g4'), good.signed);
  await play(good.playing, 'd8h4');
  await endMatch(good.playing);
  add('a move signed ahead of another, with a referee', 'verified', good.playing);
  const other = await begun();
  await play(other.playing, 'e7e6');
  await smuggle(other.playing, 0, move('g2g4'), other.signed);
  add(
    'a move signed ahead, entered after another move than it names',
    'bad-signature/seen',
    other.playing,
  );
}

async function write(): Promise<void> {
  const old = JSON.parse(readFileSync(FILE, 'utf8')) as { readonly records: readonly RecordRow[] };
  const made = new Map<string, RecordRow>();
  for (const each of cases) made.set(each.name, await rowOf(each));
  const kept = old.records.flatMap(row => {
    const again = made.get(row.name);
    made.delete(row.name);
    return again ?? (isOutdated(row) ? [] : [{ ...row, agreed: UNAGREED }]);
  });
  const records = [...kept, ...made.values()];
  writeRows(FILE, { records });
  const packs = JSON.parse(readFileSync(PACKS, 'utf8')) as Packs;
  writeRows(PACKS, { ...packs, packs: packs.packs.flatMap(row => packAgain(row, records)) });
  console.log(`${records.length} records, ${cases.length} of them remade`);
}

/** Packs of the good records: those of records that were remade are too. */
function packAgain(row: PackRow, records: readonly RecordRow[]): PackRow[] {
  if (isOutdated(row)) return [];
  const made = cases.find(({ name }) => name === row.name);
  if (made === undefined) return [row];
  const { head } = records.find(({ name }) => name === row.name)!;
  const packed = Buffer.from(unwrap(pack(made.game, made.nodes))).toString('hex');
  return [{ ...row, pack: packed, head, nodes: made.nodes.length }];
}

/** One row a line. */
function writeRows(file: URL, lists: { readonly [name: string]: readonly unknown[] }): void {
  const parts = Object.entries(lists).map(
    ([name, rows]) =>
      `  "${name}": [\n${rows.map(row => `    ${JSON.stringify(row)}`).join(',\n')}\n  ]`,
  );
  writeFileSync(file, `{\n${parts.join(',\n')}\n}\n`);
}

/** Nobody has a key in the records that stay as they are. */
const UNAGREED = -1;

/** Records with keys or fair chance that today's code no longer makes. */
const isOutdated = ({ name }: { readonly name: string }): boolean =>
  name === 'numbers of acts with a gap';

async function rowOf({ name, says, game, nodes }: Case): Promise<RecordRow> {
  const head = idOf(sha256(nodes.at(-1)!));
  const report = await verify(nodes, async () => ok(game), {
    head: head.digest,
    signatures: 'all',
  });
  const { fault, good, outcome, chance } = report;
  const found =
    fault === null ? verdictOf(report) : `${fault.code}${fault.rule ? `/${fault.rule}` : ''}`;
  if (found !== says)
    throw new Error(`${name}: ${found} instead of ${says}; ${fault?.message ?? ''}`);
  return {
    name,
    nodes: nodes.map(bytes => Buffer.from(bytes).toString('hex')),
    head: formatCid(head),
    good,
    fault: fault && { code: fault.code, rule: fault.rule ?? null },
    outcome,
    chance,
    verdict: verdictOf(report),
    agreed: judge(report).agreed,
  };
}

await signedRecords();
await refereedRecords();
await chanceRecords();
await brokenRecords();
for await (const forged of forgedRecords()) cases.push(forged);
await aheadRecords();
await write();
