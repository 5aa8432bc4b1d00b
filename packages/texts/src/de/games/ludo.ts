/** Texts of Ludo, in German. */
import type { LudoTexts } from '../../en/games/ludo.ts';

export const ludo: LudoTexts = {
  title: 'Ludo',
  seats: ['Rot', 'Grün', 'Gelb', 'Blau'],
  reasons: {
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
    '': { about: 'Vier Spieler und ein nachweisbar fairer Würfel.' },
  },
};
