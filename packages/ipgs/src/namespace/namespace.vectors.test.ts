/** A whole public tree that another program made: read, checked, and built again to the same content IDs. */
import * as dagPb from '@ipld/dag-pb';
import { cidOf, formatCid, hexToBytes, parseCid, unwrap } from '@kifu/core';
import { rateAll } from '@kifu/core/glicko2';
import { describe, expect, test } from 'vitest';
import { eachVector, type VectorFile } from '../../../../test/vectors.ts';
import { makeReading, putAll } from '../../test/games.ts';
import { checkHistory, encodeHistory, readHistory } from '../history.ts';
import { toLink } from '../ipld.ts';
import { type KnownGames, learnGames } from '../peer/players.ts';
import { decodePlayerData, makePlayerData, published, readPlayerData } from '../player-data.ts';
import { readBlock, readKeyAt, readSigned } from '../read-record.ts';
import { parseTimestamp } from '../timestamp.ts';
import { listDirectory } from '../unixfs/directory.ts';
import { changeTree, collectBlocks, compareTrees, lookUp } from '../unixfs/tree.ts';
import { acceptTree, findTree, readArchive, readArchivePlayers, readNamespace } from './read.ts';
import {
  archiveGame,
  changeNamespace,
  joinChanges,
  newTree,
  setCommit,
  setFile,
  setObject,
} from './write.ts';

interface Row {
  readonly nodes: readonly { readonly peerId: string }[];
  readonly myNodesTxt: string;
  readonly myNodesSigHex: string;
  readonly lastUpdated: string;
  readonly versionDocument: string;
  readonly rootCid: string;
  readonly stateCid: string;
  readonly tree: readonly { readonly name: string; readonly cid: string; readonly tsize: number }[];
  readonly playerData: readonly {
    readonly cid: string;
    readonly stringToSign: string;
    readonly signature: string;
  }[];
}

const isNamespace = ({ data }: VectorFile) => data.schema === 'ipgs-namespace/1';

