/** Texts of Dominoes. */

export const dominos = {
  title: 'Dominoes',
  seats: ['South', 'West', 'North', 'East'],
  reasons: {
    emptyHand: { label: 'Went out', by: 'by going out' },
    blocked: { label: 'Blocked game', by: 'with the game blocked' },
  },
  refusals: {
    emptyBoneyard: 'The boneyard is empty: pass.',
    mustDraw: 'Draw from the boneyard first.',
    mustPlay: 'You have a playable tile: play it.',
    noTile: 'You do not hold that tile.',
    noFit: 'That tile does not fit this end.',
    flip: 'That tile fits this end only when turned around.',
    lead: 'The first tile must be the leading one.',
    ambiguous: 'That tile fits both ends; choose one.',
  },
  demos: {
    '': { about: "Hidden hands: replay it from either player's point of view." },
  },
};

export type DominosTexts = typeof dominos;
