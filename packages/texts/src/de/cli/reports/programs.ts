/** Reports of the commands that run programs, in German. */
import type { ProgramReports } from '../../../en/cli/reports/programs.ts';
import { counts } from '../counts.ts';

const { number } = counts;
const or = new Intl.ListFormat('de', { type: 'disjunction' });
const and = new Intl.ListFormat('de');

/** In the dative. */
const inBlocks = (n: number): string => (n === 1 ? '1 Block' : `${number(n)} Blöcken`);

export const programs: ProgramReports = {
  engine: {
    is: (name, what) => `${name} ist ${what}`,
    none: 'keine Engines; kifu engine add fügt eine hinzu',
    removed: name => `${name} entfernt`,
    range: (min, max) => `${min} bis ${max}`,
    moveTime: ms => `${ms} ms pro Zug`,
    ponders: 'denkt auch, wenn andere am Zug sind',
    serving: (names, url) => `${names}: Analyse unter ${url}`,
    openLink: link => `öffne ${link}`,
  },
  games: {
    columns: ['NAME', 'CODE', 'VERSION', 'PLÄTZE', 'MERKMALE', 'ZÜGE', 'STELLUNGEN'],
    rows: {
      seats: 'Plätze',
      features: 'Merkmale',
      moves: 'Züge',
      positions: 'Stellungen',
      records: 'Aufzeichnungen',
      bots: 'Bots',
    },
    byNumber: 'nach Nummern',
    notations: {
      'square numbers': 'Feldnummern',
      squares: 'Felder',
      ids: 'IDs',
      coordinates: 'Koordinaten',
      points: 'Punkte',
      tile: 'Stein',
      token: 'Figur',
      'cell/turns': 'Feld/Drehungen',
    },
    features: {
      chance: 'Zufall',
      secrets: 'verdeckte Hand',
      time: 'Echtzeit',
      'free pace': 'alle gleichzeitig',
    },
    about: (name, code, version) => `${name}, Code ${code}, Version ${version}`,
    noOptions: 'keine Optionen',
    options: 'Optionen, jeweils als --option NAME=WERT:',
    values: {
      or: ' oder ',
      boolean: 'true oder false',
      integer: (min, max) => `eine ganze Zahl von ${min} bis ${max}`,
      list: (min, max, each) =>
        `eine Liste mit ${min === max ? '' : 'bis zu '}${max === 1 ? '1 Element' : `${max} Elementen`}, je ${each}`,
      choice: values => or.format(values),
      object: fields => `ein Objekt mit ${and.format(fields)}`,
      usual: (value, usual) => `${value} (${usual})`,
    },
  },
  demo: {
    bot: seat => `Bot (${seat})`,
    title: 'zwischen Bots',
    rows: {
      recorded: 'Aufnahme',
      verified: 'Prüfung',
      replayed: 'Wiedergabe',
      head: 'Endknoten',
    },
    recorded: (nodes, bytes) =>
      `${counts.nodes(nodes)}, ${counts.bytes(bytes)}, jeder Zug unterschrieben`,
    verified: (links, actions, hashes, signatures) =>
      [
        counts.links(links),
        actions === 1 ? '1 Aktion' : `${number(actions)} Aktionen`,
        counts.hashes(hashes),
        counts.signatures(signatures),
      ].join(', '),
    replayed: hash => `bis zum selben Zustand, Hash ${hash}…`,
    next: 'Und jetzt?',
    hints: {
      play: 'gegen einen Bot spielen',
      keep: 'die Aufzeichnung behalten',
      replay: 'noch einmal ansehen',
      another: 'eine andere Partie',
      help: 'alles andere',
    },
  },
  perft: {
    result: (sequences, depth, seconds, perSecond) =>
      `${sequences === 1 ? '1 Zugfolge' : `${number(sequences)} Zugfolgen`} mit je ${depth === 1 ? '1 Zug' : `${number(depth)} Zügen`} in ${seconds} s${perSecond === null ? '' : `, ${number(perSecond)} pro Sekunde`}`,
    progress: (done, all, sequences) =>
      `${done} von ${all} ersten Zügen, ${number(sequences)} Zugfolgen`,
  },
  publish: {
    rows: {
      published: 'veröffentlicht',
      annotations: 'Anmerkungen',
      format: 'Format',
      to: 'Ziel',
      readBack: 'zurückgelesen',
      lost: 'nicht übernommen',
      fetch: 'abholen',
      others: 'andere',
    },
    linked: root => `${root}, mit Link zur Aufzeichnung`,
    format: (format, blocks, bytes) =>
      `${format}, ${counts.blocks(blocks)}, ${counts.bytes(bytes)}`,
    readBack: (blocks, reader, verdict) => `${counts.blocks(blocks)} ${reader}: ${verdict}`,
    readers: {
      ipfs: 'von einem zweiten Peer',
      http: 'von einem Client des Gateways',
      kubo: 'von einem anderen Client des Daemons',
      car: 'aus der wieder geöffneten Datei',
    },
    targets: {
      ipfs: path => `ipfs, gespeichert in ${path}`,
      http: path => `http, gespeichert in ${path}`,
      kubo: address => (address === '' ? 'kubo' : `kubo bei ${address}`),
      car: file => file,
    },
    putting: (done, blocks, to) => `${number(done)} von ${inBlocks(blocks)} nach ${to}`,
    reading: (done, blocks) => `${number(done)} von ${inBlocks(blocks)} zurückgelesen`,
    others: command => `können sie abholen, solange du sie anbietest: ${command}`,
    serving: place => `angeboten unter ${place}; Strg-C beendet`,
    live: {
      failed: why => `nicht veröffentlicht: ${why}`,
      retried: 'die Partie geht weiter; bei jedem Zug folgt ein neuer Versuch',
      incomplete:
        'nicht vollständig veröffentlicht; setze die Partie fort oder nimm kifu publish mit ihrer Datei',
      published: command => `live veröffentlicht: ${command}`,
      to: target => `veröffentliche nach ${target}`,
      servedAt: place => `angeboten unter ${place}`,
      continuing: root => `weiter ab ${root}`,
      root: (root, moves, isAgain) =>
        `${isAgain ? 'wieder ' : ''}veröffentlicht ${root}  ${counts.moves(moves)}, zurückgelesen`,
      fetch: command => `abholen mit: ${command}`,
    },
  },
  serve: {
    noPages: why => `Webseiten sind nicht verfügbar: ${why}`,
    at: (url, hasPages) =>
      `Server läuft unter ${url} (${hasPages ? 'Seiten unter /, API unter /api/docs' : 'API unter /api/docs'})`,
    metrics: url => `Metriken unter ${url}`,
    storing: place => `Partien werden in ${place} gespeichert; Strg-C beendet`,
  },
  evidence: {
    stopped: why => `Partie angehalten, nichts wird mehr unterschrieben: ${why}`,
    saved: file => `Beweismittel, zu prüfen mit kifu verify: ${file}`,
    failed: why => `die Beweismittel lassen sich nicht speichern: ${why}`,
  },
};