eachVector<{ readonly [cid: string]: string }>(
  'ipgs',
  'blocks',
  (blocks, { data }) => {
    const row = data as unknown as Row;
    const load = async () => {
      const reading = makeReading();
      await putAll(
        reading.blocks,
        Object.entries(blocks).map(([cid, hex]) => ({
          cid: unwrap(parseCid(cid)),
          bytes: hexToBytes(hex),
        })),
      );
      return reading;
    };

    test.each(['data of the root', 'a string of dag-json'])(
      'its time is read from %s',
      async how => {
        const reading = await load();
        const bytes = unwrap(await readBlock(reading, unwrap(parseCid(row.stateCid)), 1 << 20));
        const { Links } = dagPb.decode(bytes);
        const others = Links.filter(({ Name }) => Name !== 'last-updated');
        const json = new TextEncoder().encode(JSON.stringify(row.lastUpdated));
        const said = { cid: cidOf('dag-json', json), bytes: json };
        const isData = how === 'data of the root';
        const link = dagPb.createLink('last-updated', json.length, toLink(formatCid(said.cid)));
        const top = dagPb.encode(
          dagPb.prepare({
            Data: isData ? new TextEncoder().encode(row.lastUpdated) : dagPb.decode(bytes).Data!,
            Links: isData ? others : [...others, link],
          }),
        );
        const root = { cid: cidOf('dag-pb', top), bytes: top };
        await putAll(reading.blocks, [said, root]);
        const read = unwrap(await readNamespace(reading, formatCid(root.cid)));
        expect(read.lastUpdated).toBe(unwrap(parseTimestamp(row.lastUpdated)));
      },
    );

    test('is read', async () => {
      const reading = await load();
      expect(unwrap(await findTree(reading, row.rootCid))).toBe(row.stateCid);
      const read = unwrap(await readNamespace(reading, row.stateCid));
      expect(read).toMatchObject({
        identity: { name: 'IPGS Test Alice' },
        nodes: { nodes: row.myNodesTxt.trim().split('\n') },
        lastUpdated: unwrap(parseTimestamp(row.lastUpdated)),
        isPlayable: true,
      });
      expect(read.root).toBe(read.identity);
      expect(
        [read.challenges, read.currentGames, read.finishedGames, read.players].map(
          ({ size }) => size,
        ),
      ).toEqual([1, 0, 0, 2]);
      for (const { peerId } of row.nodes)
        expect(acceptTree(read, peerId, read.identity.hash)).toBeNull();
      expect(acceptTree(read, 'Qm'.padEnd(46, 'x'))).toMatchObject({ fault: { rule: 'nodes' } });
      expect(acceptTree(read, row.nodes[0]!.peerId, row.rootCid)).toMatchObject({
        fault: { rule: 'identity' },
      });
    });

    test('its entries have their sizes', async () => {
      const entries = unwrap(await listDirectory(await load(), row.stateCid));
      expect([...entries].map(([name, entry]) => ({ name, ...entry }))).toEqual(row.tree);
    });

    test('its archive holds what both have signed', async () => {
      const reading = await load();
      const [player] = unwrap(await readArchivePlayers(reading, row.stateCid)) as [string];
      const games = unwrap(await readArchive(reading, row.stateCid, player));
      expect(games).toHaveLength(1);
      const checked = unwrap(await checkHistory(reading, games[0]!));
      expect(checked.signatures.every(signature => signature !== null)).toBe(true);
      expect(checked.record).toBeNull(); // its commits are not in the tree
      expect(encodeHistory(unwrap(await readHistory(reading, games[0]!))).entry.cid).toBe(games[0]);
    });

    // the program that made the vector counted the game as even, though black had a small komi
    test('its ratings follow from its archive', async () => {
      const reading = await load();
      const read = unwrap(await readNamespace(reading, row.stateCid));
      const known: KnownGames = new Map();
      await learnGames(reading, { mine: read, others: [] }, known);
      const rated = [...known.values()].flatMap(game =>
        game?.rated ? [{ ...game.rated, advantage: 0 }] : [],
      );
      const ratings = rateAll(rated, Math.max(...rated.map(({ period }) => period)));
      for (const cid of read.players.values()) {
        const { data } = unwrap(await readPlayerData(reading, cid));
        const { fingerprint } = unwrap(await readKeyAt(reading, data.player));
        expect(published(ratings.get(fingerprint)!)).toEqual(data.estimated);
      }
    });

    test.each(row.playerData)(
      'player data $cid is read, checked and written again',
      async ({ cid, stringToSign, signature }) => {
        const reading = await load();
        const bytes = unwrap(await readBlock(reading, cid, 1 << 20));
        const read = unwrap(decodePlayerData(unwrap(parseCid(cid)), bytes));
        expect(read).toMatchObject({ signed: stringToSign, signature });
        expect(await readPlayerData(reading, cid)).toMatchObject({ ok: true });
        // a signer that gives the same signature makes the same block
        const { author, ...said } = read.data;
        const key = unwrap(await readPlayerData(reading, cid)).author;
        const signer = { file: key, sign: async () => ({ ok: true, value: signature }) } as never;
        expect(author).toBe(key.hash);
        expect(formatCid(unwrap(await makePlayerData(signer, said)).cid)).toBe(cid);
      },
    );

    describe('is built again', () => {
      test('from what it lists', async () => {
        const reading = await load();
        const read = unwrap(await readNamespace(reading, row.stateCid));
        const [[challenge, head]] = [...read.challenges] as [[string, string]];
        const offer = unwrap(await readSigned(reading, head));
        const archive = [];
        for (const player of unwrap(await readArchivePlayers(reading, row.stateCid)))
          for (const cid of unwrap(await readArchive(reading, row.stateCid, player)))
            archive.push(
              archiveGame([player], encodeHistory(unwrap(await readHistory(reading, cid)))),
            );
        const players = await Promise.all(
          [...read.players].map(async ([hash, cid]) =>
            setObject(['players', hash], {
              cid: unwrap(parseCid(cid)),
              bytes: unwrap(await readBlock(reading, cid, 1 << 20)),
            }),
          ),
        );
        const hasTime = unwrap(await lookUp(reading, row.stateCid, ['players', 'last-updated']));
        const nodes = {
          text: new TextEncoder().encode(row.myNodesTxt),
          signature: hexToBytes(row.myNodesSigHex),
        };
        const change = joinChanges([
          newTree(read.identity.bytes, nodes),
          setFile(['version'], row.versionDocument),
          setCommit(['challenges', challenge], offer),
          ...archive,
          ...players,
          ...(hasTime === null
            ? []
            : [setFile(['players', 'last-updated'], `${row.lastUpdated}\n`)]),
        ]);
        const made = unwrap(
          await changeNamespace(
            makeReading(),
            null,
            change,
            unwrap(parseTimestamp(row.lastUpdated)),
          ),
        );
        expect(made.tree).toBe(row.stateCid);
        expect(made.root).toBe(row.rootCid);
        const made2 = new Map(
          made.blocks.map(({ cid, bytes }) => [formatCid(cid), Buffer.from(bytes).toString('hex')]),
        );
        for (const [cid, hex] of made2) if (cid in blocks) expect(hex).toBe(blocks[cid]);
      });

      test('with one file changed, and the comparison names the change', async () => {
        const reading = await load();
        const changed = unwrap(
          await changeTree(reading, row.stateCid, [{ path: ['challenges', 'x'], entry: null }]),
        );
        expect(changed.entry.cid).toBe(row.stateCid);
        const other = unwrap(
          await changeNamespace(
            reading,
            row.rootCid,
            setFile(['a', 'b', 'c'], 'hello'),
            unwrap(parseTimestamp('2024-04-01T00:00:00Z')),
          ),
        );
        await putAll(reading.blocks, other.blocks);
        const found = unwrap(await compareTrees(reading, row.stateCid, other.tree));
        expect(found.map(({ path }) => path.join('/')).sort()).toEqual(['a', 'last-updated']);
        // the old version is there as it was
        expect(await readNamespace(reading, row.stateCid)).toMatchObject({ ok: true });
        expect(await readNamespace(reading, other.tree)).toMatchObject({ ok: true });
      });

      test('as one list of blocks', async () => {
        const reading = await load();
        const { blocks: all, missing } = unwrap(
          await collectBlocks(reading, [row.rootCid], { maxBlocks: 1000, maxBytes: 1 << 20 }),
        );
        expect(missing).toEqual([]);
        expect(all.map(({ cid }) => formatCid(cid)).sort()).toEqual(Object.keys(blocks).sort());
        expect(
          await collectBlocks(reading, [row.rootCid], { maxBlocks: 3, maxBytes: 1 << 20 }),
        ).toMatchObject({ fault: { code: 'too-large' } });
      });
    });
  },
  isNamespace,
);

