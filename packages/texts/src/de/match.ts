/** Words of any match, in German. */
import type { MatchTexts } from '../en/match.ts';

const periods = (count: number): string => `${count} ${count === 1 ? 'Periode' : 'Perioden'}`;
const list = new Intl.ListFormat('de');

export const match: MatchTexts = {
  seat: seat => `Platz ${seat}`,
  referee: 'der Schiedsrichter',
  actions: {
    move: who => `${who} zieht`,
    refused: (who, why) => `${who}: regelwidriger Zug: ${why}`,
    links: () => 'Auslosung',
    leave: {
      resignation: of => `${of} gibt auf`,
      flag: of => `${of} überschreitet die Zeit`,
      absence: of => `${of} verlässt die Partie`,
      'withheld-link': of => `${of} deckt einen Wurf nicht auf`,
    },
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
  outcome: {
    win: (who, by) =>
      `${list.format(who)} ${who.length > 1 ? 'gewinnen' : 'gewinnt'}${by && ` ${by}`}`,
    draw: by => `Remis${by && ` ${by}`}`,
    void: by => `kein Ergebnis${by && ` ${by}`}`,
    nobody: by => `kein Sieger${by && ` ${by}`}`,
    other: reason => `(${reason})`,
    points: (outcome, points) => `${outcome}, ${points}`,
  },
  reasons: {
    resignation: { label: 'Aufgabe', by: 'durch Aufgabe' },
    timeout: { label: 'Zeitüberschreitung', by: 'durch Zeitüberschreitung' },
    absence: { label: 'Partie verlassen', by: 'durch Verlassen der Partie' },
    withheldLink: { label: 'Wurf nicht aufgedeckt', by: 'durch einen nicht aufgedeckten Wurf' },
    agreement: { label: 'Vereinbarung', by: 'durch Vereinbarung' },
    adjudication: { label: 'Schiedsspruch', by: 'durch Schiedsspruch' },
    decree: { label: 'Schiedsspruch', by: 'durch Schiedsspruch' },
    forfeit: { label: 'Kampflos', by: 'kampflos' },
    aborted: { label: 'Abgebrochen', by: '(abgebrochen)' },
    canceled: { label: 'Abgesagt', by: '(abgesagt)' },
    interrupted: { label: 'Nicht beendet', by: '(nicht beendet)' },
    noResult: { label: 'Kein Ergebnis', by: '' },
    unknown: { label: 'Unbekannt', by: '' },
  },
  refusals: {
    turn: 'Du bist nicht am Zug.',
  },
  clock: {
    absolute: main => `${main} für die ganze Partie`,
    fixed: move => `${move} pro Zug`,
    fischer: (main, increment) => `${main} + ${increment} pro Zug`,
    'byo-yomi': (main, count, period) => `${main}, dann ${periods(count)} zu ${period}`,
  },
};
