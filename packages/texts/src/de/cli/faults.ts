/** Faults at the command line, in German. */
import type { CliFaultTexts } from '../../en/cli/faults.ts';

export const faults: CliFaultTexts = {
  codes: {
    malformed: 'Das Format stimmt nicht.',
    'too-large': 'Das ist zu groß oder zu viel auf einmal.',
    'unknown-game': 'Unbekanntes Spiel oder eine neuere Version davon.',
    'illegal-move': 'Das ist nicht erlaubt.',
    'bad-signature': 'Eine Unterschrift fehlt oder ist ungültig.',
    conflict: 'Das widerspricht dem, was schon da ist.',
    'not-found': 'Nicht gefunden.',
    unreadable: 'Das lässt sich nicht lesen.',
    unwritable: 'Das lässt sich nicht speichern.',
    exists: 'Das gibt es schon.',
  },
  rules: {
    malformed: { 'no-server': 'Es ist kein Server angegeben.' },
  },
};
