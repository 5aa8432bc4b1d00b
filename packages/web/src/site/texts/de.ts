/** The words of the site in German. */
import type { Texts } from './en.ts';

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('de')} ${count === 1 ? one : many}`;

export const german: Texts = {
  site: {
    skip: 'Zum Inhalt springen',
    nav: 'Seiten',
    navBelow: 'Seiten, unten',
    play: 'Spielen',
    watch: 'Zusehen',
    library: 'Bibliothek',
    check: 'Prüfen',
    search: 'Spieler, Partien, Stellungen suchen',
    searchShort: 'Suchen',
    theme: 'Hell oder dunkel',
    settings: 'Einstellungen',
    about: 'Kifu bewahrt die Aufzeichnung eines Spiels, sodass jeder sie prüfen kann.',
    offline: 'Keine Verbindung. Bots, deine Bibliothek und Prüfungen gehen weiter.',
    nothingHere: 'Unter dieser Adresse ist nichts.',
  },
  home: {
    what: 'Acht Spiele, und von jeder Partie eine Aufzeichnung, die jeder prüfen kann.',
    how: 'Kein Konto. Eine Partie beginnt mit zwei Klicks und wird von selbst aufbewahrt.',
    bot: 'Gegen einen Bot',
    botHow: 'jedes Spiel, mehrere Stärken',
    friend: 'Freunde einladen',
    friendHow: 'per Link oder QR-Code',
    file: 'Datei öffnen',
    fileHow: 'oder irgendwo fallen lassen',
    games: 'Wähle ein Spiel',
    againstBot: title => `${title} gegen einen Bot`,
    withFriend: title => `${title} mit Freunden`,
    botShort: 'Bot',
    friendShort: 'Freunde',
    now: 'Jetzt',
    live: 'Läuft gerade',
    nobody: 'Niemand spielt gerade. Fang an.',
    open: 'Freie Plätze',
    nobodyWaits: 'Niemand wartet. Lade jemanden ein oder spiele gegen einen Bot.',
    sit: 'Hinsetzen',
    last: 'Zuletzt gespielt',
    samples: 'Partien zum Ansehen',
    allOfThem: 'Bibliothek',
  },
  game: {
    seats: ([least, most]) =>
      least === most ? `${least} Spieler` : `${least} bis ${most} Spieler`,
    free: 'alle zugleich',
    turns: 'abwechselnd',
    chance: 'fairer Zufall',
    secrets: 'verdeckte Hände',
  },
  match: {
    title: 'Eine Partie',
    moves: count => plural(count, 'Zug', 'Züge'),
    against: names => names.join(' – '),
    draw: 'remis',
    void: 'ungültig',
    goesOn: 'läuft',
    somebody: 'jemand',
  },
};
