/** Texts of Checkers, in German. */
import type { CheckersTexts } from '../../en/games/checkers.ts';

export const checkers: CheckersTexts = {
  title: 'Dame',
  seats: ['Schwarz', 'Weiß'],
  reasons: {
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
};
