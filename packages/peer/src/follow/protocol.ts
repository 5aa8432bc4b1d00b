/** The protocol by which matches are followed, as libp2p names it. */
export const FOLLOW = '/kifu/follow/1';
