/** How to play ludo, in German. */
import type { LudoGuide } from '../../en/guides/ludo.ts';

export const ludo: LudoGuide = {
  lead: 'Bring vier Figuren einmal um das Brett ins Ziel, bevor es die anderen schaffen. Mit einer Sechs kommst du heraus.',
  sections: {
    aim: {
      title: 'Einmal herum',
      text: 'Jede Figur läuft einmal im Uhrzeigersinn um das Brett, vom eigenen Startfeld bis in die eigene Zielgerade. Wer zuerst alle vier Figuren im Ziel hat, gewinnt.',
    },
    out: {
      title: 'Mit der Sechs heraus',
      text: 'Die Figuren beginnen im Haus. Nur mit einer Sechs darf eine heraus, auf ihr Startfeld. Nach einer Sechs würfelst du noch einmal; die dritte Sechs hintereinander verfällt und beendet deinen Zug.',
    },
    walk: {
      title: 'Genau die Augenzahl',
      text: 'Eine Figur läuft genau so weit, wie der Würfel zeigt, an jeder anderen vorbei. Auf einer Figur der eigenen Farbe darf sie nicht landen: Mit dieser 4 kann nur {moves} Figur ziehen.',
    },
    capture: {
      title: 'Schlagen',
      text: 'Landest du auf einem Feld mit einer gegnerischen Figur, muss sie zurück ins Haus und noch einmal den ganzen Weg gehen.',
    },
    safe: {
      title: 'Sichere Felder',
      text: 'Auf Sternen und Startfeldern wird nicht geschlagen; dort stehen Figuren verschiedener Farben beisammen. Rot kann diesen Zug auf einem Stern neben Grün beenden.',
    },
    home: {
      title: 'Mit der genauen Zahl ins Ziel',
      text: 'In die Zielgerade kann dir niemand folgen. Ins Ziel kommst du nur mit der genauen Zahl: Die vordere Figur braucht eine 3, bei einer 4 läuft also die andere.',
    },
    end: {
      title: 'Das Ende',
      text: 'Die vierte rote Figur ist im Ziel: Rot gewinnt sofort.',
    },
  },
  lesson: {
    out: {
      task: 'Du hast eine Sechs. Bring eine Figur aus dem Haus.',
      hint: 'Wähle eine Figur in deinem Haus, nicht die auf dem Weg.',
      done: 'Sie steht auf deinem Startfeld, und du würfelst noch einmal.',
    },
    capture: {
      task: 'Schlage die grüne Figur.',
      hint: 'Welche deiner Figuren steht fünf Felder dahinter?',
      done: 'Die grüne Figur ist wieder im Haus.',
    },
    safe: {
      task: 'Bring eine Figur auf dem Stern in Sicherheit.',
      hint: 'Der Stern ist fünf Felder von einer deiner Figuren entfernt.',
      done: 'Dort kann sie niemand schlagen.',
    },
    home: {
      task: 'Bring eine Figur ins Ziel.',
      hint: 'Die in der Zielgeraden braucht genau vier.',
      done: 'Figuren im Ziel bleiben dort.',
    },
    win: {
      task: 'Gewinne das Spiel.',
      hint: 'Eine Figur fehlt noch.',
      done: 'Alle vier sind im Ziel: Du hast gewonnen.',
    },
  },
};
