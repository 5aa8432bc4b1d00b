/** Texts of Go, in German. */
import type { GoTexts } from '../../en/games/go.ts';
import { counted, ending } from '../helpers.ts';
import { match } from '../match.ts';

const stones = (count: number): string => counted(count, 'Stein', 'Steine');

export const go: GoTexts = {
  title: 'Go',
  seats: ['Schwarz', 'Weiß'],
  reasons: {
    ...match.reasons,
    score: { label: 'Punkte', by: 'nach Punkten' },
    repetition: { label: 'Wiederholung', by: 'durch Wiederholung' },
  },
  perPoint: 2,
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
    rules: {
      label: 'Regelwerk',
      help: 'Regelwerk, als Name oder als einzelne Einstellungen.',
      values: {
        AGA: 'AGA',
        Chinese: 'Chinesisch',
        Japanese: 'Japanisch',
        'New Zealand': 'Neuseeländisch',
      },
    },
    width: { label: 'Brettbreite', help: 'Anzahl der Spalten (Standard: wie die Höhe).' },
  },
  setUp: {
    width: {
      label: 'Brett',
      help: 'Anfänger beginnen auf 9×9.',
      values: { 9: '9×9', 13: '13×13', 19: '19×19' },
    },
    komiHalves: {
      label: 'Komi in Punkten',
      help: 'Was Weiß fürs Nachziehen bekommt. Ohne Angabe folgt es aus Regeln und Vorgabe.',
      values: {},
    },
    handicap: {
      label: 'Vorgabe',
      help: 'Steine, die Schwarz vor dem ersten weißen Zug setzt.',
      values: { 0: 'Keine' },
    },
  },
  demos: {
    '': { about: 'Eine 9×9-Partie, nach zweimaligem Passen von beiden Seiten gezählt.' },
  },
  ...ending,
  plays: (who, point, captured) =>
    `${who} spielt ${point}${captured > 0 ? ` und schlägt ${stones(captured)}` : ''}`,
  suicide: (who, point, removed) => `${who} spielt ${point} und verliert ${stones(removed)}`,
  handicap: (who, point) => `${who} setzt einen Vorgabestein auf ${point}`,
  passes: who => `${who} passt`,
  agrees: who => `${who} stimmt der Zählung zu`,
  resumes: who => `${who} spielt weiter`,
  marks: (who, point, as) => `${who} markiert ${point}${as && ` als ${as}`}`,
  status: { dead: 'tot', alive: 'lebend', neutral: 'neutral', territory: 'Gebiet' },
  stops: 'das Spiel hält an',
  wonBy: (who, margin) => `${who} gewinnt mit ${margin} Punkten`,
  jigo: 'Jigo',
  side: (who, points, prisoners) =>
    `${who}: ${points.join(' ') || 'keine Steine'}${prisoners > 0 ? `, ${counted(prisoners, 'Gefangener', 'Gefangene')}` : ''}.`,
  scoring: 'Zählen: Tote Steine werden markiert.',
  toPlace: (who, count) => `${who} setzt noch ${counted(count, 'Vorgabestein', 'Vorgabesteine')}.`,
  turn: (who, ko) => `${who} am Zug${ko === null ? '' : `, Ko auf ${ko}`}.`,
  cell: (point, what) => `${point}, ${what ?? 'leer'}`,
  stone: who => `Stein von ${who}`,
  deadStone: who => `Stein von ${who}, tot`,
  territory: who => `Gebiet von ${who}`,
  buttons: { pass: 'Passen', agree: 'Zustimmen', resume: 'Weiterspielen' },
  events: {
    capture: (who, count) => `${who} schlägt ${stones(count)}`,
    suicide: (who, count) => `${who} verliert ${stones(count)}`,
    mark: (who, points, as) => `${who} markiert ${points} als ${as}`,
    agree: who => `${who} stimmt der Zählung zu`,
    resume: who => `${who} spielt weiter`,
    scoring: 'das Spiel hält an',
  },
  captions: {
    captures: 'Gefangene',
    took: (who, count) => `${who} ${count}`,
    komi: points => `Komi ${points}`,
    handicap: count => `Vorgabe ${count}`,
    rules: name => `Regeln: ${name}`,
    toPlace: 'zu setzen',
    stones: count => counted(count, 'Vorgabestein', 'Vorgabesteine'),
    passed: 'gepasst',
    scoring: 'Zählen',
    scoringHelp: 'tote Steine markieren, zustimmen oder weiterspielen',
    count: 'Zählung',
    score: (black, blackPoints, white, whitePoints, result) =>
      `${black} ${blackPoints}, ${white} ${whitePoints}: ${result}`,
    agreed: who => `${who} stimmt zu`,
  },
};
