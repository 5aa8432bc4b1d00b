/** Words of any match, in German. */
import type { MatchTexts } from '../en/match.ts';

const periods = (count: number): string => `${count} ${count === 1 ? 'Periode' : 'Perioden'}`;

export const match: MatchTexts = {
  seat: seat => `Platz ${seat}`,
  referee: 'der Schiedsrichter',
  actions: {
    move: who => `${who} zieht`,
    refused: (who, why) => `${who}: regelwidriger Zug: ${why}`,
    links: () => 'Auslosung',
    leave: (of, how) => `${of} verlässt die Partie: ${how}`,
    claim: (who, reason) => `${who} reklamiert: ${reason}`,
    'offer-draw': who => `${who} bietet Remis an`,
    'accept-draw': who => `${who} nimmt das Remis an`,
    decline: who => `${who} lehnt ab`,
    'ask-takeback': who => `${who} bittet um Zugrücknahme`,
    'allow-takeback': (who, to) => `${who} erlaubt die Rücknahme bis Eintrag ${to}`,
    pause: who => `${who} pausiert`,
    resume: who => `${who} setzt fort`,
    abort: who => `${who} bricht die Partie ab`,
  },
  clock: {
    absolute: main => `${main} für die ganze Partie`,
    fixed: move => `${move} pro Zug`,
    fischer: (main, increment) => `${main} + ${increment} pro Zug`,
    'byo-yomi': (main, count, period) => `${main}, dann ${periods(count)} zu ${period}`,
  },
};
