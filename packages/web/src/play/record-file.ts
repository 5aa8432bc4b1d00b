/** The record of a match that was played in this page, as a file: for the viewer, and to keep. */
import { cidOf } from '@kifu/core';
import { writeCar } from '@kifu/record/car';
import type { Match } from '@kifu/record/match';
import { saveFile } from '@kifu/viewer/shared';
import { navigate } from '../site/router.ts';

const CAR = 'application/vnd.ipld.car';

/** The nodes of a match as a file. */
export function carOf(nodes: readonly Uint8Array[]): Uint8Array {
  const blocks = nodes.map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes }));
  return writeCar([blocks.at(-1)!.cid], blocks);
}

/** Opens the record in the viewer, at its beginning; `more` is added to the address. */
export function replayRecord(match: Match, more = ''): void {
  const url = URL.createObjectURL(
    new Blob([carOf(match.replay!.nodes) as BlobPart], { type: CAR }),
  );
  navigate(`/file?src=${encodeURIComponent(url)}&at=0${more}`);
}

/** Saves the record where downloads go. */
export const saveRecord = (match: Match): void =>
  saveFile(`${match.replay!.game.name}.car`, carOf(match.replay!.nodes), CAR);
