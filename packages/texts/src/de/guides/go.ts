/** How to play go, in German. */
import type { GoGuide } from '../../en/guides/go.ts';

export const go: GoGuide = {
  lead: 'Schwarz und Weiß setzen abwechselnd Steine und grenzen Gebiet ab. Steine ziehen nie, aber man kann sie fangen.',
  sections: {
    aim: {
      title: 'Mehr umschließen',
      text: 'Abwechselnd setzt man je einen Stein auf einen Schnittpunkt der Linien; Schwarz beginnt. Am Ende zählen die Punkte, die du besetzt oder umschließt. Anfänger spielen auf 9×9, das große Brett hat 19×19 Linien.',
    },
    liberties: {
      title: 'Freiheiten',
      text: 'Die leeren Punkte neben einem Stein sind seine Freiheiten: {moves} bei diesem, am Rand weniger. Steine einer Farbe, die sich entlang der Linien berühren, bilden eine Kette und teilen ihre Freiheiten.',
    },
    capture: {
      title: 'Fangen',
      text: 'Wer einer Kette die letzte Freiheit nimmt, fängt sie: Ihre Steine kommen vom Brett. Schwarz fängt den weißen Stein mit einem Zug.',
    },
    suicide: {
      title: 'Kein Selbstmord',
      text: 'Ein Stein ohne Freiheit darf nicht gesetzt werden, außer er fängt dabei etwas. In die Mitte dieser weißen Steine kann Schwarz nicht setzen.',
    },
    ko: {
      title: 'Ko',
      text: 'Weiß hat gerade einen Stein gefangen. Sofort zurückzufangen ergäbe dieselbe Stellung, immer wieder; darum ist es verboten, und Schwarz spielt zuerst woanders.',
    },
    eyes: {
      title: 'Zwei Augen leben',
      text: 'Die schwarze Gruppe hat zwei getrennte leere Punkte, ihre Augen. Weiß müsste beide zugleich füllen und darf auf keinen setzen: Diese Gruppe ist nicht mehr zu fangen.',
    },
    score: {
      title: 'Passen und zählen',
      text: 'Wenn nichts mehr zu gewinnen ist, passen beide. Dann markiert ihr Steine, die nicht mehr entkommen, als tot und einigt euch. Hier hat Schwarz {black} Punkte und Weiß {white}, mit einem halben Punkt Komi fürs Nachziehen: ein Unterschied von {margin}.',
    },
  },
  lesson: {
    take: {
      task: 'Fange den weißen Stein.',
      hint: 'Er hat noch eine Freiheit.',
      done: 'Gefangene Steine kommen vom Brett.',
    },
    chain: {
      task: 'Fange zwei Steine auf einmal.',
      hint: 'Die beiden Steine teilen ihre Freiheiten. Finde die letzte.',
      done: 'Eine Kette lebt und stirbt gemeinsam.',
    },
    escape: {
      task: 'Dein Stein wird gleich gefangen. Rette ihn.',
      hint: 'Verlängere ihn dort, wo er noch eine Freiheit hat.',
      done: 'Die Kette aus zwei Steinen hat jetzt drei Freiheiten.',
    },
    eyes: {
      task: 'Mach zwei Augen, damit deine Gruppe lebt.',
      hint: 'Drei leere Punkte liegen nebeneinander. Teile sie.',
      done: 'Zwei Augen: Diese Gruppe kann niemand mehr fangen.',
    },
    pass: {
      task: 'Es gibt nichts mehr zu gewinnen. Beende das Spiel, indem du passt.',
      hint: 'Weiß hat gepasst. Passe auch, mit dem Knopf.',
      done: 'Nach zweimal Passen wird gezählt.',
    },
  },
};
