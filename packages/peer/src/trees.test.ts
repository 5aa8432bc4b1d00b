/** A tree whose lists lead to more commits than a peer reads. */
import { type Cid, formatCid, parseCid, unwrap } from '@kifu/core';
import type { BlockStore } from '@kifu/record/store';
import { memoryBlocks } from '@kifu/stores/memory';
import { expect, test } from 'vitest';
import { encodeCommit } from '../../ipgs/src/commit.ts';
import { hashOfFile } from '../../ipgs/src/ipld.ts';
import {
  changeNamespace,
  joinChanges,
  newTree,
  setObject,
} from '../../ipgs/src/namespace/write.ts';
import { peerIdOf, signNodeList } from '../../ipgs/src/node-list.ts';
import { formatTimestamp, SECOND } from '../../ipgs/src/timestamp.ts';
import { makeReading } from '../../ipgs/test/games.ts';
import { makePlayer, START } from '../../ipgs/test/players.ts';
import { createFetcher } from './blocks/fetcher.ts';
import { fetchTree } from './trees.ts';

/** Ten thousand are the most that a record has, so that what comes after makes no difference. IPGS §17. */
const MOST = 10_000;
const JUNK = process.env.KIFU_DEEP === '1' ? 1_000_000 : 12_000;
const NODE = peerIdOf(new Uint8Array(32).fill(1));

/** A chain in which each commit links the one before; none is signed. Gives the newest. */
async function putJunk(blocks: BlockStore, key: string): Promise<{ cid: Cid; bytes: Uint8Array }> {
  const data = hashOfFile(new Uint8Array(0));
  let parent: string | null = null;
  for (let i = 1; ; i++) {
    const block = encodeCommit({
      ...{ type: parent === null ? 'challenge-offer' : 'game-step', key, parent, data },
      ...{ timestamp: formatTimestamp(START + BigInt(i) * SECOND), signature: 'x' },
    });
    // only the block that may be asked for is stored: the newest
    if (i > JUNK - MOST - 10) await blocks.put(block.cid, block.bytes);
    if (i === JUNK) return block;
    parent = formatCid(block.cid);
  }
}

test(`of a chain of ${JUNK} commits no more is fetched than a record has, and the tree is read all the same`, async () => {
  const [ann, mal] = await Promise.all(['Ann', 'Mal'].map(makePlayer));
  const theirs = { ...makeReading(), blocks: memoryBlocks() };
  const head = await putJunk(theirs.blocks, mal!.signer.file.hash);
  const publish = async (who: typeof ann, changes: Parameters<typeof joinChanges>[0]) => {
    const list = unwrap(await signNodeList(who!.signer, [NODE], START));
    const change = joinChanges([newTree(who!.signer.file.bytes, list), ...changes]);
    const { root, blocks } = unwrap(await changeNamespace(theirs, null, change, START));
    for (const { cid, bytes } of blocks) await theirs.blocks.put(cid, bytes);
    return root;
  };
  const name = `${mal!.signer.file.hash}|${formatTimestamp(START)}|${ann!.signer.file.hash}`;
  const root = await publish(mal, [setObject(['current-games', name], head)]);
  const mine = unwrap(
    await fetchTree(theirs, null, await publish(ann, []), NODE, START + 60n * SECOND),
  );

  let asked = 0;
  const kept = { blocks: 0, bytes: 0 };
  const own = memoryBlocks();
  const fetcher = createFetcher(() => 1_000_000);
  fetcher.setSources([
    async cid => {
      asked++;
      return theirs.blocks.get(unwrap(parseCid(cid))).catch(() => null);
    },
  ]);
  const counting: BlockStore = {
    get: cid => own.get(cid),
    has: cid => own.has(cid),
    async put(cid, bytes) {
      kept.blocks++;
      kept.bytes += bytes.length;
      await own.put(cid, bytes);
    },
  };
  const reading = { ...makeReading(), blocks: fetcher.over(counting) };
  const tree = unwrap(await fetchTree(reading, mine, root, NODE, START + 60n * SECOND));
  expect(tree.currentGames.get(name)).toBe(formatCid(head.cid));
  expect(asked).toBeLessThan(MOST + 100);
  expect(kept.blocks).toBeLessThan(MOST + 100);
  expect(kept.bytes).toBeLessThan(8 << 20);
});
