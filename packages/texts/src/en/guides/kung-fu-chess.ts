/** How to play Kung Fu Chess. */
import type { GuideTexts } from '../../guides.ts';

export const kungFuChess = {
  lead: 'Chess without turns. Both players move at once, pieces need time to travel, and they rest after arriving.',
  sections: {
    aim: {
      title: 'Take the king',
      text: 'Pieces move as in chess, but there are no turns to wait for: three moves are under way here. There is no check and no mate. Capture the king and you win.',
    },
    move: {
      title: 'Pieces travel',
      text: 'Choose a piece and its square, and it sets out: a second for each square, or {fastSquare} s at lightning speed. It cannot be stopped or called back. This rook has {moves} squares to choose from.',
    },
    rest: {
      title: 'Pieces rest',
      text: 'After arriving a piece rests for {rest} seconds, or {fastRest} s at lightning speed, before it can move again. The color on its square shows how much is left.',
    },
    meet: {
      title: 'Meeting on the way',
      text: 'Pieces that meet while moving capture: the one that set out first wins, and of two that set out together both are lost. A piece at rest is captured by what arrives.',
    },
    dodge: {
      title: 'Dodge',
      text: 'The rook is on its way to h4. Nothing keeps the knight from leaving before it arrives; then the rook finds an empty square.',
    },
    king: {
      title: 'Nobody warns you',
      text: 'A king may stay where it is attacked, so watch all of the board. The queen can take the king here: White wins when it arrives.',
    },
  },
  lesson: {
    send: {
      task: 'Send a pawn from e2 to e4.',
      hint: 'As in chess, a pawn may go two squares from where it begins.',
      done: 'It is under way. You need not wait for an answer.',
    },
    take: {
      task: 'Take the knight with your rook.',
      hint: 'It stands on the same rank.',
      done: 'The rook arrived and took it.',
    },
    both: {
      task: 'Take both knights without waiting in between.',
      hint: 'Send one rook, then at once the other.',
      done: 'Two pieces at the same time: that is the idea of the game.',
    },
    dodge: {
      task: 'A rook is coming for your knight. Get out of its way.',
      hint: 'Move the knight off the fourth rank, now.',
      done: 'The rook arrived too late.',
    },
    king: {
      task: 'Capture the king.',
      hint: 'Your queen stands right beside it.',
      done: 'The king is gone, and the game is won.',
    },
  },
} satisfies GuideTexts;

export type KungFuChessGuide = typeof kungFuChess;
