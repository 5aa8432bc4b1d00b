/** Texts of Kung Fu Chess, in German. */
import type { KungFuChessTexts } from '../../en/games/kung-fu-chess.ts';
import { ending } from '../helpers.ts';
import { match } from '../match.ts';

const PLURALS: { readonly [key: string]: string } = {
  pawn: 'Bauern',
  knight: 'Springer',
  bishop: 'Läufer',
  rook: 'Türme',
  queen: 'Damen',
  king: 'Könige',
};

export const kungFuChess: KungFuChessTexts = {
  title: 'Kung-Fu-Schach',
  seats: ['Weiß', 'Schwarz', 'Rot', 'Grün'],
  reasons: {
    ...match.reasons,
    king_captured: { label: 'König geschlagen', by: 'durch Schlagen des Königs' },
    kings_captured: {
      label: 'Könige zugleich geschlagen',
      by: 'weil die letzten Könige zugleich geschlagen wurden',
    },
    inactivity: { label: 'Untätigkeit', by: 'wegen Untätigkeit' },
  },
  refusals: {
    game_over: 'Die Partie ist beendet.',
    no_seat: 'Du spielst in dieser Partie nicht mit.',
    no_king: 'Du hast deinen König verloren.',
    piece_not_found: 'Diese Figur gibt es nicht.',
    not_your_piece: 'Das ist nicht deine Figur.',
    piece_captured: 'Diese Figur ist geschlagen.',
    piece_moving: 'Diese Figur ist unterwegs und lässt sich nicht aufhalten.',
    cooldown: 'Diese Figur ruht noch.',
    too_late: 'Die Partie hat ihre Höchstdauer erreicht.',
    off_board: 'Dieses Feld liegt nicht auf dem Brett.',
    same_square: 'Die Figur steht schon dort.',
    geometry: 'Diese Figur kann dort nicht hinziehen.',
    blocked: 'Eine andere Figur steht im Weg.',
    own_piece: 'Auf diesem Feld steht deine eigene Figur.',
    own_destination: 'Eine andere deiner Figuren ist dorthin unterwegs.',
    own_way: 'Eine andere deiner Figuren überquert dieses Feld gleich.',
    pawn_blocked: 'Bauern schlagen nicht geradeaus.',
    pawn_capture: 'Bauern schlagen nur diagonal und nur stehende Figuren.',
    castling_king: 'Du kannst nicht rochieren: Der König hat schon gezogen.',
    castling_rook: 'Du kannst nicht rochieren: Dieser Turm fehlt oder hat schon gezogen.',
    castling_blocked:
      'Du kannst nicht rochieren: Die Felder zwischen König und Turm sind nicht frei.',
  },
  options: {
    board: {
      label: 'Brett',
      help: 'Normal für zwei Spieler, groß für bis zu vier (Standard: das zu den Plätzen passende).',
      values: { standard: 'Normal', four_player: 'Vier Spieler' },
    },
    hz: {
      label: 'Ticks pro Sekunde',
      help: 'Ticks pro Sekunde (Standard: 30; mit klassischen Regeln immer 10).',
    },
    rules: {
      label: 'Regeln',
      help: 'Die Neufassung vom Januar 2026 oder das ursprüngliche Programm.',
      values: { 'v2-2026-01': 'Januar 2026', classic: 'Klassisch' },
    },
    speed: {
      label: 'Tempo',
      help: 'Zeit pro Feld: 1 s oder 0,2 s.',
      values: { standard: 'Normal', lightning: 'Blitz' },
    },
    ties: {
      label: 'Grenzfälle',
      help: 'Was bei genau 0,4 Feldern Abstand geschieht: noch nichts, oder was die Gleitkommarechnung ergibt.',
      values: { exact: 'Exakt', float: 'Gleitkomma' },
    },
  },
  demos: {
    '': { about: 'Echtzeitschach: Niemand wartet, alle ziehen zugleich.' },
    four: { title: 'Kung-Fu-Schach zu viert', about: 'Echtzeitschach für vier Spieler.' },
  },
  ...ending,
  pieces: {
    pawn: 'Bauer',
    knight: 'Springer',
    bishop: 'Läufer',
    rook: 'Turm',
    queen: 'Dame',
    king: 'König',
  },
  owned: (who, piece) => `${piece} (${who})`,
  way: (who, from, to) => `${who} von ${from} nach ${to}`,
  goes: (piece, to) => `${piece} nach ${to}`,
  castling: 'Rochade',
  inDanger: who => `der König von ${who} ist in Gefahr`,
  side: (who, groups) =>
    `${who}: ${groups.map(([piece, key, squares]) => `${squares.length > 1 ? PLURALS[key] : piece} ${squares.join(' ')}`).join(', ')}.`,
  moving: ways => `Unterwegs: ${ways.join(', ')}.`,
  cell: {
    empty: square => `${square}, leer`,
    pieces: (square, pieces) => `${square}, ${pieces.join(', ')}`,
    moving: piece => `${piece}, unterwegs`,
    cooling: piece => `${piece}, ruht`,
  },
  events: {
    capture: (who, piece, square, by) => `${who} verliert auf ${square}: ${piece}, durch ${by}`,
    bothFall: (who, piece, square) =>
      `${who} verliert auf ${square}: ${piece}, beide werden geschlagen`,
    promotion: (who, square) => `ein Bauer von ${who} wird auf ${square} zur Dame`,
    castle: who => `${who} rochiert`,
    elimination: who => `${who} verliert den König`,
    left: who => `${who} ist gegangen; die Figuren bleiben auf dem Brett`,
  },
  captions: {
    time: 'Zeit',
    over: time => `${time}, beendet`,
    inFlight: 'unterwegs',
    more: count => `${count} weitere`,
    none: 'keine',
  },
};
