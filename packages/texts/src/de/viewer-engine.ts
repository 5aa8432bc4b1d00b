/** What the viewer's engine says about a record, in German. */
import type { ViewerEngineTexts } from '../en/viewer-engine.ts';
import { endOfGame } from './helpers.ts';

const numbers = new Intl.NumberFormat('de');

const PIECES: { readonly [piece: string]: readonly [one: string, other: string] } = {
  pawn: ['Bauer', 'Bauern'],
  knight: ['Springer', 'Springer'],
  bishop: ['Läufer', 'Läufer'],
  rook: ['Turm', 'Türme'],
  queen: ['Dame', 'Damen'],
  king: ['König', 'Könige'],
};

export const viewerEngine: ViewerEngineTexts = {
  draw: 'Auslosung',
  aMove: 'ein Zug',
  rolls: (who, roll) => (who === '' ? `würfelt ${roll}` : `${who} würfelt ${roll}`),
  round: round => `Runde ${round}`,
  place: (number, count, isMore) =>
    `${numbers.format(number)} von ${isMore ? 'mindestens ' : ''}${numbers.format(count)}`,
  timeLeft: (seat, seconds) => `${seat} hat noch ${seconds} s`,
  longPause: seconds => `${seconds} s lang kein Zug`,
  /** Kinds of events that no game describes. */
  kinds: { 'game finished': endOfGame },
  event: (seat, event) => `${seat}: ${event}`,
  capturedBy: seat => `geschlagen von ${seat}`,
  captured: (piece, count) => {
    const name = PIECES[piece] ?? [piece, piece];
    return count === 1 ? name[0] : `${numbers.format(count)} ${name[1]}`;
  },
  achieved: (title, points) => `${title} (${points})`,
  commits: {
    unsigned: 'hat das Ergebnis nicht unterschrieben',
    signed: day => `hat das Ergebnis am ${day} unterschrieben`,
    about: commits =>
      `Das sind OpenPGP-Schlüssel. Die Partie besteht aus ${numbers.format(commits)} IPGS-Commits. Jeder Spieler hat jeden seiner Schritte zusammen mit allem Vorherigen unterschrieben: die Herausforderung, jeden Zug mit seiner Zeit und das Ergebnis. Ohne beide Schlüssel lässt sich nichts ändern.`,
    limits: [
      'Dass ein Schlüssel der Person gehört, die er nennt: Jeder kann einen Schlüssel mit jedem Namen erzeugen. Vergleiche den Fingerabdruck mit einem, den du vom Besitzer hast.',
      'Dass niemand sonst einen Schlüssel benutzt hat.',
      'Wann die Züge gemacht wurden: Jeder Spieler hat seine Zeiten selbst eingetragen, jede später als die vorige.',
      'Dass niemand Hilfe von außen hatte.',
    ],
  },
};
