/** The interface that every game fits, and what all of them need. */
export { bytesToHex, decodeBase64, encodeBase64, hexToBytes } from './base.ts';
export * from './chance.ts';
export * from './cid.ts';
export * from './codec.ts';
export type * from './commit-form.ts';
export * from './game.ts';
export * from './hash.ts';
export * from './json.ts';
export * from './kifu.ts';
export * from './kit.ts';
export * from './perft.ts';
export * from './result.ts';
export * from './scene.ts';
export * from './setup.ts';
export * from './sha256-many.ts';
export * from './step.ts';
export type * from './svg/art.ts';
