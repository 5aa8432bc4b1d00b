/** Texts of Ludo, in German. */
import type { LudoTexts } from '../../en/games/ludo.ts';
import { ending } from '../helpers.ts';
import { match } from '../match.ts';

export const ludo: LudoTexts = {
  title: 'Ludo',
  seats: ['Rot', 'Grün', 'Gelb', 'Blau'],
  reasons: {
    ...match.reasons,
    allHome: { label: 'Alle Figuren im Ziel', by: 'mit allen Figuren im Ziel' },
    lastStanding: { label: 'Letzter Spieler', by: 'als letzter verbliebener Spieler' },
  },
  refusals: {
    isHome: 'Diese Figur ist schon im Ziel.',
    inBase: 'Diese Figur steht noch im Haus.',
    needsSix: 'Du brauchst eine Sechs, um das Haus zu verlassen.',
    ownToken: 'Auf diesem Feld steht deine eigene Figur.',
    isOut: 'Diese Figur ist schon aus dem Haus.',
    notRolled: 'Diese Zahl hast du nicht gewürfelt.',
    pastHome: 'Der Wurf ist zu hoch, um ins Ziel zu kommen.',
  },
  demos: {
    '': { about: 'Vier Spieler und ein nachweislich fairer Würfel.' },
  },
  ...ending,
  token: token => `Figur ${token}`,
  leavesBase: token => `${token} verlässt das Haus`,
  moves: (token, steps) => `${token} zieht ${steps}`,
  takes: (token, who) => `schlägt ${token} von ${who}`,
  isHome: 'ist im Ziel',
  listed: {
    square: (token, square) => `${token} auf ${square}`,
    column: (token, step) => `${token} auf Zielgerade ${step}`,
    home: token => `${token} im Ziel`,
    takes: who => `schlägt ${who}`,
  },
  side: (who, places) => `${who}: ${places.join(', ')}.`,
  at: (token, square) => `${token} auf ${square}`,
  inColumn: (token, left) => `${token} auf der Zielgeraden, noch ${left}`,
  inBase: count => `${count} im Haus`,
  home: count => `${count} im Ziel`,
  toRoll: who => `${who} würfelt.`,
  toMove: (who, die) => `${who} hat ${die} gewürfelt und ist am Zug.`,
  cell: {
    square: (square, isStart, isSafe) =>
      `Feld ${square}${isStart === null ? '' : `, Start von ${isStart}`}${isSafe ? ', sicher' : ''}`,
    column: (who, step) => `Zielgerade von ${who}, ${step}`,
    home: who => `Ziel von ${who}`,
    base: (who, place) => `Haus von ${who}, Platz ${place}`,
    die: value => (value === 0 ? 'Würfel, nicht geworfen' : `Würfel: ${value}`),
    token: (who, token) => `Figur ${token} von ${who}`,
    empty: 'leer',
  },
  events: {
    rolled: (who, die) => `${who} würfelt ${die}`,
    enter: (who, token) => `${who}: ${token} verlässt das Haus`,
    home: (who, token) => `${who}: ${token} ist im Ziel`,
    capture: (who, token, of) => `${who} schlägt ${token} von ${of}`,
    left: who => `${who} verlässt die Partie`,
  },
  captions: {
    base: token => `${token} Haus`,
    home: token => `${token} Ziel`,
    at: (token, square) => `${token} auf ${square}`,
    wonBy: 'gewonnen von',
    die: 'Würfel',
    toRoll: who => `${who} würfelt`,
    rolled: (who, die, isSecondSix) =>
      `${who} hat ${die} gewürfelt${isSecondSix ? ', die zweite Sechs' : ''}`,
  },
};
