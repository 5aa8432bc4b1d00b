/** What is wrong with a command line, in German. */
import type { MisuseTexts } from '../../en/cli/misuse.ts';

const or = new Intl.ListFormat('de', { type: 'disjunction' });

export const misuse: MisuseTexts = {
  seeHelp: '(siehe --help)',
  bug: 'interner Fehler, bitte melde ihn:',
  missingArgument: name => `Argument „${name}“ fehlt`,
  missingValue: option => `Option „${option}“ braucht einen Wert`,
  missingOption: option => `Option „${option}“ fehlt`,
  conflict: (option, other) => `Option „${option}“ geht nicht zusammen mit Option „${other}“`,
  unknownOption: option => `unbekannte Option „${option}“`,
  unknownCommand: name => `unbekannter Befehl „${name}“`,
  tooMany: (expected, given) => `zu viele Argumente: ${given} (erwartet: ${expected})`,
  suggestion: names => `(Meintest du ${or.format(names)}?)`,
  invalidOption: (option, value) => `Wert „${value}“ der Option „${option}“ ist ungültig.`,
  invalidArgument: (name, value) => `Wert „${value}“ des Arguments „${name}“ ist ungültig.`,
  choices: values => `Erlaubt: ${or.format(values)}.`,
  integer: (min, max) => `Erlaubt: eine ganze Zahl von ${min} bis ${max}.`,
  number: (min, max) => `Erlaubt: eine Zahl von ${min} bis ${max}.`,
  publicKey: 'Erlaubt: ein öffentlicher Schlüssel aus 64 Hexziffern.',
  playerKey: 'Erlaubt: ein öffentlicher Schlüssel aus 64 Hexziffern (siehe kifu whoami).',
  fileName: why => `Erlaubt: ein Dateiname. ${why}`,
  notStdout: {
    record: 'Aufzeichnungen sind binär: nenne eine Datei.',
    tournament: 'Turniere sind binär: nenne eine Datei.',
    backup: 'Sicherungen sind binär: nenne eine Datei.',
    omit: 'Für die Standardausgabe lass die Option weg.',
    nothing: 'Soll keine Datei entstehen, lass die Option weg.',
    metadata: 'Die Standardausgabe zeigt die Metadaten.',
    secret: 'Geheimnisse werden nicht angezeigt.',
    data: 'Die Daten werden nicht angezeigt.',
    moves: 'Die Standardeingabe liefert die Züge.',
    json: 'Mit --json geht die Aufzeichnung auf die Standardausgabe.',
    file: '',
  },
  playerName: max =>
    `Erlaubt: ein Name mit höchstens ${max} Zeichen, nicht „human“ und nicht der eines Bots.`,
  url: 'Erlaubt: eine URL, die mit http:// oder https:// beginnt.',
  multiaddr: 'Erlaubt: eine Multiaddr wie /ip4/127.0.0.1/tcp/4001.',
  place: places => `Erlaubt: ${places}.`,
  nameValue: 'Erlaubt: NAME=WERT, zum Beispiel width=9.',
  glyph: 'Erlaubt: ein Zeichen wie !? oder +- oder eine Zahl von 0 bis 255.',
  evaluation: 'Erlaubt: eine Zahl wie 0.35 oder #3 für Matt in drei.',
  moment: 'Erlaubt: 23, end, t600, 1:23 oder 83s.',
  notEmpty: 'Der Wert darf nicht leer sein.',
  token: min => `Erlaubt: mindestens ${min} Buchstaben und Ziffern.`,
  page: 'Erlaubt: die Marke, die mit der vorigen Seite ausgegeben wurde.',
  date: 'Erlaubt: ein Datum wie 2026, 2026-03 oder 2026-03-01.',
  ratingRange: 'Erlaubt: zwei Zahlen, zum Beispiel 1600:200.',
  seats:
    'Erlaubt: human, bot oder bot:NAME, auf Wunsch mit Stufe, durch Kommas getrennt: human,bot:random oder human,bot-4.',
  seed: 'Erlaubt: eine ganze Zahl unter 2^31 oder 64 Hexziffern.',
  clock:
    'Erlaubt: 5+3 (Minuten + Inkrement), 10 (Minuten), 30s oder 3d (pro Zug), 20+5x30 (Byoyomi).',
  tag: max =>
    `Erlaubt: ein Wort mit höchstens ${max} Buchstaben, Ziffern, - und _, das mit einem Buchstaben beginnt.`,
  setting: (source, value) => `${source} ist ${value}:`,
  settingText: 'Erlaubt: ein Text oder eine Zahl.',
  settingFlag: 'Erlaubt: true oder false.',
  noSetting: (path, name) => `${path}: unbekannte Option ${name}`,
};
