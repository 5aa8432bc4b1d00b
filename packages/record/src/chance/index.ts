/** Chance that no player and no referee can bend: chains of links, the seeds they make, and hands that stay hidden. */
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
