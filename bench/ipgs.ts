/**
 * `npm run bench -- ipgs`: an archived game of 200 moves verified, against as many bare verifications of OpenPGP.js with keys parsed
 * once; and a move published in a tree with 10,000 archived games. CPU time of the whole process, since signatures are checked by
 * threads of the platform.
 */
import { cidOf, formatCid, unwrap } from '@kifu/core';
import {
  changeNamespace,
  checkHistory,
  createKeyring,
  type Keeping,
  newTree,
  putBlocks,
  readCommits,
  signNodeList,
  stringToSign,
} from '@kifu/ipgs';
import { memoryBlocks } from '@kifu/stores/memory';
import {
  findGame,
  makePlayer,
  moveText,
  playGame,
  START,
  signedHistory,
  startGame,
  stepOn,
} from './ipgs-games.ts';
import { type Figure, figuresOf } from './measure.ts';

const MOVES = 200;
const ARCHIVED = 10_000;
const ROUNDS = 9;

/** CPU seconds of the process that some work takes. */
async function cpuSeconds(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

async function* verifyArchived(): AsyncGenerator<Figure> {
  const reading: Keeping = { blocks: memoryBlocks(), keyring: createKeyring(), findGame };
  const [ann, bob] = [await makePlayer('Ann'), await makePlayer('Bob')];
  const record = await playGame(ann, bob, reading, MOVES);
  const { file, signatures, history } = await signedHistory(ann, bob, record);
  await putBlocks(reading.blocks, history.blocks);
  const commits = unwrap(await readCommits(reading, record.head.cid));
  const signed = [
    ...commits.map(({ commit, file: { key } }) => ({
      ...{ key, armored: commit.signature },
      bytes: new TextEncoder().encode(`${stringToSign(commit)}\n`),
    })),
    { key: ann.file.key, armored: signatures[0], bytes: file },
    { key: bob.file.key, armored: signatures[1], bytes: file },
  ];
  const { createMessage, readSignature, verify } = await import('openpgp');
  const bare = async () => {
    for (const { key, armored, bytes } of signed) {
      const signature = await readSignature({ armoredSignature: armored });
      const message = await createMessage({ binary: bytes });
      const options = { message, signature, verificationKeys: key, format: 'binary' } as const;
      const { signatures } = await verify({
        ...options,
        date: new Date(Number(START / 1_000_000n) + 1e8),
      });
      await signatures[0]!.verified;
    }
  };
  const whole = async () => unwrap(await checkHistory(reading, history.entry.cid));
  const cases = [whole, bare];
  const spent: number[][] = [[], []];
  for (const run of cases) await run();
  for (let round = 0; round < ROUNDS; round++)
    for (let i = 0; i < cases.length; i++) {
      const which = (i + round) % cases.length;
      spent[which]!.push(await cpuSeconds(cases[which]!));
    }
  const base = {
    bench: 'ipgs',
    figure: 'archive-verify',
    unit: `ms of CPU a game of ${MOVES} moves`,
  };
  const [own, theirs] = spent.map(times => times.map(seconds => 1000 * seconds));
  yield* figuresOf(base, own!, { openpgp: theirs! });
}

async function* updateTree(): AsyncGenerator<Figure> {
  const reading: Keeping = { blocks: memoryBlocks(), keyring: createKeyring(), findGame };
  const [ann, bob] = [await makePlayer('Ann'), await makePlayer('Bob')];
  const entry = (n: number) => {
    const bytes = new TextEncoder().encode(`game ${n}`);
    return { cid: formatCid(cidOf('dag-pb', bytes)), tsize: 3000 };
  };
  const players = Array.from({ length: 100 }, (_, i) => formatCid(cidOf('raw', Uint8Array.of(i))));
  const changes = Array.from({ length: ARCHIVED }, (_, n) => entry(n)).flatMap((each, n) => [
    { path: ['archive', ann.file.hash, each.cid], entry: each },
    { path: ['archive', players[n % players.length]!, each.cid], entry: each },
  ]);
  const nodes = unwrap(await signNodeList(ann, [], START));
  const first = newTree(ann.file.bytes, nodes);
  const tree = { changes: [...first.changes, ...changes], blocks: first.blocks };
  const made = unwrap(await changeNamespace(reading, null, tree, START));
  await putBlocks(reading.blocks, made.blocks);
  let { root } = made;
  let record = await startGame(ann, bob, reading);
  const times: number[] = [];
  for (let i = 0; i < 50; i++) {
    const spent = await cpuSeconds(async () => {
      const acted = await stepOn(i % 2 === 0 ? ann : bob, record, moveText(i));
      const changed = unwrap(await changeNamespace(reading, root, acted.change, record.head.at));
      await putBlocks(reading.blocks, changed.blocks);
      ({ root } = changed);
      ({ record } = acted);
    });
    if (i >= 10) times.push(1000 * spent); // the first ones warm up
  }
  const base = {
    bench: 'ipgs',
    figure: 'update',
    unit: `ms of CPU a move, ${ARCHIVED} games archived`,
  };
  yield* figuresOf(base, times, {});
}

/** Both figures. */
export async function* bench(): AsyncGenerator<Figure> {
  yield* verifyArchived();
  yield* updateTree();
}
