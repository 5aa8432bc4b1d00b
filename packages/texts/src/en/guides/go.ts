/** How to play go. */
import type { GuideTexts } from '../../guides.ts';

export const go = {
  lead: 'Black and White place stones in turn and fence off territory. Stones never move, but they can be captured.',
  sections: {
    aim: {
      title: 'Surround more than your opponent',
      text: 'Each turn a player places one stone where two lines cross; Black begins. In the end you score the points that you occupy or surround. Beginners start with 9×9, a full board has 19×19.',
    },
    liberties: {
      title: 'Liberties',
      text: 'The empty points next to a stone are its liberties: {moves} for this one, fewer at the edge. Stones of one color that touch along the lines are a chain and share their liberties.',
    },
    capture: {
      title: 'Capture',
      text: 'Take the last liberty of a chain and it is captured: its stones leave the board. Black can take the white stone with one move.',
    },
    suicide: {
      title: 'No suicide',
      text: 'You may not place a stone that has no liberty, unless it captures. Black cannot play in the middle of these white stones.',
    },
    ko: {
      title: 'Ko',
      text: 'White has just taken a stone. Retaking at once would bring the same position back, over and over, so it is refused: Black plays elsewhere first.',
    },
    eyes: {
      title: 'Two eyes live',
      text: 'Black’s group has two separate empty points, its eyes. White would have to fill both at once and cannot play in either: the group can never be captured.',
    },
    score: {
      title: 'Passing and counting',
      text: 'When there is nothing left to gain, both pass. Then you mark stones that cannot escape as dead, and agree. Here Black has {black} points and White {white}, with a komi of half a point for moving second: a difference of {margin}.',
    },
  },
  lesson: {
    take: {
      task: 'Capture the white stone.',
      hint: 'It has one liberty left.',
      done: 'Captured stones leave the board.',
    },
    chain: {
      task: 'Capture two stones at once.',
      hint: 'The two stones share their liberties. Find the last one.',
      done: 'A chain lives and dies together.',
    },
    escape: {
      task: 'Your stone is about to be captured. Save it.',
      hint: 'Extend it where it still has a liberty.',
      done: 'The chain of two has three liberties now.',
    },
    eyes: {
      task: 'Make two eyes, so that your group lives.',
      hint: 'There are three empty points in a row. Split them.',
      done: 'Two eyes: this group cannot be captured any more.',
    },
    pass: {
      task: 'Nothing is left to gain. End the game by passing.',
      hint: 'White has passed. Use the button to pass, too.',
      done: 'After two passes the players count.',
    },
  },
} satisfies GuideTexts;

export type GoGuide = typeof go;
