/** Records of IPGS as native ones: replayed, verified, stored, and converted back without loss. */
import { cidOf, formatCid, isSpoken, type Kifu, ok, unwrap } from '@kifu/core';
import { recordKifu, verify } from '@kifu/record';
import { formatKifu, kifuFromJson, parseKifu } from '@kifu/record/json';
import { expect, test } from 'vitest';
import { eachVector, type VectorFile } from '../../../test/vectors.ts';
import { findGame, makeReading, putAll } from '../test/games.ts';
import { accept, confirm, type Making, makePlayer, offer, play } from '../test/players.ts';
import { encodeHistory } from './history.ts';
import { fileBlock } from './ipld.ts';
import { fromKifu, toKifu, type WholeRecord } from './kifu.ts';
import { standardFile } from './life/result.ts';
import { readCommits, readRecord } from './read-record.ts';

/** There and back, by way of a file; then there again. */
async function expectLossless(whole: WholeRecord): Promise<Kifu> {
  const { game } = unwrap(await findGame(whole.record.game.name));
  const kifu = unwrap(toKifu(whole));
  expect(kifu.notes.filter(note => !isSpoken(note))).toHaveLength(1);
  const file = unwrap(kifuFromJson(game, unwrap(parseKifu(formatKifu(game, kifu)))));
  const carried = unwrap(fromKifu(file));
  expect(carried.head).toBe(whole.record.head.cid);
  const reading = makeReading();
  await putAll(reading.blocks, carried.blocks);
  const record = unwrap(await readRecord(reading, carried.head));
  const commits = unwrap(await readCommits(reading, carried.head));
  expect(commits.map(({ block }) => formatCid(block.cid))).toEqual(
    whole.commits.map(({ block }) => formatCid(block.cid)),
  );
  expect(unwrap(toKifu({ record, commits, signatures: carried.signatures }))).toEqual(kifu);
  const { nodes } = unwrap(recordKifu(game, kifu));
  const report = await verify(nodes, async () => ok(game));
  expect(report.fault).toBeNull();
  return kifu;
}

interface Row {
  readonly players: { readonly [name: string]: { readonly publicKey: string } };
  readonly commits: readonly { readonly data: string; readonly block: string }[];
  readonly headCid: string;
  readonly signatures: {
    readonly first: { armored: string };
    readonly second: { armored: string };
  };
  readonly historyObject: { readonly cid: string };
}

const isGame = ({ data }: VectorFile) => data.schema === 'ipgs-game/1';

eachVector<Row['commits']>(
  'ipgs',
  'commits',
  (commits, { data }) => {
    test('a whole game becomes a native record and back without loss', async () => {
      const row = data as unknown as Row;
      const reading = makeReading();
      const utf8 = new TextEncoder();
      await putAll(reading.blocks, [
        ...Object.values(row.players).map(({ publicKey }) => fileBlock(utf8.encode(publicKey))),
        ...commits.flatMap(({ data: payload, block }) => {
          const bytes = utf8.encode(block);
          return [fileBlock(utf8.encode(payload)), { cid: cidOf('dag-json', bytes), bytes }];
        }),
      ]);
      const whole: WholeRecord = {
        record: unwrap(await readRecord(reading, row.headCid)),
        commits: unwrap(await readCommits(reading, row.headCid)),
        signatures: [row.signatures.first.armored, row.signatures.second.armored],
      };
      await expectLossless(whole);
      const file = unwrap(standardFile(whole.record));
      const history = encodeHistory({ file, signatures: whole.signatures });
      expect(history.entry.cid).toBe(row.historyObject.cid);
    });
  },
  isGame,
);

const [ann, bob] = [(await makePlayer('Ann')).signer, (await makePlayer('Bob')).signer];

test.each<[game: string, steps: readonly string[], outcome: object]>([
  [
    'chess',
    ['0x0D1500', '0x342400', '0x0E1E00', '0x3B1F00', ';RE[B+]'],
    { winners: [1], reason: 'checkmate' },
  ],
  ['chess', ['0x0D1500', ';RE[Draw]'], { result: 'draw', reason: 'agreement' }],
  [
    'go',
    [';B[cc]', ';W[bb]C[hm \\] \\\\]', ';B[]', ';W[]', ';RE[W+0.5]TB[]'],
    { winners: [1], reason: 'score' },
  ],
  ['go', [';B[cc]', ';W[bb]', ';RE[B+Resign]'], { winners: [0], reason: 'resignation' }],
])('%s by commits %j becomes a native record and back', async (game, steps, outcome) => {
  let now: Making = await confirm(await accept(await offer(ann, game), bob), ann, {
    comments: 'hello',
  });
  for (const [i, step] of steps.entries()) {
    const isResigning = step.includes('Resign');
    now = await play(now, i % 2 === (isResigning ? 1 : 0) ? ann : bob, step);
    if (isResigning) break;
  }
  now = await play(await play(now, ann, ';C[]'), bob, ';C[]');
  const kifu = await expectLossless({ ...now, signatures: [null, null] });
  expect(kifu.ending?.outcome).toMatchObject(outcome);
  expect(kifu.notes[0]).toMatchObject({ entry: 0, author: 'Ann', text: 'hello' });
});
