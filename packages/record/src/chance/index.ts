/** Provably fair randomness, which no player and no referee can bend: hash chains, the seeds they make, and hidden hands. */
export {
  checkLink,
  commitToDeal,
  commitToLink,
  drawSeed,
  type Holder,
  holdersOf,
  linkBefore,
  makeChain,
  REFEREE,
  startSeed,
} from './fair.ts';
