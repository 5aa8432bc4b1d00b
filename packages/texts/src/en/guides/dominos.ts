/** How to play dominoes. */
import type { GuideTexts } from '../../guides.ts';

export const dominos = {
  lead: 'Lay your tiles end to end, number to number. Go out first, and count what the others still hold.',
  sections: {
    deal: {
      title: 'The deal and the lead',
      text: 'Each player gets {hand} of the 28 tiles and sees only those; the other {boneyard} lie face down in the boneyard. The highest double leads: here South must play the double six.',
    },
    match: {
      title: 'Like to like',
      text: 'The line has two open ends. Lay a tile with one half touching the same number; its other half becomes the new end. South has {moves} moves here.',
    },
    draw: {
      title: 'Draw if nothing fits',
      text: 'A tile that fits must be played. If none fits, draw from the boneyard until one does. Only when the boneyard is empty do you pass.',
    },
    out: {
      title: 'Going out',
      text: 'South has laid the last tile. The winner gets a point for each pip in the other hands: {points} here.',
    },
    blocked: {
      title: 'A blocked game',
      text: 'Nobody has a tile that fits and the boneyard is empty. The player with the fewest pips wins, and gets {points} points here.',
    },
  },
  lesson: {
    lead: {
      task: 'Lead with your highest double.',
      hint: 'Both halves of a double show the same number.',
      done: 'Both ends of the line are open now, with a six each.',
    },
    match: {
      task: 'Play the 4-6 on the left end.',
      hint: 'Choose the tile, then the left end of the line.',
      done: 'The other half is the new open end.',
    },
    draw: {
      task: 'Nothing fits. Draw, then play the tile you got.',
      hint: 'Use the button to draw; look at both ends of the line.',
      done: 'You must draw until a tile fits, and then play it.',
    },
    win: {
      task: 'Go out.',
      hint: 'You have one tile left.',
      done: 'Your hand is empty: you win the round.',
    },
  },
} satisfies GuideTexts;

export type DominosGuide = typeof dominos;
