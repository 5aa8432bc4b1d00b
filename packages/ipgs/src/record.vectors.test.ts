/** Commits and whole records that another program made, to the byte. */
import { cidOf, formatCid, hexToBytes, ok, parseCid, unwrap } from '@kifu/core';
import { rowsOf, type State } from '@kifu/games/go';
import { describe, expect, test } from 'vitest';
import { eachVector, type VectorFile } from '../../../test/vectors.ts';
import { makeReading, putAll } from '../test/games.ts';
import { decodeCommit, encodeCommit, stringToSign } from './commit.ts';
import { fileBlock } from './ipld.ts';
import { advance } from './life/advance.ts';
import { automaticTerms } from './life/challenge.ts';
import { challengeName, gameName, playersOf } from './life/game-record.ts';
import { resultOf, standardFile } from './life/result.ts';
import {
  formatAccept,
  formatConfirm,
  formatOffer,
  parseAccept,
  parseConfirm,
  parseOffer,
} from './payload.ts';
import { openRecord, readCommits, readRecord } from './read-record.ts';

const utf8 = new TextEncoder();

interface Encoded {
  readonly text?: string;
  readonly bytesHex: string;
  readonly cid: string;
}

eachVector<Encoded>('ipgs', 'dagJson', (json, { data }) => {
  const { commit, publicKeyCid } = data as unknown as {
    readonly commit: {
      readonly timestamp: string;
      readonly type: string;
      readonly dataCid: string;
      readonly parentCid: string | null;
    };
    readonly publicKeyCid: string;
  };

  test.each(['dagJson', 'dagCbor'])('%s is read', name => {
    const { bytesHex, cid } = data[name] as Encoded;
    const read = unwrap(decodeCommit(unwrap(parseCid(cid)), hexToBytes(bytesHex)));
    expect(read).toMatchObject({
      ...{ cid, type: commit.type, key: publicKeyCid, data: commit.dataCid },
      ...{ parent: commit.parentCid, timestamp: commit.timestamp, signature: data.signature },
    });
    expect(stringToSign(read)).toBe(data.stringToSign);
    const { cid: _, at: __, ...fields } = read;
    expect(new TextDecoder().decode(encodeCommit(fields).bytes)).toBe(json.text);
    expect(formatCid(encodeCommit(fields).cid)).toBe(json.cid);
  });
});

interface Row {
  readonly players: {
    readonly [name: string]: {
      readonly publicKey: string;
      readonly publicKeyCid: string;
      readonly colour: string;
      readonly role: string;
    };
  };
  readonly rules: { readonly text: string };
  readonly challengeName: string;
  readonly gameName: string;
  readonly commits: readonly {
    readonly committer: string;
    readonly type: string;
    readonly data: string;
    readonly dataCid: string;
    readonly block: string;
    readonly cid: string;
  }[];
  readonly positionsAfterStep: readonly string[];
  readonly headCid: string;
  readonly sgf: string;
  readonly sgfCid: string;
}

const isGame = ({ data }: VectorFile) => data.schema === 'ipgs-game/1';