interface Game {
  readonly players: { readonly [name: string]: { readonly publicKey: string } };
  readonly sgf: string;
  readonly signatures: { readonly [which: string]: { readonly armored: string } };
}

interface Expected {
  readonly cid: string;
  readonly tsize: number;
  readonly bytesHex: string;
  readonly partialByBlackCid: string;
  readonly partialByWhiteCid: string;
}

eachVector<Expected>('ipgs', 'historyObject', (expected, { data }) => {
  const { sgf, signatures, players } = data as unknown as Game;
  const file = new TextEncoder().encode(sgf);
  const [first, second] = [signatures.first!.armored, signatures.second!.armored];

  test('history objects are written with one signature or both', async () => {
    const whole = encodeHistory({ file, signatures: [first, second] });
    expect(whole.entry).toEqual({ cid: expected.cid, tsize: expected.tsize });
    expect(Buffer.from(whole.blocks.at(-1)!.bytes).toString('hex')).toBe(expected.bytesHex);
    expect(encodeHistory({ file, signatures: [first, null] }).entry.cid).toBe(
      expected.partialByBlackCid,
    );
    expect(encodeHistory({ file, signatures: [null, second] }).entry.cid).toBe(
      expected.partialByWhiteCid,
    );
  });

  test('history objects are good with signatures in either order, and with one missing', async () => {
    const reading = makeReading();
    for (const { publicKey } of Object.values(players)) {
      const change = setFile(['x'], publicKey);
      await putAll(reading.blocks, change.blocks);
    }
    const check = async (...pair: [string | null, string | null]) => {
      const made = encodeHistory({ file, signatures: pair });
      await putAll(reading.blocks, made.blocks);
      return checkHistory(reading, made.entry.cid);
    };
    expect(await check(first, second)).toMatchObject({ ok: true });
    const swapped = unwrap(await check(second, first));
    expect(swapped.signatures.every(signature => signature !== null)).toBe(true);
    expect(unwrap(await check(first, null)).signatures[1]).toBeNull();
    expect(await check(null, null)).toMatchObject({ fault: { rule: 'history' } });
    expect(await check(first, first)).toMatchObject({
      ok: true,
      value: { signatures: [{}, null] },
    });
    expect(await check(first, 'x')).toMatchObject({ fault: { rule: 'signature' } });
  });
});
