/** Texts of Checkers, in German. */
import type { CheckersTexts } from '../../en/games/checkers.ts';
import { and, counted, ending } from '../helpers.ts';
import { match } from '../match.ts';

export const checkers: CheckersTexts = {
  title: 'Dame',
  seats: ['Schwarz', 'Weiß'],
  reasons: {
    ...match.reasons,
    noMoves: { label: 'Keine Züge', by: 'weil der Gegner keinen Zug mehr hat' },
    threefoldRepetition: {
      label: 'Dreifache Stellungswiederholung',
      by: 'durch dreifache Stellungswiederholung',
    },
    fortyMoves: { label: '40-Züge-Regel', by: 'nach der 40-Züge-Regel' },
  },
  refusals: {
    noPiece: 'Auf diesem Feld steht kein Stein.',
    notYours: 'Das ist nicht dein Stein.',
    geometry: 'Steine ziehen ein Feld diagonal oder springen über einen benachbarten Stein.',
    backwards: 'Einfache Steine ziehen und springen nur vorwärts.',
    occupied: 'Das Zielfeld ist besetzt.',
    nothingToJump: 'Dort ist kein gegnerischer Stein zum Überspringen.',
    jumpedTwice: 'Ein Stein kann nur einmal übersprungen werden.',
    crowned: 'Der Zug endet, wenn ein Stein zur Dame wird.',
    mustJump: 'Es besteht Schlagzwang.',
    otherPiece: 'Du musst mit demselben Stein weiterspringen.',
    unfinished: 'Du musst die Sprungfolge zu Ende führen.',
    ambiguous: 'Mehrere Züge passen; nenne jedes Feld.',
  },
  options: {
    draws: {
      label: 'Remis',
      help: 'Ob dreifache Wiederholung und die 40-Züge-Regel die Partie automatisch beenden oder reklamiert werden müssen.',
      values: { automatic: 'Automatisch', claimed: 'Auf Antrag' },
    },
  },
  demos: {
    '': { about: 'Es besteht Schlagzwang.' },
  },
  ...ending,
  man: 'Stein',
  king: 'Dame',
  step: (who, from, to) => `${who} ${from} nach ${to}`,
  jump: (who, from, taken, to) => `${who} ${from} schlägt ${and(taken)} nach ${to}`,
  isCrowned: 'wird zur Dame',
  side: (who, men, kings) => {
    const groups = [
      ...(men.length > 0 ? [`${men.length > 1 ? 'Steine' : 'Stein'} ${men.join(' ')}`] : []),
      ...(kings.length > 0 ? [`${kings.length > 1 ? 'Damen' : 'Dame'} ${kings.join(' ')}`] : []),
    ];
    return `${who}: ${groups.join(', ') || 'keine'}.`;
  },
  turn: who => `${who} am Zug.`,
  turnFrom: (who, square) => `${who} am Zug, muss von ${square} weiterspringen.`,
  cell: (square, piece) => `Feld ${square}, ${piece ?? 'leer'}`,
  owned: (who, piece) => `${piece} (${who})`,
  events: {
    capture: (who, piece, square) => `${who} schlägt auf ${square}: ${piece}`,
    crown: (who, square) => `${who} bekommt eine Dame auf ${square}`,
  },
  captions: {
    pieces: 'Steine',
    count: (who, pieces, kings) =>
      `${who} ${pieces}${kings === 0 ? '' : ` (${counted(kings, 'Dame', 'Damen')})`}`,
    squares: 'Felder',
    sum: 'Reihe plus Spalte: 8+ und 3 ist 11',
    mustJump: who => `${who} muss springen`,
    more: count => `… (${count} insgesamt)`,
  },
};
