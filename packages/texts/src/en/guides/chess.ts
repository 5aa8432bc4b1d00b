/** How to play chess. */
import type { GuideTexts } from '../../guides.ts';

export const chess = {
  lead: 'Two armies of sixteen pieces. Attack the opponent’s king so that it cannot escape.',
  sections: {
    aim: {
      title: 'The aim is checkmate',
      text: 'The rook attacks the black king along the last rank. The king has no safe square, and nothing can take the rook or step in between: checkmate, White wins.',
    },
    lines: {
      title: 'Rook, bishop and queen move in lines',
      text: 'The rook moves along ranks and files, the bishop along diagonals, the queen along both: {moves} moves from here. They stop at the first piece in their way; an opposing one they can take. The king moves one square in any direction.',
    },
    knight: {
      title: 'The knight jumps',
      text: 'Two squares straight and one to the side: {moves} squares from the middle of the board. It is the only piece that jumps over others.',
    },
    pawn: {
      title: 'Pawns go straight and take diagonally',
      text: 'A pawn moves one square forward, from its first square also two. It takes one square diagonally forward, and only then leaves its file. On the last rank it promotes to a queen, rook, bishop or knight.',
    },
    check: {
      title: 'Answer a check',
      text: 'The bishop attacks the white king: check. Move the king, block the line, or take the attacker. Of all moves, only these {moves} are legal now, and castling is not one of them.',
    },
    special: {
      title: 'Castling and en passant',
      text: 'If king and rook have not moved and nothing stands between them, the king moves two squares and the rook jumps over it, unless the king is in check or would cross an attacked square. A pawn that has just moved two squares can be taken as if it had moved one.',
    },
    draw: {
      title: 'Draws',
      text: 'Black is not in check and has no legal move: stalemate, a draw. The game is also drawn by agreement, by repetition, after fifty moves without a pawn move or a capture, or when nobody has enough pieces to mate.',
    },
  },
  lesson: {
    rook: {
      task: 'Take the pawn with your rook.',
      hint: 'The rook moves along its rank or file, as far as you like.',
      done: 'Taken. You capture by moving to the square of an opposing piece.',
    },
    knight: {
      task: 'Jump over the pawns and take the bishop.',
      hint: 'The knight moves two squares straight and one to the side.',
      done: 'The knight does not mind what stands in between.',
    },
    pawn: {
      task: 'Turn your pawn into a queen.',
      hint: 'Move the pawn to the last rank and choose the queen.',
      done: 'A new queen. Most pawns that get this far decide the game.',
    },
    castle: {
      task: 'Bring your king to safety: castle.',
      hint: 'Move the king two squares toward the rook.',
      done: 'The king is behind its pawns, and the rook is in play.',
    },
    check: {
      task: 'You are in check. Take the attacker.',
      hint: 'The knight on c2 gives check. Which of your pieces reaches it?',
      done: 'The check is gone, and so is the knight.',
    },
    mate: {
      task: 'Checkmate in one move.',
      hint: 'Black’s king is shut in behind its own pawns. Use the open file.',
      done: 'Checkmate. That is the whole aim of the game.',
    },
  },
} satisfies GuideTexts;

export type ChessGuide = typeof chess;
