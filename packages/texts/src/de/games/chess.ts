/** Texts of Chess, in German. */
import type { ChessTexts } from '../../en/games/chess.ts';
import { ending } from '../helpers.ts';
import { match } from '../match.ts';

const PLURALS: { readonly [key: string]: string } = {
  pawn: 'Bauern',
  bishop: 'Läufer',
  knight: 'Springer',
  rook: 'Türme',
  king: 'Könige',
  queen: 'Damen',
};

export const chess: ChessTexts = {
  title: 'Schach',
  seats: ['Weiß', 'Schwarz'],
  reasons: {
    ...match.reasons,
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
        'Von beiden Spielern und einem Schiedsrichter unterschrieben, mit Uhren. Die Züge sind die der Unsterblichen Partie.',
    },
  },
  ...ending,
  pieces: {
    pawn: 'Bauer',
    bishop: 'Läufer',
    knight: 'Springer',
    rook: 'Turm',
    king: 'König',
    queen: 'Dame',
  },
  step: (who, from, to, isCapture, isEnPassant) =>
    `${who}${from === null ? '' : ` von ${from}`} ${isCapture ? 'schlägt' : 'nach'} ${to}${isEnPassant ? ' en passant' : ''}`,
  castles: isKingside => `${isKingside ? 'kurze' : 'lange'} Rochade`,
  promotes: piece => `Umwandlung in ${piece}`,
  check: 'Schach',
  checkmate: 'Matt',
  side: (who, groups) =>
    `${who}: ${groups.map(([piece, key, squares]) => `${squares.length > 1 ? PLURALS[key] : piece} ${squares.join(' ')}`).join(', ')}.`,
  turn: (who, isCheck) => `${who} am Zug${isCheck ? ', im Schach' : ''}.`,
  cell: (square, piece) => `${square}, ${piece ?? 'leer'}`,
  owned: (who, piece) => `${piece} (${who})`,
  events: {
    capture: (who, piece, square) => `${who} schlägt auf ${square}: ${piece}`,
    castle: (who, isKingside) => `${who} rochiert ${isKingside ? 'kurz' : 'lang'}`,
    enPassant: who => `${who} schlägt en passant`,
    promotion: (who, piece, square) => `${who} wandelt auf ${square} um: ${piece}`,
    check: who => `${who} steht im Schach`,
  },
};
