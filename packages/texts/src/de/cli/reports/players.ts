/** Reports about players, in German. */
import type { PlayerReports } from '../../../en/cli/reports/players.ts';
import { counts } from '../counts.ts';

export const players: PlayerReports = {
  ratings: {
    columns: ['SPIEL', 'TEMPO', 'SPIELER', 'WERTUNG', 'ABW.', 'PARTIEN'],
    speeds: {
      bullet: 'Bullet',
      blitz: 'Blitz',
      rapid: 'Schnell',
      classical: 'Klassisch',
      correspondence: 'Fernpartie',
      untimed: 'Unbegrenzt',
    },
    none: 'keine Wertungen',
    noName: '(ohne Namen)',
    drift: 'Abweichung',
    verified: matches => `bisher ${counts.matches(matches)} geprüft`,
    summary: (ratings, matches) => `${counts.ratings(ratings)} aus ${counts.matches(matches)}`,
    notCounted: (summary, others) => `${summary} (nicht gezählt: ${others.join(', ')})`,
    noDrift: summary => `${summary}: keine Abweichungen`,
    drifts: ratings =>
      `${counts.ratings(ratings)} ${ratings === 1 ? 'weicht' : 'weichen'} ab; berechne sie mit kifu ratings rebuild neu`,
    unknownReferee: (key, matches) =>
      `unbekannter Schiedsrichter ${key}: ${counts.matches(matches)}; wenn du ihm vertraust, zählt --referee ${key} sie mit`,
    unsigned:
      'eine nicht unterschriebene Partie könnte jeder geschrieben haben; --unsigned zählt sie nach Namen',
    reasons: {
      'not rated': 'nicht gewertet',
      'not ended': 'nicht beendet',
      void: 'ohne Ergebnis',
      'not between two': 'nicht zwischen zwei Spielern',
      'not from the start': 'nicht von Anfang an',
      'players unknown': 'Spieler unbekannt',
      'time unknown': 'Zeit unbekannt',
      unsigned: 'nicht unterschrieben',
      'not signed by every player': 'nicht von jedem Spieler unterschrieben',
      'unknown referee': 'unbekannter Schiedsrichter',
      'not verified': 'nicht bestätigt',
    },
    left: (match, score, verdict, why) =>
      `nicht gezählt: ${match}  ${score}, ${verdict === null ? '' : `${verdict}: `}${why}`,
    scores: {
      won: opponent => `Sieg gegen ${opponent}`,
      drawn: opponent => `Remis gegen ${opponent}`,
      lost: opponent => `Niederlage gegen ${opponent}`,
    },
    standing: (rating, volatility, matches) =>
      `${rating}, Volatilität ${volatility}, ${counts.matches(matches)}`,
    week: (monday, before, after) => `Woche vom ${monday}: ${before} → ${after}`,
    receipt: 'Beleg',
    calculated: (matches, tau) =>
      `aus ${counts.matches(matches)} dieser Spieler, nach Glicko-2 mit Tau ${tau} und Perioden von einer Woche`,
  },
  tournament: {
    systems: {
      swiss: 'Schweizer System',
      'round-robin': 'jeder gegen jeden',
      'knock-out': 'K.-o.',
      arena: 'Arena',
    },
    created: (name, system, game, command) => `${name}: ${system}, ${game}; weiter mit ${command}`,
    players: counts.players,
    round: round => `Runde ${round}`,
    forfeit: 'kampflos',
    bye: player => `spielfrei: ${player}`,
    standings: (name, system, rounds, isOver) =>
      `${name}: ${system}, ${isOver ? `beendet nach ${rounds === 1 ? '1 Runde' : `${rounds} Runden`}` : `Runde ${rounds}`}`,
    columns: ['PLATZ', 'SPIELER', 'PUNKTE', 'DIREKT', 'CUT 1', 'BUCHHOLZ', 'SB'],
    board: (round, board) => `Runde ${round}, Brett ${board}`,
    notPlayed: 'nicht gespielt',
    vouched: what => `${what}, dafür bürgt der Veranstalter`,
    verified: (entries, matches, { proven, vouched, wrong }) =>
      `${entries === 1 ? '1 unterschriebener Eintrag' : `${counts.number(entries)} unterschriebene Einträge`}, ${counts.matches(matches)}; Ergebnisse: ${proven} durch Unterschriften bewiesen, ${vouched} vom Veranstalter verbürgt${wrong === 0 ? '' : `, ${wrong} falsch`}`,
    compare: {
      headers: 'das sind zwei Turniere: ihre Köpfe unterscheiden sich',
      header: field => `Kopf: ${field}`,
      same: 'die Turniere sind gleich',
      continues: (isSecond, entries) =>
        `das ${isSecond ? 'zweite' : 'erste'} setzt das andere fort: ${counts.entries(entries)} mehr`,
      forked: entry => `Eintrag ${entry}: der Veranstalter hat zwei Verläufe unterschrieben`,
    },
    rewritten: entry =>
      `das ist nicht der Verlauf des Turniers, den du zuvor gesehen hast: er weicht ab Eintrag ${entry} ab`,
    signedBoth: (rewritten, proof) =>
      `${rewritten}, und der Veranstalter hat beide unterschrieben; ${proof}`,
    proof: file => `kifu verify ${file} zeigt den Beweis`,
    shortened: (entry, seen) =>
      `diese Kopie des Turniers endet mit Eintrag ${entry}, aber du hast schon ${counts.entries(seen)} gesehen`,
    notRemembered: why => `dieses Turnier lässt sich nicht merken: ${why}`,
  },
  keys: {
    none: 'keine Schlüssel; kifu key new legt einen an',
    secret: file => `${file}: halte die Datei geheim`,
  },
  account: {
    rows: {
      name: 'Name',
      about: 'Über mich',
      id: 'ID',
      key: 'Schlüssel',
      oldKey: 'alter Schlüssel',
    },
    gone: { successor: 'ersetzt', revoked: 'widerrufen' },
    signedUp: (name, server, key) => `als ${name} bei ${server} registriert, mit Schlüssel ${key}`,
    signedIn: (name, server, key) => `als ${name} bei ${server} angemeldet, mit Schlüssel ${key}`,
    vacation: (until, days) =>
      `${until === null ? 'nicht im Urlaub' : `im Urlaub, längstens bis ${until}`}; dieses Jahr noch ${counts.days(days)}`,
    blocked: names =>
      names.length === 0 ? 'keine blockierten Spieler' : `blockiert: ${names.join(', ')}`,
    deleted: 'Konto gelöscht',
  },
  config: {
    none: 'keine Werte gespeichert',
    set: (what, value) => `${what} ist ${value}`,
    deleted: what => `${what} gelöscht`,
  },
};
