/** How to play Kung Fu Chess, in German. */
import type { KungFuChessGuide } from '../../en/guides/kung-fu-chess.ts';

export const kungFuChess: KungFuChessGuide = {
  lead: 'Schach, bei dem niemand wartet. Alle ziehen zugleich, Figuren brauchen Zeit für ihren Weg und ruhen nach der Ankunft.',
  sections: {
    aim: {
      title: 'Fange den König',
      text: 'Die Figuren ziehen wie im Schach, aber niemand wartet: Hier sind drei Züge unterwegs. Es gibt kein Schach und kein Matt. Wer den König schlägt, gewinnt.',
    },
    move: {
      title: 'Figuren sind unterwegs',
      text: 'Wähle eine Figur und ihr Zielfeld, und sie läuft los: eine Sekunde je Feld, im Blitztempo {fastSquare} s. Sie lässt sich nicht aufhalten und nicht zurückrufen. Dieser Turm kann sich {moves} Felder aussuchen.',
    },
    rest: {
      title: 'Figuren ruhen',
      text: 'Nach der Ankunft ruht eine Figur {rest} Sekunden, im Blitztempo {fastRest} s, bevor sie wieder ziehen kann. Die Farbe auf ihrem Feld zeigt, wie lange noch.',
    },
    meet: {
      title: 'Begegnungen',
      text: 'Treffen sich Figuren unterwegs, so schlägt die, die zuerst losgelaufen ist; sind beide zugleich losgelaufen, gehen beide verloren. Eine ruhende Figur wird von jeder geschlagen, die ankommt.',
    },
    dodge: {
      title: 'Ausweichen',
      text: 'Der Turm ist auf dem Weg nach h4. Nichts hindert den Springer, vorher zu gehen; dann findet der Turm ein leeres Feld.',
    },
    king: {
      title: 'Niemand warnt dich',
      text: 'Ein König darf stehen bleiben, wo er angegriffen ist, also behalte das ganze Brett im Auge. Die Dame kann hier den König schlagen: Weiß gewinnt, wenn sie ankommt.',
    },
  },
  lesson: {
    send: {
      task: 'Schick einen Bauern von e2 nach e4.',
      hint: 'Wie im Schach darf ein Bauer von seinem ersten Feld aus zwei Felder weit.',
      done: 'Er ist unterwegs. Auf eine Antwort musst du nicht warten.',
    },
    take: {
      task: 'Schlage den Springer mit deinem Turm.',
      hint: 'Er steht auf derselben Reihe.',
      done: 'Der Turm ist angekommen und hat ihn geschlagen.',
    },
    both: {
      task: 'Schlage beide Springer, ohne dazwischen zu warten.',
      hint: 'Schick den einen Turm los, dann sofort den anderen.',
      done: 'Zwei Figuren zugleich: Darum geht es in diesem Spiel.',
    },
    dodge: {
      task: 'Ein Turm kommt auf deinen Springer zu. Weiche aus.',
      hint: 'Zieh den Springer von der vierten Reihe weg, und zwar jetzt.',
      done: 'Der Turm kam zu spät.',
    },
    king: {
      task: 'Schlage den König.',
      hint: 'Deine Dame steht gleich neben ihm.',
      done: 'Der König ist weg, und das Spiel ist gewonnen.',
    },
  },
};
