/** What a record proves, in German. */
import type { VerdictTexts, Voucher } from '../en/verdicts.ts';

const rules = new Intl.PluralRules('de');
const numbers = new Intl.NumberFormat('de');
const list = new Intl.ListFormat('de');

const count = (n: number, one: string, other: string): string =>
  `${numbers.format(n)} ${rules.select(n) === 'one' ? one : other}`;

/** “bürgt niemand”, “bürgt nur …”: after what is vouched for. */
const vouches = (by: Voucher, player: string): string =>
  ({
    none: 'bürgt niemand',
    referee: 'bürgt nur der Schiedsrichter',
    players: 'bürgen nur die Spieler',
    player: `bürgt nur ${player}`,
  })[by];

const upTo = (n: number, entries: number): string =>
  n > entries ? 'alles' : n === 0 ? 'den Kopf' : `alles bis Eintrag ${n}`;

const signatures = (n: number): string => count(n, 'Unterschrift', 'Unterschriften');

export const verdicts: VerdictTexts = {
  words: {
    verified: 'bestätigt',
    refereed: 'vom Schiedsrichter unterschrieben',
    partial: 'teilweise bestätigt',
    unsigned: 'nicht unterschrieben',
    sealed: 'versiegelt',
    unknown: 'unbekannt',
    broken: 'fehlerhaft',
  },
  meanings: {
    verified:
      'Jeder Zug ist regelgerecht, und jeder Spieler hat die ganze Aufzeichnung unterschrieben, bis zum Ergebnis oder bis er die Partie verließ.',
    refereed:
      'Jeder Zug ist regelgerecht, und der Schiedsrichter hat die ganze Aufzeichnung unterschrieben. Wo die Unterschrift eines Spielers fehlt, bürgt nur der Schiedsrichter.',
    partial:
      'Jeder Zug ist regelgerecht, aber ein Teil der Aufzeichnung ist unbestätigt: Nicht jeder Spieler hat ihn unterschrieben, oder er lässt sich hier nicht prüfen.',
    unsigned:
      'Jeder Zug ist regelgerecht, aber niemand hat die Aufzeichnung unterschrieben. Jeder könnte sie geschrieben haben.',
    sealed:
      'Was die Spieler auf der Hand haben, ist bis zum Ende der Partie verdeckt, deshalb lassen sich die Züge noch nicht prüfen.',
    unknown:
      'Diese Version von Kifu kennt das Spiel nicht, deshalb lassen sich die Züge nicht prüfen.',
    broken:
      'Die Aufzeichnung ist ab einer Stelle ungültig. Alles davor lässt sich noch nachspielen.',
  },
  quotes: { open: '„', close: '“', inner: '’' },
  seat: seat => `Platz ${seat}`,
  player: (name, seat) => `${name} (Platz ${seat})`,
  players: names => list.format(names),
  referee: 'der Schiedsrichter',
  makers: {
    all: 'von allen Spielern gemeinsam erzeugt',
    alone: name => `erzeugt von: ${name}, sonst niemandem`,
    some: names => `erzeugt von: ${list.format(names)}`,
  },
  caveats: {
    place: (n, entries) => (n === 0 ? 'Kopf' : n > entries ? 'Ergebnis' : `Eintrag ${n}`),
    broken: (place, code) => `${place}: ${code}`,
    unknown: 'die Regeln dieses Spiels sind hier nicht verfügbar',
    'hidden-hands': 'was die Spieler auf der Hand haben, wird erst am Ende aufgedeckt',
    unsigned: 'die Aufzeichnung hat keine Unterschriften',
    reasons: {
      start: 'die Ausgangsstellung',
      branch: 'die Fortsetzung einer anderen Partie',
      flag: 'die Zeitüberschreitung eines Spielers',
      absence: 'das Verlassen der Partie durch einen Spieler',
      'withheld-link': 'das Zurückhalten eines Beitrags zum Zufall',
      abort: 'den Abbruch der Partie',
      decree: 'das festgesetzte Ergebnis',
      time: 'das Ende durch Zeitablauf',
    },
    vouched: (place, reason, by, player) => `${place}: für ${reason} ${vouches(by, player)}`,
    rest: (n, entries, by, player, silent) => {
      const what = n > entries ? 'für das Ergebnis' : 'für die Aufzeichnung';
      const all = n === 0 || n > entries ? what : `ab Eintrag ${n}`;
      return `${all} ${vouches(by, player)}; ohne Unterschrift: ${list.format(silent)}`;
    },
  },
  report: {
    rows: {
      meaning: 'Bedeutung',
      game: 'Spiel',
      head: 'Endknoten',
      chain: 'Kette',
      rules: 'Regeln',
      hashes: 'Hashes',
      clocks: 'Uhren',
      random: 'Zufall',
      start: 'Beginn',
      branch: 'Zweig',
      signed: 'Nachweis',
      agreed: 'Einigkeit',
      referee: 'Schiedsr.',
      names: 'Namen',
      ending: 'Ende',
      caveat: 'Vorbehalt',
    },
    seat: seat => `Platz ${seat}`,
    quick: (checked, all) => `Schnellprüfung: ${checked} von ${signatures(all)}`,
    game: (game, version, entries) =>
      `${game} Version ${version}, ${count(entries, 'Eintrag', 'Einträge')}`,
    replayable: good => `, die ersten ${numbers.format(good)} lassen sich nachspielen`,
    chain: links => `${count(links, 'Glied', 'Glieder')} geprüft`,
    rules: actions => `${count(actions, 'Aktion', 'Aktionen')} geprüft`,
    rulesHidden: 'nicht geprüft: was die Spieler auf der Hand haben, wird erst am Ende aufgedeckt',
    hashes: hashes => `${numbers.format(hashes)} geprüft`,
    clocks: readings =>
      readings === 0 ? 'keine' : `${count(readings, 'Uhrenstand', 'Uhrenstände')} geprüft`,
    random: {
      none: 'keiner in diesem Spiel',
      plain: 'berechnet: aus einem öffentlichen Seed im Kopf',
      sealed: 'nachweislich fair, mit verdeckter Hand: noch nicht geprüft',
      fair: (makers, draws) =>
        `nachweislich fair: ${makers}, ${count(draws, 'Auslosung', 'Auslosungen')} geprüft`,
    },
    start: {
      checked: 'eigene Stellung, wie in der fortgesetzten Partie',
      unchecked: 'eigene Stellung, nicht geprüft',
    },
    branch: {
      checked: 'setzt die genannte Partie fort (geprüft)',
      unchecked:
        'setzt angeblich eine andere Partie fort (nicht geprüft: sie ist hier nicht verfügbar)',
    },
    signed: {
      none: 'keine Unterschriften: jeder könnte das geschrieben haben',
      all: (good, all) =>
        good === all
          ? `${signatures(all)}, alle geprüft und gültig`
          : `${signatures(all)}, alle geprüft, ${numbers.format(good)} gültig`,
      last: all =>
        `${signatures(all)}; geprüft ist die letzte jedes Schlüssels, sie deckt die anderen ab`,
      some: (checked, all) =>
        `${signatures(all)}, ${checked === 0 ? 'keine' : `bisher ${numbers.format(checked)}`} geprüft`,
      commits: commits => `${count(commits, 'Commit', 'Commits')}, alle geprüft`,
    },
    agreed: (n, entries) =>
      n < 0
        ? 'nichts: nicht jeder Spieler hat unterschrieben'
        : `alle Spieler haben ${upTo(n, entries)} unterschrieben`,
    unnamed: '(unbekannt)',
    namedByReferee: player => `${player}, Name laut Schiedsrichter`,
    noKey: player => `${player}, kein Schlüssel`,
    key: (player, key, known, n, entries) =>
      `${player}, Schlüssel ${key}${known === null ? '' : `, dir bekannt als ${known}`}, hat ${n < 0 ? 'nichts' : upTo(n, entries)} unterschrieben`,
    refereeKey: (key, known) =>
      `Schlüssel ${key}${known === null ? '' : `, dir bekannt als ${known}`}, hat jeden Eintrag unterschrieben`,
    names: 'ein Name ist eine Selbstangabe des Schlüssels, außer du kennst ihn',
    ending: {
      open: 'noch keines',
      unwritten: outcome => `${outcome}, noch nicht aufgezeichnet`,
      decree: outcome => `${outcome}, festgesetzt`,
      rules: outcome => `${outcome}, wie die Regeln es verlangen`,
      vouched: (outcome, by, player) => `${outcome}, dafür ${vouches(by, player)}`,
    },
  },
};
