/** What a name publishes of a match: its length and head, in a directory that any IPFS program can list, under a signed IPNS record. */
import { cidOf, fail, formatCid, ok, parseCid, type Result } from '@kifu/core';
import { decodeDirectory, encodeDirectory, leafOf } from '@kifu/ipgs';
import type { Block } from '@kifu/record/node';
import { checkRecord } from '../ipns/records.ts';

/** An announcement as it is forwarded: the receiver checks it. */
export interface Announcement {
  readonly name: string;
  /** The IPNS record, which names the directory. */
  readonly record: Uint8Array;
  /** The directory, as a block. */
  readonly directory: Uint8Array;
}

/** An announcement that was checked. */
export interface CheckedAnnouncement extends Announcement {
  readonly sequence: bigint;
  /** Of the directory. */
  readonly root: string;
  /** The newest node of the record. */
  readonly head: string;
  /** The root of the replay log; null where the game has none. */
  readonly log: string | null;
}

const RECORD = 'record';
const LOG = 'replay-log';
/** Two links and their names. */
const MAX_DIRECTORY_BYTES = 1024;

/** The directory of a match that has come so far. */
export const directoryOf = (head: Block, log: Block | null): Block =>
  encodeDirectory([
    { name: RECORD, ...leafOf(head) },
    ...(log === null ? [] : [{ name: LOG, ...leafOf(log) }]),
  ]);

/** Checks the signature of the name, and the contents. */
export async function checkAnnouncement({
  name,
  record,
  directory,
}: Announcement): Promise<Result<CheckedAnnouncement>> {
  if (directory.length > MAX_DIRECTORY_BYTES)
    return fail(
      'too-large',
      `the directory of the match is too large: ${MAX_DIRECTORY_BYTES} bytes at most`,
    );
  const published = await checkRecord(name, record);
  if (!published.ok) return published;
  const { root, sequence } = published.value;
  const cid = cidOf('dag-pb', directory);
  if (formatCid(cid) !== root)
    return fail('bad-signature', 'the signed name does not match the directory sent with it', {
      rule: 'ipns',
    });
  const decoded = decodeDirectory(cid, directory);
  if (!decoded.ok) return decoded;
  const linked = (wanted: string) => decoded.value.links.find(link => link.name === wanted)?.cid;
  const head = linked(RECORD);
  const parsed = head === undefined ? null : parseCid(head);
  if (head === undefined || !parsed?.ok || parsed.value.codec !== 'dag-cbor')
    return fail('malformed', 'the name does not point to a match', { rule: 'ipns' });
  return ok({ name, record, directory, sequence, root, head, log: linked(LOG) ?? null });
}
