/** A record as the blocks to publish: its own nodes, or those of a replay log. */
import { type Cid, cidOf, fail, formatFault, type Game, ok, type Result } from '@kifu/core';
import { encodeAnnotations, hasRemarks } from '@kifu/record/annotations';
import type { OpenedSource } from '@kifu/record/file';
import { termsOf } from '@kifu/record/match-state';
import type { Block } from '@kifu/record/node';

/** The two forms that can be published. */
export const FORMS = ['record', 'replay-log'] as const;
export type PublishedForm = (typeof FORMS)[number];

/** What to publish. */
export interface ToPublish {
  readonly form: PublishedForm;
  /** The content id that names all of it. */
  readonly root: Cid;
  /** Comments and variations, which name the root and not the other way round; null where there are none. */
  readonly remarks: Cid | null;
  /** The oldest first. */
  readonly blocks: readonly Block[];
  /** Whether links lead to all of the blocks and nowhere else: JSON has none, and a branch names a node of another match. */
  readonly isLinked: boolean;
  /** Parts that the format cannot store. */
  readonly losses: readonly string[];
}

/** The blocks of a record in a form. */
export const blocksOf = (opened: OpenedSource, form: PublishedForm): Promise<Result<ToPublish>> =>
  form === 'record' ? recordBlocks(opened) : logBlocks(opened);

async function recordBlocks({ kit, nodes, head, kifu }: OpenedSource): Promise<Result<ToPublish>> {
  const chain = nodes.map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes }));
  const bytes = hasRemarks(kifu) ? encodeAnnotations(kit.game as Game, head, kifu) : null;
  const remarks = bytes && cidOf('dag-cbor', bytes);
  const blocks = remarks === null ? chain : [...chain, { cid: remarks, bytes: bytes! }];
  const isLinked = termsOf(kifu.header).branch === null;
  return ok({ form: 'record', root: head, remarks, blocks, isLinked, losses: [] });
}

async function logBlocks({ kifu }: OpenedSource): Promise<Result<ToPublish>> {
  if (kifu.header.game !== 'chess')
    return fail(
      'unsupported',
      `only chess has replay logs, and this is ${kifu.header.game}: publish it with --format record`,
    );
  const { writeLog } = await import('@kifu/games/chess');
  const log = writeLog(kifu);
  if (!log.ok)
    return fail(
      'unsupported',
      `it cannot be a replay log: ${formatFault(log.fault)}; --format record keeps all`,
    );
  const { nodes: blocks, root, losses } = log.value;
  return ok({ form: 'replay-log', root, remarks: null, blocks, isLinked: false, losses });
}
