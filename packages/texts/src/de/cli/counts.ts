/** Numbers of things, in German. */
import type { CountTexts } from '../../en/cli/counts.ts';
import { pluralsOf } from '../../plural.ts';

const numbers = new Intl.NumberFormat('de');
const plural = pluralsOf('de');
const count = (one: string, other: string) => (n: number) => plural(n, one, other);

export const counts: CountTexts = {
  number: n => numbers.format(n),
  decimal: (n, digits) =>
    n.toLocaleString('de', {
      ...{ minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false },
    }),
  moves: count('Zug', 'Züge'),
  entries: count('Eintrag', 'Einträge'),
  matches: count('Partie', 'Partien'),
  games: count('Partie', 'Partien'),
  records: count('Aufzeichnung', 'Aufzeichnungen'),
  proofs: count('Beweis', 'Beweise'),
  players: count('Spieler', 'Spieler'),
  ratings: count('Wertung', 'Wertungen'),
  notes: count('Notiz', 'Notizen'),
  puzzles: count('Aufgabe', 'Aufgaben'),
  variations: count('Variante', 'Varianten'),
  commits: count('Commit', 'Commits'),
  nodes: count('Knoten', 'Knoten'),
  blocks: count('Block', 'Blöcke'),
  bytes: count('Byte', 'Byte'),
  packs: count('Pack', 'Packs'),
  secrets: count('Geheimnis', 'Geheimnisse'),
  links: count('Kettenglied', 'Kettenglieder'),
  hashes: count('Hash', 'Hashes'),
  signatures: count('Unterschrift', 'Unterschriften'),
  indexEntries: count('Indexeintrag', 'Indexeinträge'),
  archivedGames: count('archivierte Partie', 'archivierte Partien'),
  peers: count('Peer', 'Peers'),
  problems: count('Problem', 'Probleme'),
  days: count('Tag', 'Tage'),
};
