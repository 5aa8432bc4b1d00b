/** How to play dominoes, in German. */
import type { DominosGuide } from '../../en/guides/dominos.ts';

export const dominos: DominosGuide = {
  lead: 'Lege deine Steine aneinander, Zahl an Zahl. Wer zuerst fertig ist, zählt, was die anderen noch haben.',
  sections: {
    deal: {
      title: 'Austeilen und anfangen',
      text: 'Jeder bekommt {hand} der 28 Steine und sieht nur diese; die übrigen {boneyard} liegen verdeckt im Talon. Der höchste Pasch beginnt: Hier muss Süd den Sechserpasch legen.',
    },
    match: {
      title: 'Gleich an Gleich',
      text: 'Die Reihe hat zwei offene Enden. Lege einen Stein mit einer Hälfte an die gleiche Zahl; seine andere Hälfte wird das neue Ende. Süd hat hier {moves} Züge.',
    },
    draw: {
      title: 'Ziehen, wenn nichts passt',
      text: 'Ein Stein, der passt, muss gelegt werden. Passt keiner, so ziehst du aus dem Talon, bis einer passt. Erst wenn der Talon leer ist, passt du.',
    },
    out: {
      title: 'Fertig werden',
      text: 'Süd hat den letzten Stein gelegt. Der Gewinner bekommt einen Punkt für jedes Auge auf den Steinen der anderen: hier {points}.',
    },
    blocked: {
      title: 'Blockiertes Spiel',
      text: 'Niemand hat einen passenden Stein, und der Talon ist leer. Wer die wenigsten Augen hat, gewinnt und bekommt hier {points} Punkte.',
    },
  },
  lesson: {
    lead: {
      task: 'Beginne mit deinem höchsten Pasch.',
      hint: 'Beide Hälften eines Paschs zeigen dieselbe Zahl.',
      done: 'Jetzt sind beide Enden der Reihe offen, jedes mit einer Sechs.',
    },
    match: {
      task: 'Lege 4-6 an das linke Ende.',
      hint: 'Wähle den Stein und dann das linke Ende der Reihe.',
      done: 'Die andere Hälfte ist das neue offene Ende.',
    },
    draw: {
      task: 'Nichts passt. Ziehe, und lege dann den gezogenen Stein.',
      hint: 'Ziehe mit dem Knopf; sieh dir beide Enden der Reihe an.',
      done: 'Man muss ziehen, bis ein Stein passt, und ihn dann legen.',
    },
    win: {
      task: 'Werde fertig.',
      hint: 'Du hast noch einen Stein.',
      done: 'Deine Hand ist leer: Du gewinnst die Runde.',
    },
  },
};
