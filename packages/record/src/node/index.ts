/** Nodes as stored: the codec of header, entry and ending, and finding them among blocks. */
export { MAX_NODE_BYTES } from '@kifu/core/cbor';
export { type Block, collectNodes, isHeader } from './collect.ts';
export { type EndingNode, encodeEnding, readOutcome, writeOutcome } from './ending.ts';
export { decodeNext, decodePrev, type EntryNode, encodeEntry, isEnding } from './entry.ts';
export { decodeHeader, encodeHeader } from './header.ts';
export { linksOf } from './links.ts';
export type { PreservedFields } from './make.ts';
