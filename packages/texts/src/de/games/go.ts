/** Texts of Go, in German. */
import type { GoTexts } from '../../en/games/go.ts';

export const go: GoTexts = {
  title: 'Go',
  seats: ['Schwarz', 'Weiß'],
  reasons: {
    score: { label: 'Punkte', by: 'nach Punkten' },
    repetition: { label: 'Wiederholung', by: 'durch Wiederholung' },
  },
  refusals: {
    'not-your-turn': 'Du bist nicht am Zug.',
    'not-scoring': 'Die Partie läuft noch: Zweimal Passen beendet sie.',
    scoring: 'Zählen: Markiere tote Steine, stimme zu oder spiele weiter.',
    'off-board': 'Dieser Punkt liegt nicht auf dem Brett.',
    occupied: 'Dieser Punkt ist besetzt.',
    suicide: 'Selbstmord ist nicht erlaubt.',
    ko: 'Ko: Du kannst nicht sofort zurückschlagen.',
    superko: 'Superko: Das würde eine frühere Stellung wiederholen.',
    length: 'Die Partie hat die Höchstzahl an Zügen erreicht: Passe.',
    handicap: 'Schwarz setzt zuerst die Vorgabesteine.',
    'nothing-to-mark': 'An diesem Punkt gibt es nichts zu markieren.',
    'dead-outside': 'An diesem Punkt liegt kein Stein.',
    territory: 'Die Gebiete widersprechen dem Brett.',
  },
  options: {
    handicap: {
      label: 'Vorgabe',
      help: 'Anzahl der Vorgabesteine: keine oder ab zwei, so viele wie Brett und Regeln zulassen.',
    },
    height: { label: 'Bretthöhe', help: 'Anzahl der Reihen (Standard: wie die Breite).' },
    komiHalves: {
      label: 'Komi in halben Punkten',
      help: 'Punkte für Weiß in halben Punkten: 15 ist 7,5 (Standard: laut Regelwerk; 1 bei Vorgabe).',
    },
    rules: { label: 'Regelwerk', help: 'Regelwerk, als Name oder als einzelne Einstellungen.' },
    width: { label: 'Brettbreite', help: 'Anzahl der Spalten (Standard: wie die Höhe).' },
  },
  demos: {
    '': { about: 'Eine 9×9-Partie, nach zweimaligem Passen von beiden Seiten gezählt.' },
  },
};
