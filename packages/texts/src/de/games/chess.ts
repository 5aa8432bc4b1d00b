/** Texts of Chess, in German. */
import type { ChessTexts } from '../../en/games/chess.ts';

export const chess: ChessTexts = {
  title: 'Schach',
  seats: ['Weiß', 'Schwarz'],
  reasons: {
    checkmate: { label: 'Matt', by: 'durch Matt' },
    stalemate: { label: 'Patt', by: 'durch Patt' },
    deadPosition: { label: 'Unzureichendes Material', by: 'wegen unzureichenden Materials' },
    threefoldRepetition: {
      label: 'Dreifache Stellungswiederholung',
      by: 'durch dreifache Stellungswiederholung',
    },
    fivefoldRepetition: {
      label: 'Fünffache Stellungswiederholung',
      by: 'durch fünffache Stellungswiederholung',
    },
    fiftyMoves: { label: '50-Züge-Regel', by: 'nach der 50-Züge-Regel' },
    seventyFiveMoves: { label: '75-Züge-Regel', by: 'nach der 75-Züge-Regel' },
  },
  refusals: {
    noPiece: 'Auf diesem Feld steht keine Figur.',
    notYours: 'Das ist nicht deine Figur.',
    ownPiece: 'Auf diesem Feld steht deine eigene Figur.',
    geometry: 'Diese Figur kann dort nicht hinziehen.',
    blocked: 'Eine andere Figur steht im Weg.',
    promotion: 'Wähle eine Umwandlungsfigur: Dame, Turm, Läufer oder Springer.',
    noPromotion: 'Nur ein Bauer auf der letzten Reihe kann umgewandelt werden.',
    castlingRight: 'Du kannst nicht rochieren: Der König oder dieser Turm hat schon gezogen.',
    castlingBlocked: 'Du kannst nicht rochieren: Zwischen König und Turm stehen Figuren.',
    castlingCheck: 'Du kannst nicht aus dem Schach, durch ein Schach oder ins Schach rochieren.',
    exposed: 'Dein König stünde im Schach.',
    inCheck: 'Du stehst im Schach.',
    ambiguous: 'Mehrere Figuren können diesen Zug machen.',
  },
  options: {
    draws: {
      label: 'Remis',
      help: 'Ob tote Stellungen, fünffache Wiederholung und die 75-Züge-Regel die Partie automatisch beenden oder reklamiert werden müssen.',
      values: { automatic: 'Automatisch', claimed: 'Auf Antrag' },
    },
  },
  demos: {
    '': {
      about:
        'Von beiden Spielern und einem Schiedsrichter signiert, mit Uhren. Die Züge sind die der Unsterblichen Partie.',
    },
  },
};
