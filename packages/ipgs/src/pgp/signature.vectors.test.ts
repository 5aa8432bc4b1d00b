/** Keys and signatures that gpg made. */
import { hexToBytes, unwrap } from '@kifu/core';
import { publicKeyOf } from '@kifu/record/sign';
import { describe, expect, test } from 'vitest';
import { eachVector, type VectorFile } from '../../../../test/vectors.ts';
import {
  checkNodeList,
  formatNodeList,
  parseNodeList,
  parsePeerId,
  peerIdOf,
} from '../node-list.ts';
import { parseTimestamp } from '../timestamp.ts';
import { readKeyFile } from './key-file.ts';
import { createKeyring } from './keyring.ts';
import { unlock } from './secret-key.ts';
import { checkSignature } from './signature.ts';

interface Signed {
  readonly publicKey: string;
  readonly publicKeyCid: string;
  readonly primaryFingerprint: string;
  readonly signingFingerprint: string;
  readonly signatureCreated: number;
  readonly commit: { readonly timestamp: string };
  readonly signedBytesHex: string;
  readonly negative: readonly { readonly name: string; readonly signedBytesHex: string }[];
  readonly secretKey?: string;
}

const utf8 = new TextEncoder();
const keyring = createKeyring();
const isSignature = ({ data }: VectorFile) => data.schema === 'ipgs-signature/1';

eachVector<string>(
  'ipgs',
  'signature',
  (signature, { data }) => {
    const row = data as unknown as Signed;
    const at = unwrap(parseTimestamp(row.commit.timestamp));
    const read = async () => unwrap(await keyring.read(utf8.encode(row.publicKey)));

    test('the key file is read', async () => {
      const file = await read();
      expect(file.hash).toBe(row.publicKeyCid);
      expect(file.fingerprint).toBe(row.primaryFingerprint);
      expect(file.name).toMatch(/^IPGS Test \w+$/);
      expect(await read()).toBe(file); // parsed once
    });

    test('the signature is good', async () => {
      const bytes = hexToBytes(row.signedBytesHex);
      expect(
        await checkSignature(keyring, { file: await read(), bytes, signature, at }),
      ).toMatchObject({
        ok: true,
        value: {
          fingerprint: row.signingFingerprint,
          createdAt: BigInt(row.signatureCreated) * 1_000_000_000n,
        },
      });
    });

    test.each(row.negative)(
      'the signature is refused over other bytes: $name',
      async ({ signedBytesHex }) => {
        const bytes = hexToBytes(signedBytesHex);
        expect(
          await checkSignature(keyring, { file: await read(), bytes, signature, at }),
        ).toMatchObject({ ok: false, fault: { code: 'bad-signature', rule: 'bytes' } });
      },
    );

    test('the signature is refused at another time', async () => {
      const bytes = hexToBytes(row.signedBytesHex);
      const file = await read();
      for (const skew of [-301n, 302n])
        expect(
          await checkSignature(keyring, {
            file,
            bytes,
            signature,
            at: at + skew * 1_000_000_000n,
          }),
        ).toMatchObject({ ok: false, fault: { code: 'bad-signature', rule: 'time' } });
    });

    test.runIf(row.secretKey !== undefined)('the secret key makes a good signature', async () => {
      const file = await read();
      const signer = unwrap(await unlock({ file, secret: row.secretKey! }, ''));
      const bytes = utf8.encode('what is signed\n');
      const own = unwrap(await signer.sign(bytes, at));
      expect(await checkSignature(keyring, { file, bytes, signature: own, at })).toMatchObject({
        ok: true,
        value: { fingerprint: row.signingFingerprint },
      });
    });
  },
  isSignature,
);

interface Node {
  readonly ed25519SeedHex: string;
  readonly peerId: string;
  readonly ipnsName: string;
}

eachVector<readonly Node[]>('ipgs', 'nodes', (nodes, { data }) => {
  const text = data.myNodesTxt as string;
  const blocks = Object.values(data.blocks as { readonly [cid: string]: string }).map(hexToBytes);

  test('peer ids are read in both spellings', async () => {
    for (const { peerId, ipnsName, ed25519SeedHex } of nodes) {
      expect(peerIdOf(await publicKeyOf(hexToBytes(ed25519SeedHex)))).toBe(peerId);
      expect(parsePeerId(peerId)).toBe(peerId);
      expect(parsePeerId(ipnsName)).toBe(peerId);
    }
    expect(formatNodeList(nodes.map(({ peerId }) => peerId))).toBe(text);
    expect(unwrap(parseNodeList(nodes.map(({ ipnsName }) => ipnsName).join('\r\n\r\n')))).toEqual(
      unwrap(parseNodeList(text)),
    );
  });

  describe('the list', () => {
    const list = {
      text: utf8.encode(text),
      signature: hexToBytes(data.myNodesSigHex as string),
    };

    test('is signed by one of the keys in the tree, and by no other', async () => {
      const files = (await Promise.all(blocks.map(readKeyFile))).flatMap(file =>
        file.ok ? [file.value] : [],
      );
      expect(files.length).toBeGreaterThan(1);
      const checked = await Promise.all(files.map(file => checkNodeList(keyring, file, list)));
      expect(checked.filter(({ ok }) => ok)).toMatchObject([
        { value: { nodes: text.trim().split('\n') } },
      ]);
    });
  });
});
