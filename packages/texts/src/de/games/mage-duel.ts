/** Texts of Mage Duel, in German. */
import type { MageDuelTexts } from '../../en/games/mage-duel.ts';

export const mageDuel: MageDuelTexts = {
  title: 'Mage Duel',
  seats: ['Blau', 'Rot'],
  reasons: {
    exhausted: {
      label: 'Keine Plättchen und Joker mehr',
      by: 'ohne verbliebene Plättchen und Joker',
    },
    'double-skip': { label: 'Zweimal ausgesetzt', by: 'nach zweimaligem Aussetzen' },
    timeout: { label: 'Zeitüberschreitung', by: 'durch Zeitüberschreitung' },
    'full-board': { label: 'Volles Brett', by: 'bei vollem Brett' },
  },
  refusals: {
    GameIsAlreadyFinished: 'Die Partie ist beendet.',
    PlayerNotInGame: 'Du spielst in dieser Partie nicht mit.',
    NotYourTurn: 'Du bist nicht am Zug.',
    NotEnoughJokers: 'Du hast keine Joker mehr.',
    NoTilesInDeck: 'Es sind keine Plättchen mehr da.',
    CantFinishGame: 'Du kannst das Ende noch nicht verlangen.',
    'InvalidMove:tile': 'Dieses Plättchen gibt es nicht.',
    'InvalidMove:rotation': 'Ein Plättchen wird um höchstens drei Viertel gedreht.',
    'InvalidMove:bounds': 'Dieses Feld liegt nicht auf dem Brett.',
    'InvalidMove:occupied': 'Dieses Feld ist besetzt.',
    'InvalidMove:mismatch': 'Eine Kante passt nicht zur Nachbarkante.',
    'InvalidMove:detached': 'Das Plättchen muss an eine passende Kante anschließen.',
  },
  options: {
    deck: { label: 'Vorrat', help: 'Anzahl der Plättchen jeder Art.' },
    edges: { label: 'Ränder', help: 'Stadt- und Straßenmarken an jeder Seite des Bretts.' },
    jokers: { label: 'Joker', help: 'Joker je Spieler.' },
    jokerPrice: { label: 'Jokerwert', help: 'Punkte für jeden Joker, der am Ende übrig ist.' },
    moveTime: {
      label: 'Zeit pro Zug',
      help: 'Sekunden pro Zug; eine Woche, der Höchstwert, heißt ohne Grenze.',
    },
    endOnFullBoard: {
      label: 'Ende bei vollem Brett',
      help: 'Ob die Partie endet, wenn das Brett voll ist.',
    },
    timeout: {
      label: 'Verlangtes Ende',
      help: 'Wer Punkte bekommt, wenn das Ende verlangt wird: beide oder nur, wer zuletzt gezogen hat.',
      values: { share: 'Beide Spieler', forfeit: 'Wer zuletzt zog' },
    },
  },
  demos: {
    '': { about: 'Städte und Straßen, Plättchen für Plättchen.' },
  },
};
