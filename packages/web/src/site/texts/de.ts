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
  check: {
    title: 'Eine Partie prüfen',
    how: 'Lass irgendetwas fallen. Es wird auf dieser Seite gelesen und durchgespielt; nichts wird gesendet.',
    drop: 'Dateien oder einen Ordner hier fallen lassen, oder Text einfügen',
    choose: 'Dateien wählen',
    folder: 'Ordner wählen',
    forms: 'CAR, Pack, PGN, SGF, PDN, .mat, JSON, Aufzeichnungen von Kung Fu Chess und Mage Duel.',
    pasted: 'eingefügter Text',
    tooLarge: 'die Datei ist größer als 256 MB',
    report: 'Bericht',
    left: count => `noch ${plural(count, 'Datei', 'Dateien')}`,
    counted: (files, matches) =>
      `${plural(files, 'Datei', 'Dateien')}, ${plural(matches, 'Partie', 'Partien')}`,
    add: 'Die guten in die Bibliothek aufnehmen',
    added: count => `${plural(count, 'Partie ist', 'Partien sind')} neu in deiner Bibliothek.`,
    more: count =>
      `Nur die ersten ${count} Partien einer Datei stehen hier; geprüft und gezählt sind alle.`,
    numbered: (name, number) => `${name}, Partie ${number}`,
    brokenAt: n => `Bricht bei ${n}`,
    before: count =>
      count === 1
        ? 'Der Zug davor hält und lässt sich ansehen.'
        : `Die ${count} Züge davor halten und lassen sich ansehen.`,
    watch: 'Ansehen',
    watchFirst: count => `Die ersten ${count} ansehen`,
    details: 'Alles, was geprüft wurde',
    place: (line, column) => `Zeile ${line}, Spalte ${column}`,
    verdicts: {
      verified: {
        word: 'bewiesen',
        sentence:
          'Die Regeln halten, und alle Spieler oder ein Schiedsrichter haben unterschrieben.',
      },
      refereed: {
        word: 'Wort des Schiedsrichters',
        sentence:
          'Die Regeln halten, und der Schiedsrichter hat alles unterschrieben. Dass die Spieler so zogen, ist sein Wort.',
      },
      said: { word: 'behauptet', sentence: 'Die Regeln halten; einiges ist nur behauptet.' },
      unsigned: {
        word: 'ohne Unterschrift',
        sentence:
          'Die Regeln halten. Niemand hat unterschrieben: Das könnte jeder geschrieben haben.',
      },
      sealed: {
        word: 'versiegelt',
        sentence: 'Die Hände sind noch verdeckt; die Regeln lassen sich erst nach dem Ende prüfen.',
      },
      broken: { word: 'gebrochen', sentence: '' },
      unreadable: { word: 'keine Partie', sentence: '' },
    },
    cannot: 'Was eine Prüfung nicht sagen kann',
    limits: [
      'Wem ein Schlüssel gehört. Ein Schlüssel ist kein Ausweis.',
      'Ob ein Spieler Hilfe hatte.',
      'Wie spät es war, wenn weder ein Schiedsrichter noch alle Spieler es unterschrieben haben.',
    ],
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
