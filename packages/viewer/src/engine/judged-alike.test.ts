/**
 * The page and the command judge the same bytes alike, and both name the entry that was changed: every record of the vectors, and CARs
 * of every game in which one bit was turned.
 */
import { type Fault, type Game, parseCid, unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { headOf, type Judgment, judge, nodesOf, readKifu } from '@kifu/record';
import { scanCar } from '@kifu/record/car';
import { CAR_LIMITS, findRecords, verifySource, writeWhole } from '@kifu/record/file';
import { expect, test } from 'vitest';
import { eachVector } from '../../../../test/vectors.ts';
import { beginMatch, endMatch, type MatchPlan, playOn } from '../../../record/test/matches.ts';
import { carOfNodes } from '../../../web/test/records.ts';
import { findRecord } from './read.ts';
import { openSession } from './session.ts';
import type { CheckedRecord } from './verdict.ts';

const games = { names: gameNames, load: loadKit };

/** The report on some bytes: the judgment, and the first fault. */
interface JudgedBytes {
  readonly judged: Judgment | null;
  readonly fault: Pick<Fault, 'code' | 'rule' | 'at'> | null;
}

const faultOf = (fault: Fault | null): JudgedBytes['fault'] =>
  fault && { code: fault.code, ...(fault.rule ? { rule: fault.rule } : {}), at: fault.at! };

/** As `kifu verify` does it. */
async function byCommand(bytes: Uint8Array): Promise<JudgedBytes> {
  for await (const source of findRecords(games, '', bytes, null)) {
    if (!source.ok) return { judged: null, fault: faultOf(source.fault) };
    const { report, fault, opened } = await verifySource(games, source.value);
    return { judged: opened && judge(report!), fault: faultOf(fault) };
  }
  throw new Error('nothing was found');
}

/** As the viewer does it. */
async function byPage(bytes: Uint8Array): Promise<JudgedBytes> {
  const found = await findRecord('', bytes);
  const session = found.ok ? await openSession(0, found.value.source) : found;
  if (!session.ok) return { judged: null, fault: faultOf(session.fault) };
  let last: CheckedRecord | null = null;
  await session.value.check(checked => {
    last = checked;
  });
  const { verdict, ended, entries, agreed, signatures, seats, referee, start, branch } = last!;
  const { chance, caveats, fault } = last! as CheckedRecord;
  const judged = { verdict, ended, entries, agreed, signatures, seats, referee, start, branch };
  return { judged: { ...judged, chance, caveats }, fault: faultOf(fault) };
}

/** Of hands that no ending tells, the page shows nothing but what is wrong. */
const asShown = (page: JudgedBytes, command: JudgedBytes): JudgedBytes =>
  page.judged === null ? { ...command, judged: null } : command;

interface RecordRow {
  readonly name: string;
  readonly nodes: readonly string[];
  readonly head: string;
  readonly verdict: string;
}

eachVector<readonly RecordRow[]>('record', 'records', rows => {
  test.each(rows)('$name', async ({ nodes, head, verdict }) => {
    const car = carOfNodes(nodes, unwrap(parseCid(head)));
    const command = await byCommand(car);
    const page = await byPage(car);
    if (verdict === 'sealed')
      expect(page.fault).toMatchObject({ rule: 'sealed' }); // the page says so instead
    else expect(page).toEqual(asShown(page, command));
    if (command.judged !== null) expect(command.judged.verdict).toBe(verdict);
  });
});

/** A short match of a game, ended where it can be, as a CAR. */
async function shortMatch(name: string): Promise<Uint8Array> {
  const kit = unwrap(await loadKit(name));
  const game = kit.game as Game;
  const isFair = game.chance !== undefined && game.time === undefined;
  const plan: MatchPlan = {
    ...{ game, seats: game.seats[0], keys: true, hashEvery: 4 },
    ...(isFair ? { fair: true } : game.chance === undefined ? {} : { seed: 7 }),
    ...(game.secrets === undefined ? {} : { referee: true }),
  };
  const playing = await beginMatch(plan);
  // hidden hands can be judged after the end
  await playOn(playing, game.secrets === undefined ? 5 : 100);
  const outcome = { result: 'draw', winners: [], points: null, reason: 'decree' } as const;
  const isOpen = playing.chain.table.outcome === null && game.name !== 'kung-fu-chess'; // which time ends
  await endMatch(playing, isOpen ? { outcome } : {});
  const nodes = nodesOf(playing.chain);
  const record = { kit, kifu: unwrap(readKifu(nodes)), nodes, head: headOf(playing.chain) };
  return unwrap(writeWhole(record, 'car')) as Uint8Array;
}

/** How many bits are turned; all of them where there is time. */
const FLIPS = process.env.KIFU_DEEP ? Number.POSITIVE_INFINITY : 48;

/** All bits of the longest match, twice. */
const PATIENT_MS = process.env.KIFU_DEEP ? 900_000 : 30_000;

test.each(gameNames())(
  '%s: both name the entry in which a bit was turned',
  async name => {
    const car = await shortMatch(name);
    expect((await byCommand(car)).fault).toBeNull();
    expect(await byPage(car)).toEqual(await byCommand(car));
    const { blocks } = scanCar(car, CAR_LIMITS);
    const ends = blocks.map(({ bytes }) => bytes.byteOffset - car.byteOffset + bytes.length);
    const bits = 8 * car.length;
    const stride = Math.max(1, Math.floor(bits / FLIPS));
    for (let bit = 3; bit < bits; bit += stride) {
      const bytes = car.slice();
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      const [command, page] = [await byCommand(bytes), await byPage(bytes)];
      // hands that a damaged ending does not tell are not shown
      expect(page, `bit ${bit}`).toEqual(
        page.judged === null ? { ...command, judged: null } : command,
      );
      const n = ends.findIndex(end => bit >> 3 < end);
      const isFileHeader = bit >> 3 < HEADER_BYTES;
      if (isFileHeader) expect(command.fault, `bit ${bit}`).not.toBeNull();
      else expect(nodeOf(command, blocks.length - 1), `bit ${bit}`).toBe(n);
    }
  },
  PATIENT_MS,
);

/** The number of the node that a fault names; what is damaged may not be known for an ending. */
function nodeOf({ fault }: JudgedBytes, ending: number): number | null {
  const [, part, i] = /^\/(header|entries|ending)\/?(\d*)/.exec(fault?.at?.path ?? '') ?? [];
  if (part === undefined) return null;
  return part === 'header' ? 0 : part === 'ending' ? ending : Number(i) + 1;
}

/** Of the header of a CAR with one root (CARv1 specification). */
const HEADER_BYTES = 59;
