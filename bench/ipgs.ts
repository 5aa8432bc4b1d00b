/**
 * `npm run bench -- ipgs`: an archived game of 200 moves verified, against as many bare verifications of OpenPGP.js with keys parsed
 * once; and a move published in a tree with 10,000 archived games. CPU time of the whole process, since signatures are checked by
 * threads of the platform.
 */
import { cidOf, formatCid, type Kit, ok, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { commitFormOf } from '@kifu/games/commits';
import {
  type Acted,
  acceptGame,
  changeNamespace,
  checkHistory,
  confirmGame,
  createKeyPair,
  createKeyring,
  encodeHistory,
  type GameRecord,
  type Keeping,
  newTree,
  offerGame,
  type PeerGame,
  parseTimestamp,
  putBlocks,
  readCommits,
  type Signer,
  signNodeList,
  standardFile,
  stringToSign,
  takeStepOn,
  unlock,
} from '@kifu/ipgs';
import { memoryBlocks } from '@kifu/stores/memory';
import { type Figure, figuresOf } from './measure.ts';

const MOVES = 200;
const ARCHIVED = 10_000;
const ROUNDS = 9;
const START = unwrap(parseTimestamp('2024-03-01T10:00:00Z'));
const SECOND = 1_000_000_000n;

const findGame = async (name: string) => {
  const kit = unwrap(await loadKit(name)) as Kit;
  return ok({ game: kit.game as PeerGame['game'], form: unwrap(commitFormOf(kit)) });
};

async function makePlayer(name: string): Promise<Signer> {
  const at = START - 3600n * SECOND;
  return unwrap(await unlock(unwrap(await createKeyPair({ name, passphrase: 'x', at })), 'x'));
}

/** Keeps what an act brings. */
async function keep(reading: Keeping, acted: Acted): Promise<GameRecord> {
  await putBlocks(reading.blocks, acted.change.blocks);
  return acted.record;
}

/** A game that has been confirmed. */
async function startGame(ann: Signer, bob: Signer, reading: Keeping): Promise<GameRecord> {
  const peer = unwrap(await reading.findGame('go'));
  const timeout = START + 1_000_000n * SECOND;
  const rating = { R: 1500, RD: 350 };
  const offer = {
    ...{
      timeout,
      game: 'go',
      isRanked: true,
      clock: { type: 'absolute', seconds: 36_000 } as const,
    },
    ...{ rating, target: rating, firstTurn: 'challenger' as const, handicap: 0, komi: 7.5 },
    ...{ comments: '', opponent: null, chance: null },
  };
  const own = { 'board-width': 19, 'board-height': 19 };
  const offered = await offerGame(ann, peer, peer.form.rules[0]!, offer, own, START);
  let record = await keep(reading, unwrap(offered));
  const accept = { timeout, rating, comments: '', commitment: null };
  record = await keep(reading, unwrap(await acceptGame(bob, record, accept, START + SECOND)));
  const confirm = {
    timeout,
    firstTurn: null,
    handicap: null,
    komi: null,
    comments: '',
    link: null,
  };
  return keep(reading, unwrap(await confirmGame(ann, record, confirm, START + 2n * SECOND)));
}

const LETTERS = 'abcdefghijklmnopqrs';

/** The i-th move: black fills the board from the left, white from the right. */
function moveText(i: number): string {
  const k = i >> 1;
  const column = i % 2 === 0 ? Math.floor(k / 18) : 18 - Math.floor(k / 18);
  return `;${'BW'[i % 2]}[${LETTERS[column]}${LETTERS[k % 18]}]`;
}

/** A step by its text. */
async function stepOn(signer: Signer, record: GameRecord, text: string): Promise<Acted> {
  const step = unwrap(record.form.parse(record.match!.native!.chain.table.state, text));
  return unwrap(await takeStepOn(signer, record, step, record.head.at + 10n * SECOND));
}

/** A game of so many moves, after which black resigns. */
async function playGame(ann: Signer, bob: Signer, reading: Keeping): Promise<GameRecord> {
  let record = await startGame(ann, bob, reading);
  const step = async (signer: Signer, text: string) => {
    record = await keep(reading, await stepOn(signer, record, text));
  };
  for (let i = 0; i < MOVES; i++) await step(i % 2 === 0 ? ann : bob, moveText(i));
  await step(ann, ';RE[W+Resign]');
  await step(bob, ';C[]');
  await step(ann, ';C[]');
  return record;
}

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
  const record = await playGame(ann, bob, reading);
  const file = unwrap(standardFile(record));
  const [black, white] = [unwrap(await ann.sign(file, START)), unwrap(await bob.sign(file, START))];
  const history = encodeHistory({ file, signatures: [black, white] });
  await putBlocks(reading.blocks, history.blocks);
  const commits = unwrap(await readCommits(reading, record.head.cid));
  const signed = [
    ...commits.map(({ commit, file: { key } }) => ({
      ...{ key, armored: commit.signature },
      bytes: new TextEncoder().encode(`${stringToSign(commit)}\n`),
    })),
    { key: ann.file.key, armored: black, bytes: file },
    { key: bob.file.key, armored: white, bytes: file },
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
