/** Texts of Dominoes, in German. */
import type { DominosTexts } from '../../en/games/dominos.ts';

export const dominos: DominosTexts = {
  title: 'Domino',
  seats: ['Süd', 'West', 'Nord', 'Ost'],
  reasons: {
    emptyHand: { label: 'Ausgespielt', by: 'durch Ausspielen' },
    blocked: { label: 'Blockiertes Spiel', by: 'bei blockiertem Spiel' },
  },
  refusals: {
    emptyBoneyard: 'Der Talon ist leer: Passe.',
    mustDraw: 'Ziehe zuerst vom Talon.',
    mustPlay: 'Du hast einen passenden Stein: Spiele ihn.',
    noTile: 'Diesen Stein hast du nicht.',
    noFit: 'Dieser Stein passt nicht an dieses Ende.',
    flip: 'Dieser Stein passt hier nur andersherum.',
    lead: 'Der erste Stein ist vorgegeben.',
    ambiguous: 'Dieser Stein passt an beide Enden; wähle eines.',
  },
  demos: {
    '': { about: 'Verdeckte Hände: Sieh dir die Partie aus der Sicht jedes Spielers an.' },
  },
};
