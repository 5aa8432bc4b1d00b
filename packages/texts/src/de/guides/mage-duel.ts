/** How to play Mage Duel, in German. */
import type { MageDuelGuide } from '../../en/guides/mage-duel.ts';

export const mageDuel: MageDuelGuide = {
  lead: 'Lege quadratische Plättchen auf ein Brett mit 8×8 Zellen. Schließe Städte und Straßen ab und halte mehr davon als dein Gegner.',
  sections: {
    aim: {
      title: 'Städte, Straßen, Felder',
      text: 'Abwechselnd legt man das oberste Plättchen des Stapels. Jede Kante eines Plättchens ist Stadt, Straße oder Feld, und jedes Plättchen gehört dem, der es gelegt hat. Blau hat hier {blue} Punkte, Rot {red}.',
    },
    fit: {
      title: 'Kanten müssen passen',
      text: 'Stadt an Stadt, Straße an Straße, Feld an Feld. Ein Plättchen muss mindestens eine passende Kante treffen: die eines Plättchens auf dem Brett oder eine Marke am Rand. Drehe es, wie du willst: Es passt hier auf {moves} Arten.',
    },
    points: {
      title: 'Was ein Plättchen zählt',
      text: 'Jede Stadtkante deines Plättchens zählt 2, jede Straßenkante 1, und eine Marke am Rand, die sie trifft, noch einmal so viel. Dieses Plättchen hat zwei Stadtkanten und trifft eine Marke: {blue} Punkte für Blau.',
    },
    contest: {
      title: 'Um jede Stadt wird gestritten',
      text: 'Ist keine Kante einer Stadt oder Straße mehr offen, so wird sie entschieden: Wer darin mehr Punkte hält, bekommt die der Gegenseite. Schließt Rot diese Stadt ab, so gewinnt Blau sie mit {blue} zu {red}. Bei Gleichstand bekommt niemand etwas.',
    },
    jokers: {
      title: 'Joker',
      text: 'Statt des obersten Plättchens darfst du ein beliebiges als Joker legen. Du hast {jokers}; jeder, der am Ende übrig ist, zählt {price} Punkte.',
    },
    end: {
      title: 'Aussetzen und Ende',
      text: 'Du darfst aussetzen. Zweimal Aussetzen hintereinander beendet das Spiel, ebenso wenn Plättchen und Joker ausgehen. Dann werden auch offene Städte und Straßen entschieden und die Joker gezählt: hier {blue} zu {red}.',
    },
  },
  lesson: {
    place: {
      task: 'Lege das oberste Plättchen des Stapels.',
      hint: 'Wähle unter dem Brett eine der vier Drehungen, dann eine markierte Zelle. Nimm keinen Joker.',
      done: 'Alle Kanten passen. Die Zelle gehört jetzt dir.',
    },
    city: {
      task: 'Schließe mit einem einzigen Plättchen eine Stadt ab: mit einem Joker in der Ecke a1.',
      hint: 'An a1 treffen sich zwei Stadtmarken. Drücke auf Joker, wähle a1 und ein Plättchen mit zwei Stadtkanten nebeneinander und sonst Feld.',
      done: 'Keine Kante ist offen: Die Stadt ist entschieden und gehört dir.',
    },
    road: {
      task: 'Von a8 kommt eine rote Straße herab. Schließe sie mit einem Joker auf a7 ab.',
      hint: 'Du brauchst ein Plättchen mit Straße oben und links und sonst nichts.',
      done: 'Zwei Punkte für jeden: Niemand bekommt etwas vom anderen.',
    },
    take: {
      task: 'Gewinne die gemeinsame Stadt: Schließe sie mit einem Joker auf f6 ab.',
      hint: 'Du brauchst ein Plättchen mit einer einzigen Stadtkante, nach rechts gedreht.',
      done: 'Du hältst mehr davon, also bekommst du die Punkte von Rot.',
    },
  },
};
