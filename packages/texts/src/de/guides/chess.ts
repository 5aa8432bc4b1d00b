/** How to play chess, in German. */
import type { ChessGuide } from '../../en/guides/chess.ts';

export const chess: ChessGuide = {
  lead: 'Zwei Heere mit je sechzehn Figuren. Greife den gegnerischen König so an, dass er nicht mehr entkommt.',
  sections: {
    aim: {
      title: 'Das Ziel ist das Matt',
      text: 'Der Turm greift den schwarzen König auf der letzten Reihe an. Der König hat kein sicheres Feld, und niemand kann den Turm schlagen oder dazwischenziehen: schachmatt, Weiß gewinnt.',
    },
    lines: {
      title: 'Turm, Läufer und Dame ziehen auf Linien',
      text: 'Der Turm zieht auf Reihen und Linien, der Läufer auf Diagonalen, die Dame auf beiden: {moves} Züge von hier aus. Die erste Figur im Weg hält sie auf; eine gegnerische können sie schlagen. Der König zieht ein Feld weit in jede Richtung.',
    },
    knight: {
      title: 'Der Springer springt',
      text: 'Zwei Felder geradeaus und eins zur Seite: {moves} Felder von der Brettmitte aus. Nur er springt über andere Figuren.',
    },
    pawn: {
      title: 'Bauern ziehen gerade und schlagen schräg',
      text: 'Ein Bauer zieht ein Feld vorwärts, von seinem ersten Feld aus auch zwei. Er schlägt ein Feld schräg vorwärts, und nur dabei verlässt er seine Linie. Auf der letzten Reihe wird er zu Dame, Turm, Läufer oder Springer.',
    },
    check: {
      title: 'Auf ein Schach antworten',
      text: 'Der Läufer greift den weißen König an: Schach. Ziehe den König weg, stelle etwas dazwischen oder schlage den Angreifer. Von allen Zügen sind jetzt nur diese {moves} erlaubt, und die Rochade gehört nicht dazu.',
    },
    special: {
      title: 'Rochade und en passant',
      text: 'Haben König und Turm noch nicht gezogen und steht nichts zwischen ihnen, so zieht der König zwei Felder weit und der Turm springt über ihn, außer wenn der König im Schach steht oder über ein angegriffenes Feld müsste. Ein Bauer, der gerade zwei Felder gezogen ist, kann geschlagen werden, als wäre er nur eins gezogen.',
    },
    draw: {
      title: 'Remis',
      text: 'Schwarz steht nicht im Schach und hat keinen erlaubten Zug: patt, also remis. Remis ist es auch durch Vereinbarung, durch Stellungswiederholung, nach fünfzig Zügen ohne Bauernzug und ohne Schlagen, oder wenn niemand genug Figuren zum Mattsetzen hat.',
    },
  },
  lesson: {
    rook: {
      task: 'Schlage den Bauern mit deinem Turm.',
      hint: 'Der Turm zieht auf seiner Reihe oder Linie, so weit du willst.',
      done: 'Geschlagen. Man schlägt, indem man auf das Feld einer gegnerischen Figur zieht.',
    },
    knight: {
      task: 'Springe über die Bauern und schlage den Läufer.',
      hint: 'Der Springer zieht zwei Felder geradeaus und eins zur Seite.',
      done: 'Den Springer kümmert nicht, was dazwischen steht.',
    },
    pawn: {
      task: 'Mach aus deinem Bauern eine Dame.',
      hint: 'Ziehe den Bauern auf die letzte Reihe und wähle die Dame.',
      done: 'Eine neue Dame. Bauern, die so weit kommen, entscheiden meist die Partie.',
    },
    castle: {
      task: 'Bring deinen König in Sicherheit: rochiere.',
      hint: 'Ziehe den König zwei Felder auf den Turm zu.',
      done: 'Der König steht hinter seinen Bauern, und der Turm ist im Spiel.',
    },
    check: {
      task: 'Du stehst im Schach. Schlage den Angreifer.',
      hint: 'Der Springer auf c2 gibt Schach. Welche deiner Figuren erreicht ihn?',
      done: 'Das Schach ist weg, und der Springer auch.',
    },
    mate: {
      task: 'Setze in einem Zug matt.',
      hint: 'Der schwarze König ist hinter den eigenen Bauern eingesperrt. Nutze die offene Linie.',
      done: 'Schachmatt. Darum geht es in diesem Spiel.',
    },
  },
};
