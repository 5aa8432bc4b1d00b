/** Reports of `kifu library`, in German. */
import type { LibraryReports } from '../../../en/cli/reports/library.ts';
import { counts } from '../counts.ts';

const { number } = counts;
/** In the dative. */
const inBlocks = (n: number): string => (n === 1 ? '1 Block' : `${number(n)} Blöcken`);
const all = (parts: readonly string[]): string => parts.join(', ');

export const library: LibraryReports = {
  columns: {
    id: 'ID',
    date: 'DATUM',
    game: 'SPIEL',
    players: 'SPIELER',
    length: 'LÄNGE',
    result: 'ERGEBNIS',
    reason: 'GRUND',
    opening: 'ERÖFFNUNG',
    event: 'TURNIER',
    source: 'QUELLE',
  },
  results: { open: 'offen', draw: 'remis', void: 'kein' },
  resultColumns: 8,
  reasonColumns: 24,
  seat: seat => `Platz ${seat}`,
  empty:
    'die Bibliothek ist leer; spiele eine Partie oder importiere welche mit kifu library import',
  nothingFound: 'keine Partien gefunden',
  more: page => `weitere Ergebnisse: mit --after ${page} oder --all`,
  stats: {
    rows: { library: 'Bibliothek', matches: 'Partien', packing: 'Packen' },
    matches: (matches, entries) => `${number(matches)}, ${counts.entries(entries)}`,
    notPacked: 'aus; kifu library gc --pack schaltet es ein',
    columns: {
      player: 'SPIELER',
      game: 'SPIEL',
      matches: 'PARTIEN',
      n: 'N',
      won: 'SIEGE',
      lost: 'NIEDERLAGEN',
      drawn: 'REMIS',
      open: 'OFFEN',
    },
    groups: {
      opening: 'ERÖFFNUNG',
      eco: 'ECO',
      year: 'JAHR',
      player: 'SPIELER',
      clock: 'BEDENKZEIT',
      unknown: '(unbekannt)',
      columns: ['PARTIEN', 'SIEGE ERSTER', 'SIEGE ZWEITER', 'REMIS', 'ANDERE'],
    },
  },
  explore: {
    columns: {
      move: 'ZUG',
      games: 'PARTIEN',
      drawn: 'REMIS',
      rating: 'WERTUNG',
      last: 'ZULETZT',
    },
    nothingFound: 'keine beendete Partie hat diese Stellung erreicht',
    all: games => `${counts.games(games)}, gleich in welcher Zugfolge`,
    newest: games => `die neuesten: ${counts.games(games)}, gleich in welcher Zugfolge`,
    more: moves => `${number(moves)} ${moves === 1 ? 'weiterer Zug' : 'weitere Züge'}: --limit`,
  },
  unpacked: 'beendete Partien werden nicht gepackt; kifu library gc --pack packt sie',
  import: {
    invalid: 'ungültig',
    skipped: (file, why) => `${file} übersprungen: ${why}`,
    skippedMore: files =>
      `${number(files)} weitere ${files === 1 ? 'Datei' : 'Dateien'} übersprungen`,
    otherEnding: 'keine Dateiendung von Aufzeichnungen',
    noRecord: 'enthält keine Aufzeichnung',
    lost: (records, loss) => `nicht übernommen (${counts.records(records)}): ${loss}`,
    stopped: 'angehalten; was bis hierher importiert wurde, ist gespeichert',
    tally: {
      new: n => `${number(n)} neu`,
      grown: n => `${number(n)} ergänzt`,
      known: n => `${number(n)} schon bekannt`,
      bad: n => `${number(n)} ungültig`,
    },
    summary: (records, tally) => `${counts.records(records)}: ${all(tally)}`,
    rate: perSecond => `${number(perSecond)} pro Sekunde`,
    dryRun: 'nichts wurde geschrieben',
    unread: records =>
      `${counts.records(records)} schon früher importiert und nicht noch einmal gelesen; --again liest sie`,
  },
  export: {
    written: matches => `${counts.matches(matches)} geschrieben`,
    lost: (matches, loss) => `nicht übernommen (${counts.matches(matches)}): ${loss}`,
    archiving: (matches, folder) => `${counts.matches(matches)} nach ${folder}`,
    added: (matches, folder) => `${counts.matches(matches)} zu ${folder} hinzugefügt`,
    known: matches => `${counts.matches(matches)} schon vorhanden`,
    different: (matches, ids) =>
      `${counts.matches(matches)} nicht verschoben, weil das Archiv eine andere Fassung hat: ${all(ids)}`,
    open: matches => `${counts.matches(matches)} noch nicht beendet und nicht archiviert`,
    removed: matches => `${counts.matches(matches)} aus der Bibliothek gelöscht`,
    stopped: 'angehalten; nichts wurde hinzugefügt',
  },
  tables: {
    written: (matches, folder) => `${counts.matches(matches)} nach ${folder} geschrieben`,
    rows: rows => `Zeilen: ${all(rows.map(([table, n]) => `${table} ${number(n)}`))}`,
    stopped: 'angehalten; nichts wurde geschrieben',
    answered: (rows, file) =>
      `${number(rows)} ${rows === 1 ? 'Zeile' : 'Zeilen'} nach ${file} geschrieben`,
    cut: (shown, rows) =>
      `${number(shown)} von ${number(rows)} Zeilen gezeigt; --format csv oder json gibt alle aus`,
  },
  changes: {
    tagged: tag => `mit #${tag} versehen`,
    untagged: tag => `Schlagwort #${tag} entfernt`,
    hidden: 'ausgeblendet',
    unhidden: 'wieder eingeblendet',
    public: 'öffentlich',
    private: 'privat',
    deleted: 'gelöscht',
  },
  names: {
    columns: { name: 'NAME', shownAs: 'GEZEIGT ALS' },
    merged: (matches, name) => `${counts.matches(matches)} jetzt unter dem Namen ${name}`,
    split: matches => `${counts.matches(matches)} wieder unter den Namen der Aufzeichnungen`,
    none: 'keine zusammengeführten Namen',
  },
  repair: {
    lost: 'verloren',
    recovered: (matches, blocks, secrets) =>
      `gerettet: ${all([counts.matches(matches), counts.blocks(blocks), counts.secrets(secrets)])}`,
    shortened: matches =>
      `bei ${matches === 1 ? '1 Partie' : `${number(matches)} Partien`} fehlt das Ende`,
    damaged: file => `die beschädigte Datei heißt jetzt ${file}`,
  },
  parts: {
    file: 'Datei',
    match: 'Partie',
    block: 'Block',
    pack: 'Pack',
    listing: 'Indexeintrag',
    remarks: 'Anmerkungen',
    secret: 'Geheimnis',
    player: 'Spieler',
  },
  check: {
    reindex: 'baue den Index mit kifu library reindex neu auf',
    repair: 'rette unversehrte Daten mit kifu library repair',
    checked: (matches, indexEntries, blocks, packs) =>
      all([
        counts.matches(matches),
        counts.indexEntries(indexEntries),
        counts.blocks(blocks),
        counts.packs(packs),
      ]),
    summary: (checked, problems) =>
      `${checked}: ${problems === 0 ? 'keine Probleme' : counts.problems(problems)}`,
    unknownGames: matches => `${number(matches)} von unbekannten Spielen`,
  },
  gc: {
    packed: matches => `${counts.matches(matches)} gepackt`,
    removed: (removed, blocks, bytes) =>
      `${number(removed)} von ${inBlocks(blocks)} gelöscht, ${counts.bytes(bytes)}`,
    wouldRemove: (removed, blocks, bytes) =>
      `würde ${number(removed)} von ${inBlocks(blocks)} löschen, ${counts.bytes(bytes)}`,
  },
  reindex: {
    notIndexed: 'nicht im Index',
    indexed: matches => `${counts.matches(matches)} im Index`,
    removed: indexEntries => `${counts.indexEntries(indexEntries)} ohne Partie entfernt`,
  },
};
