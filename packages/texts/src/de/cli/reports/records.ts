/** Reports of the commands about one record, in German. */
import type { RecordReports } from '../../../en/cli/reports/records.ts';
import { counts } from '../counts.ts';

const { number } = counts;
const and = new Intl.ListFormat('de');

const at = (entry: number): string => (entry === 0 ? 'am Anfang' : `nach Eintrag ${entry}`);

export const records: RecordReports = {
  rows: {
    game: 'Spiel',
    referee: 'Schiedsrichter',
    started: 'begonnen',
    event: 'Turnier',
    round: 'Runde',
    clocks: 'Uhren',
    opening: 'Eröffnung',
    site: 'Ort',
    randomness: 'Zufall',
    entries: 'Einträge',
    ending: 'Ende',
    branch: 'Abzweigung von',
    claims: 'Angabe',
    verdict: 'Urteil',
    caveat: 'Vorbehalt',
    annotations: 'Notizen',
    size: 'Größe',
    head: 'Endknoten',
    lost: 'nicht übernommen',
    fetched: 'geholt',
    root: 'Wurzel',
    file: 'Datei',
    opens: 'Züge',
    tags: 'Schlagwörter',
    source: 'Quelle',
    listed: 'im Index',
    match: 'Partie',
  },
  unknownName: '(unbekannt)',
  unknown: 'unbekannt',
  none: 'keine',
  noneYet: 'noch keines',
  version: (game, version) => `${game}, Version ${version}`,
  key: key => `Schlüssel ${key}`,
  named: (name, key) => `${name}, Schlüssel ${key}`,
  randomness: {
    seeded: 'aus einem Seed',
    fair: makers => `nachweislich fair: ${makers}`,
  },
  entries: (entries, { playable, moves }, duration) => {
    const played =
      playable === null ? '' : `, die ersten ${number(playable)} lassen sich nachspielen`;
    const others = moves === null ? '' : `, ${counts.moves(moves)}`;
    return `${number(entries)}${played}${others}${duration === null ? '' : ` in ${duration}`}`;
  },
  annotations: (notes, variations) =>
    [
      ...(notes === 0 ? [] : [counts.notes(notes)]),
      ...(variations === 0 ? [] : [counts.variations(variations)]),
    ].join(', '),
  size: (nodes, bytes) => `${counts.nodes(nodes)}, ${counts.bytes(bytes)}`,
  fetched: (blocks, bytes, from) => `${counts.blocks(blocks)}, ${counts.bytes(bytes)} von ${from}`,
  fetching: (blocks, from) => `${counts.blocks(blocks)} von ${from}`,
  visibility: { public: 'öffentlich', private: 'privat' },
  rated: { yes: 'gewertet', no: 'nicht gewertet' },
  lost: loss => `nicht übernommen: ${loss}`,
  notSaved: why => `die Aufzeichnung ist nicht in der Bibliothek gespeichert: ${why}`,
  notInLibrary: loss => `nicht in der Bibliothek gespeichert: ${loss}`,
  formatOf: (format, head) => `${format} von ${head}`,
  page: (game, kilobytes, head) => `${game}, ${number(kilobytes)} kB, Endknoten ${head}`,
  recorded: (entries, ending) => `${counts.entries(entries)}, ${ending}`,
  inProgress: 'läuft noch',
  noted: (notes, entry) => `${counts.notes(notes)} ${at(entry)}`,
  branched: (entry, tick, node) =>
    `zweigt ${at(entry)} ab${tick === null ? '' : `, Tick ${tick}`}, Knoten ${node}`,
  position: (entry, entries) => `Eintrag ${entry} von ${entries}`,
  start: 'Anfang',
  replaying: entries => `spiele ${counts.entries(entries)} nach …`,
  verified: count => `bisher ${counts.records(count)}`,
  summary: (count, verdicts) => `${counts.records(count)}: ${verdicts.join(', ')}`,
  owner: (seat, who) => `Platz ${seat}   ${who}`,
  vouched: (name, fingerprint, since) =>
    `${name}, mit der Identität ${fingerprint}, bestätigt den Schlüssel seit ${since}`,
  yourKey: name => `dein Schlüssel ${name}`,
  commits: {
    rows: { commits: 'Commits', clocks: 'Uhren', ending: 'Ende', unproven: 'unbelegt' },
    verified: commits => `${counts.commits(commits)} von IPGS, alle geprüft`,
    perPlayer: seconds => `${seconds} s pro Spieler`,
    perMove: seconds => `${seconds} s pro Zug`,
    used: (agreed, seconds) =>
      `${agreed}; nach den Zeiten in den Commits verbraucht: ${and.format(seconds.map(each => `${each} s`))}`,
    player: (name, key, signed) =>
      `${name}, Schlüssel ${key}${signed === null ? '' : `, Ergebnis unterschrieben ${signed}`}`,
    signed: result => `${result}, von beiden Spielern unterschrieben`,
    acknowledged: result => `${result}, von beiden Spielern anerkannt`,
    proposed: (result, by) =>
      `${result} wurde vorgeschlagen; ${by === null ? 'nicht anerkannt' : `nur anerkannt von ${by}`}`,
    unproven: 'wer diese Schlüssel besitzt, und dass die Zeiten stimmen',
  },
  diff: {
    same: 'die Aufzeichnungen sind gleich',
    sameEntries: entries => (entries === 1 ? 'der Eintrag ist gleich' : 'die Einträge sind gleich'),
    header: 'Kopf',
    entry: entry => `Eintrag ${entry}`,
    ending: 'Ende',
    shorter: 'eine von beiden endet vorher',
    nothing: 'nichts mehr',
    saveProof: 'mit -o FILE wird der Beweis gespeichert',
    proofSaved: file => `Beweis in ${file} gespeichert`,
  },
  proof: {
    valid: 'der Beweis ist gültig',
    invalid: 'der Beweis ist ungültig',
    rows: {
      claims: 'Angabe',
      first: 'erstens',
      second: 'zweitens',
      differ: 'anders',
      key: 'Schlüssel',
      signed: 'Nachweis',
    },
    known: name => `dir bekannt als ${name}`,
    signed: 'beide Unterschriften sind gültig',
    moves: (who, move) => `${who} zieht ${move}`,
  },
  move: {
    rows: { bytes: 'Bytes', notation: 'Notation', legal: 'erlaubt' },
    legal: 'ja',
    illegal: why => `nein: ${why}`,
  },
  player: {
    broken: why => `ab hier fehlerhaft: ${why}`,
    of: (now, all) => `${now} von ${all}`,
    tick: tick => `Tick ${tick}`,
    goTo: { entry: 'gehe zu Eintrag', tick: 'gehe zu Tick' },
    help: '? für die Tasten',
    keys: {
      space: 'abspielen oder pausieren',
      r: 'rückwärts abspielen (ein/aus)',
      '← →': 'vorheriger Eintrag, nächster Eintrag',
      ', .': 'vorheriger Tick, nächster Tick',
      '[ ]': 'vorherige Markierung, nächste Markierung',
      '< >': 'langsamer, schneller',
      '0–9': 'zu 0–90 % springen',
      'Home End': 'Anfang, Ende',
      g: 'gehe zu einem Eintrag',
      f: 'das Brett drehen',
      '?': 'die Tasten zeigen',
      '↓ ↑': 'fünf Sekunden zurück, fünf Sekunden vor',
      t: 'gehe zu einem Tick',
      q: 'beenden',
    },
  },
};