eachVector<Row['commits']>(
  'ipgs',
  'commits',
  (commits, { data }) => {
    const row = data as unknown as Row;
    const load = async () => {
      const reading = makeReading();
      await putAll(reading.blocks, [
        ...Object.values(row.players).map(({ publicKey }) => fileBlock(utf8.encode(publicKey))),
        ...commits.map(({ data: payload }) => fileBlock(utf8.encode(payload))),
        ...commits.map(({ block, cid }) => ({
          cid: unwrap(parseCid(cid)),
          bytes: utf8.encode(block),
        })),
      ]);
      return reading;
    };

    test('every commit is written as it was', async () => {
      const read = unwrap(await readCommits(await load(), row.headCid));
      expect(read.map(({ commit }) => commit.cid)).toEqual(commits.map(({ cid }) => cid));
      for (const [i, { commit }] of read.entries()) {
        const { cid: _, at: __, ...fields } = commit;
        expect(new TextDecoder().decode(encodeCommit(fields).bytes)).toBe(commits[i]!.block);
      }
    });

    test('offer, acceptance and confirmation are written as they were', () => {
      const [offer, accept, confirm] = commits.map(({ data: payload }) => utf8.encode(payload));
      const read = unwrap(parseOffer(offer!));
      const { 'board-width': width, 'board-height': height } = read.payload;
      expect(formatOffer(read, { 'board-width': width!, 'board-height': height! })).toEqual(offer);
      expect(formatAccept(unwrap(parseAccept(accept!)))).toEqual(accept);
      expect(formatConfirm(unwrap(parseConfirm(confirm!)))).toEqual(confirm);
    });

    test('what was left open is settled as the challenger did', async () => {
      const reading = await load();
      const [offer, accept, confirm] = unwrap(await readCommits(reading, row.headCid));
      const record = unwrap(await openRecord(reading, offer!));
      const ratings = {
        challenger: record.offer.payload.rating,
        contender: unwrap(parseAccept(accept!.payload)).rating,
      };
      expect(automaticTerms(record.offer, accept!.commit, ratings)).toMatchObject({
        firstTurn: unwrap(parseConfirm(confirm!.payload)).firstTurn,
        handicap: unwrap(parseConfirm(confirm!.payload)).handicap,
        komi: unwrap(parseConfirm(confirm!.payload)).komi,
      });
    });

    test('replays the record', async () => {
      const reading = await load();
      const all = unwrap(await readCommits(reading, row.headCid));
      let record = unwrap(await openRecord(reading, all[0]!));
      expect(challengeName(record)).toBe(row.challengeName);
      const positions: string[] = [];
      for (const commit of all.slice(1)) {
        ({ record } = unwrap(advance(record, { do: 'commit', commit })));
        if (commit.commit.type === 'game-step')
          positions.push(rowsOf(record.match!.native!.chain.table.state as State).join('/'));
      }
      expect(positions).toEqual(row.positionsAfterStep);
      expect(record.phase).toBe('finished');
      expect(gameName(record)).toBe(row.gameName);
      const [black] = playersOf(record)!;
      const colours = Object.values(row.players).find(({ colour }) => colour === 'black');
      expect(black.hash).toBe(colours?.publicKeyCid);
    });

    test('the standard SGF is written as it was', async () => {
      const record = unwrap(await readRecord(await load(), row.headCid));
      const file = unwrap(standardFile(record));
      expect(new TextDecoder().decode(file)).toBe(row.sgf);
      expect(formatCid(cidOf('raw', file))).toBe(row.sgfCid);
      expect(row.sgf).toContain(`RE[${resultOf(record)!.text}]`);
    });

    describe('a changed record is refused', () => {
      test('with the payload of another commit', async () => {
        const reading = await load();
        const swapped = commits[4]!.block.replace(commits[4]!.dataCid, commits[6]!.dataCid);
        const bytes = utf8.encode(swapped);
        await reading.blocks.put(cidOf('dag-json', bytes), bytes);
        expect(await readRecord(reading, formatCid(cidOf('dag-json', bytes)))).toMatchObject({
          ok: false,
          fault: { code: 'bad-signature', rule: 'bytes', at: { path: '/commits/4' } },
        });
      });

      test('with a missing block', async () => {
        const reading = await load();
        const missing = unwrap(parseCid(commits[3]!.dataCid));
        const { blocks } = reading;
        const get: typeof blocks.get = (cid, ask) =>
          blocks.get(
            formatCid(cid) === formatCid(missing) ? cidOf('raw', utf8.encode('?')) : cid,
            ask,
          );
        expect(
          await readRecord({ ...reading, blocks: { ...blocks, get } }, row.headCid),
        ).toMatchObject({
          ok: false,
          fault: { code: 'not-found' },
        });
      });
    });

    test('every commit is taken only in its place', async () => {
      const reading = await load();
      const all = unwrap(await readCommits(reading, row.headCid));
      let record = unwrap(await openRecord(reading, all[0]!));
      for (const [i, next] of all.slice(1).entries()) {
        for (const [k, other] of all.entries())
          if (k !== i + 1) expect(advance(record, { do: 'commit', commit: other }).ok).toBe(false);
        const taken = advance(record, { do: 'commit', commit: next });
        expect(taken).toMatchObject(ok({ record: { count: i + 2 } }));
        ({ record } = unwrap(taken));
      }
    });
  },
  isGame,
);
