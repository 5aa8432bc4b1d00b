/** How to play backgammon, in German. */
import type { BackgammonGuide } from '../../en/guides/backgammon.ts';

export const backgammon: BackgammonGuide = {
  lead: 'Ein Wettlauf von fünfzehn Steinen um das Brett. Die Würfel sagen, wie weit, du sagst, welcher Stein.',
  sections: {
    aim: {
      title: 'Zwei Richtungen',
      text: 'Weiß zieht von Punkt 24 hinab zu Punkt 1, Schwarz andersherum. Bring alle Steine in dein Heimfeld, die letzten sechs Punkte, und würfle sie dann aus. Wer zuerst alle ausgewürfelt hat, gewinnt.',
    },
    dice: {
      title: 'Zwei Würfel, zwei Züge',
      text: 'Jeder Würfel bewegt einen Stein; es darf zweimal derselbe sein. Bei einem Pasch spielst du die Zahl viermal. Du musst so viele Würfel spielen, wie die Regeln zulassen.',
    },
    points: {
      title: 'Offene und besetzte Punkte',
      text: 'Du darfst auf jeden Punkt ziehen, auf dem nicht zwei oder mehr gegnerische Steine stehen. Die 2 von Punkt 24 geht hier, die 5 ist versperrt. Ein einzelner gegnerischer Stein ist ein Blot: Triffst du ihn, muss er auf die Bar.',
    },
    bar: {
      title: 'Von der Bar',
      text: 'Ein Stein auf der Bar kommt zuerst herein, im gegnerischen Heimfeld, auf den Punkt, den ein Würfel nennt. Vorher darf nichts anderes ziehen. Hier passt die 2, die 4 ist versperrt.',
    },
    off: {
      title: 'Auswürfeln',
      text: 'Sind alle deine Steine im Heimfeld, so nimmt ein Würfel einen von seinem Punkt heraus. Sind dieser Punkt und alle dahinter leer, nimm einen von deinem höchsten Punkt.',
    },
    score: {
      title: 'Was ein Sieg zählt',
      text: 'Ein einfacher Sieg zählt {single}. Hat die Gegenseite noch keinen Stein ausgewürfelt, ist es ein Gammon und zählt {gammon}, wie hier; steht dazu noch ein Stein auf der Bar oder im Heimfeld des Siegers, ist es ein Backgammon und zählt {backgammon}.',
    },
  },
  lesson: {
    point: {
      task: 'Mach einen Punkt: Setze zwei Steine auf Punkt 5.',
      hint: 'Die 3 kommt von Punkt 8, die 1 von Punkt 6.',
      done: 'Zwei Steine auf einem Punkt sind sicher und versperren ihn der Gegenseite.',
    },
    hit: {
      task: 'Triff den schwarzen Blot auf Punkt 9.',
      hint: 'Zähle vier Punkte von deinem Stapel auf der 13.',
      done: 'Schwarz muss wieder von der Bar anfangen.',
    },
    bar: {
      task: 'Bring deinen Stein von der Bar herein.',
      hint: 'Mit einer 2 kommst du auf Punkt 23.',
      done: 'Erst jetzt dürfen deine anderen Steine wieder ziehen.',
    },
    off: {
      task: 'Würfle zwei Steine aus.',
      hint: 'Die 6 nimmt einen von Punkt 6, die 4 einen von Punkt 4.',
      done: 'Zwei weniger.',
    },
    win: {
      task: 'Würfle deine letzten Steine aus und gewinne.',
      hint: 'Höhere Zahlen dürfen von deinem höchsten Punkt nehmen.',
      done: 'Alle fünfzehn sind draußen: Du hast gewonnen.',
    },
  },
};
