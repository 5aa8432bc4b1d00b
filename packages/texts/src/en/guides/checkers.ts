/** How to play checkers. */
import type { GuideTexts } from '../../guides.ts';

export const checkers = {
  lead: 'Twelve men on each side, on dark squares only. Jump over the opponent’s pieces until the other side cannot move.',
  sections: {
    aim: {
      title: 'The start',
      text: 'Black moves first and has {moves} moves. You win when your opponent has no piece left, or none that can move.',
    },
    men: {
      title: 'Men move forward',
      text: 'A man moves one square diagonally forward to an empty square. Never back, never sideways.',
    },
    jump: {
      title: 'Jumping is compulsory',
      text: 'If an opposing piece is next to yours and the square behind it is empty, you jump over it and take it. When you can jump, you must: no other move is legal. Among several jumps you may choose.',
    },
    chain: {
      title: 'Jump on and on',
      text: 'If the same piece can jump again from where it lands, it continues in the same turn. Here one move takes two men.',
    },
    king: {
      title: 'Kings move both ways',
      text: 'A man that reaches the far row becomes a king, and its turn ends. A king moves and jumps one square forward and back: this one has {moves} moves.',
    },
    end: {
      title: 'The end',
      text: 'White is to move and has no legal move, so Black wins. A position that occurs for the third time is a draw, and so are forty moves by each side without a capture or a move of a man.',
    },
  },
  lesson: {
    step: {
      task: 'Move your man to square 16.',
      hint: 'The numbers of the squares are in their corners.',
      done: 'One square, diagonally forward.',
    },
    jump: {
      task: 'You can jump, so you must. Take the white man.',
      hint: 'Only one of your men has a white man in front of it and an empty square behind that.',
      done: 'The man you jumped over is gone.',
    },
    choose: {
      task: 'There are two ways to jump. Take two men at once.',
      hint: 'One of the jumps lands where another jump begins.',
      done: 'You may choose any jump; often the longer one is better.',
    },
    crown: {
      task: 'Get a king.',
      hint: 'A man on the last row becomes a king.',
      done: 'Crowned. From now on it moves back as well.',
    },
    king: {
      task: 'Jump backward with your king.',
      hint: 'The man to take is closer to your own side of the board.',
      done: 'Only kings can do that.',
    },
    win: {
      task: 'Win the game.',
      hint: 'White has a single man left.',
      done: 'White cannot move: you win.',
    },
  },
} satisfies GuideTexts;

export type CheckersGuide = typeof checkers;
