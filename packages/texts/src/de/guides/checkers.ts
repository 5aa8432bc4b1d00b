/** How to play checkers, in German. */
import type { CheckersGuide } from '../../en/guides/checkers.ts';

export const checkers: CheckersGuide = {
  lead: 'Zwölf Steine auf jeder Seite, nur auf dunklen Feldern. Überspringe die gegnerischen Steine, bis die andere Seite nicht mehr ziehen kann.',
  sections: {
    aim: {
      title: 'Der Anfang',
      text: 'Schwarz beginnt und hat {moves} Züge. Du gewinnst, wenn die Gegenseite keinen Stein mehr hat oder keinen bewegen kann.',
    },
    men: {
      title: 'Steine ziehen vorwärts',
      text: 'Ein Stein zieht ein Feld schräg vorwärts auf ein leeres Feld. Nie zurück, nie zur Seite.',
    },
    jump: {
      title: 'Schlagen ist Pflicht',
      text: 'Steht ein gegnerischer Stein neben deinem und ist das Feld dahinter leer, so springst du darüber und schlägst ihn. Kannst du schlagen, musst du es tun: Kein anderer Zug ist erlaubt. Unter mehreren Sprüngen darfst du wählen.',
    },
    chain: {
      title: 'Weiter springen',
      text: 'Kann derselbe Stein von dort, wo er landet, wieder springen, so tut er es im selben Zug. Hier schlägt ein Zug zwei Steine.',
    },
    king: {
      title: 'Damen ziehen vor und zurück',
      text: 'Ein Stein, der die letzte Reihe erreicht, wird zur Dame, und sein Zug ist zu Ende. Eine Dame zieht und springt ein Feld weit vorwärts und rückwärts: Diese hat {moves} Züge.',
    },
    end: {
      title: 'Das Ende',
      text: 'Weiß ist am Zug und hat keinen erlaubten Zug, also gewinnt Schwarz. Eine Stellung, die zum dritten Mal vorkommt, ist unentschieden, ebenso vierzig Züge jeder Seite ohne Schlagen und ohne Zug eines einfachen Steins.',
    },
  },
  lesson: {
    step: {
      task: 'Ziehe deinen Stein auf Feld 16.',
      hint: 'Die Nummern der Felder stehen in ihren Ecken.',
      done: 'Ein Feld, schräg vorwärts.',
    },
    jump: {
      task: 'Du kannst schlagen, also musst du. Schlage den weißen Stein.',
      hint: 'Nur einer deiner Steine hat einen weißen vor sich und dahinter ein leeres Feld.',
      done: 'Der übersprungene Stein ist weg.',
    },
    choose: {
      task: 'Du kannst auf zwei Arten springen. Schlage zwei Steine auf einmal.',
      hint: 'Einer der Sprünge landet dort, wo der nächste beginnt.',
      done: 'Du darfst jeden Sprung wählen; oft ist der längere besser.',
    },
    crown: {
      task: 'Hol dir eine Dame.',
      hint: 'Ein Stein auf der letzten Reihe wird zur Dame.',
      done: 'Gekrönt. Ab jetzt zieht sie auch zurück.',
    },
    king: {
      task: 'Springe mit deiner Dame rückwärts.',
      hint: 'Der Stein, den du schlägst, ist näher an deiner Seite des Bretts.',
      done: 'Das können nur Damen.',
    },
    win: {
      task: 'Gewinne das Spiel.',
      hint: 'Weiß hat nur noch einen Stein.',
      done: 'Weiß kann nicht ziehen: Du hast gewonnen.',
    },
  },
};
