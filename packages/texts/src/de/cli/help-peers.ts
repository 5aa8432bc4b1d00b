/** Help of the commands for play without a server, in German. */
import type { PeersHelp } from '../../en/cli/help-peers.ts';

const ADDRESS = 'Adresse, wie der andere Peer sie ausgibt: /ip4/…/tcp/…/p2p/12D3KooW…';

export const peers: PeersHelp = {
  id: {
    summary: 'Deine Identität unter Peers verwalten.',
    description:
      'Die Identität anlegen und zeigen, an der andere Spieler dich erkennen: ein OpenPGP-Schlüssel, den gpg lesen und schreiben kann.',
    examples: {
      'kifu id new "Ann Example"': 'mit der Passphrase in KIFU_PASSPHRASE',
      'kifu id import ann.asc ann-subkeys.asc': 'einen Schlüssel von gpg verwenden',
    },
    commands: {
      new: {
        description:
          'Eine Identität anlegen. Ihr geheimer Schlüssel wird mit der Passphrase gesperrt.',
        arguments: { NAME: 'dein Name' },
        options: { '--email': 'steht im Schlüssel, für alle sichtbar' },
      },
      show: { description: 'Die Identität zeigen.' },
      import: {
        description:
          'Einen Schlüssel von gpg importieren: die Ausgabe von gpg --armor --export und --export-secret-subkeys. Die Passphrase entsperrt den geheimen Schlüssel oder sperrt ihn, wenn er keine hatte. Eine Identität eines anderen Geräts kommt in dessen Geräteliste, sobald sich beide verbinden.',
        arguments: {
          PUBLIC: 'öffentlicher Schlüssel',
          SECRET: 'geheimer Schlüssel oder seine Unterschlüssel',
        },
      },
      lock: { description: 'Einen ohne Passphrase gespeicherten geheimen Schlüssel sperren.' },
      update: {
        description:
          'Eine neuere Datei desselben Schlüssels veröffentlichen: neuer Unterschlüssel, späteres Ablaufdatum, Widerruf.',
        arguments: { PUBLIC: 'öffentlicher Schlüssel' },
      },
      export: {
        description:
          'Den veröffentlichten öffentlichen Schlüssel exportieren; mit --secret den gesperrten geheimen, für gpg.',
        options: { '--output': 'Ausgabedatei', '--secret': 'geheimen Schlüssel exportieren' },
      },
      node: {
        description:
          'Ein weiteres Gerät von dir bestätigen, das dieselben Daten veröffentlicht, oder es entfernen.',
        arguments: { PEER: 'Peer-ID des Geräts' },
        options: { '--remove': 'entfernen' },
      },
      set: {
        description: 'Vorgaben dieses Geräts ändern oder zeigen.',
        arguments: {
          NAME: 'hours: wie lange Herausforderungen und Antworten gelten; game: wessen Wertungen gezeigt werden',
          VALUE: 'Wert; ohne ihn gilt wieder die Vorgabe',
        },
      },
      certify: {
        description:
          'Einen Schlüssel bestätigen, der native Aufzeichnungen unterschreibt: ihr Urteil nennt dann dich.',
        arguments: { KEY: 'Name eines Schlüssels (siehe kifu key) oder 64 Hexziffern' },
      },
    },
  },
  challenge: {
    summary: 'Herausforderungen unter Peers stellen und annehmen.',
    description: 'Herausforderungen stellen, annehmen und bestätigen.',
    examples: {
      'kifu challenge offer go --size 9 --per-move 86400': 'ein Tag pro Zug',
      'kifu challenge list': 'offene Herausforderungen',
    },
    commands: {
      offer: {
        description: 'Eine Herausforderung an alle oder an einen Spieler stellen.',
        options: {
          '--opponent': 'nur dieser Spieler kann annehmen: Hash des Spielers oder bekannter Name',
          '--size': 'Brettgröße im Go (Vorgabe: 19)',
          '--komi': 'Komi im Go (Vorgabe: nach den Regeln)',
          '--handicap': 'Vorgabesteine im Go; -1: nach Wertungen (Vorgabe: 0)',
          '--rules': 'Goregeln: Chinese, Japanese, AGA, New Zealand',
          '--options': 'Optionen anderer Spiele als JSON (kifu games NAME zeigt sie)',
          '--time': 'Bedenkzeit pro Spieler',
          '--per-move': 'Bedenkzeit pro Zug',
          '--first': 'wer beginnt',
          '--target': 'gewünschte Wertung des Gegners: R ± RD',
          '--unranked': 'wird nicht gewertet',
          '--hours': 'wie lange sie angenommen werden kann (Vorgabe: nach kifu id set, sonst 168)',
        },
      },
      list: { description: 'Offene Herausforderungen und unbestätigte Zusagen auflisten.' },
      accept: {
        description: 'Eine Herausforderung annehmen.',
        options: {
          '--hours': 'wie lange der andere bestätigen kann (Vorgabe: nach kifu id set, sonst 168)',
        },
      },
      confirm: {
        description: 'Eine Zusage bestätigen und die Partie beginnen.',
        arguments: { GAME: 'ID der Zusage oder Name des Gegners' },
        options: {
          '--hours': 'wie lange der erste Zug dauern darf (Vorgabe: nach kifu id set, sonst 168)',
        },
      },
      cancel: { description: 'Eine Herausforderung zurückziehen.' },
    },
  },
  game: {
    summary: 'Unter Peers spielen.',
    description:
      'Mit anderen Spielern spielen. Jeder Zug wird unterschrieben und mit deinen Daten veröffentlicht.',
    arguments: { GAME: 'ID der Partie (oder ein Teil) oder Name des Gegners, wenn eindeutig' },
    examples: { 'kifu game list': 'wer am Zug ist', 'kifu game play k3fqz7ya D4': 'ein Stein' },
    commands: {
      list: { description: 'Deine Partien auflisten.' },
      show: { description: 'Das Brett zeigen, wer am Zug ist, und die Uhren.' },
      play: {
        description: 'Einen Zug spielen.',
        arguments: {
          MOVE: 'in einer Notation des Spiels; im Go auch alle Vorgabesteine: D4,Q16; „roll“ deckt einen Wurf auf',
        },
        options: { '--comment': 'Kommentar, im Go' },
      },
      say: { description: 'Eine Nachricht senden.', arguments: { TEXT: 'Nachricht' } },
      propose: {
        description: 'Ein Ergebnis vorschlagen.',
        arguments: { RESULT: 'score, time, draw, void, forfeit oder in SGF: B+Forfeit' },
        options: { '--dead': 'ein Stein jeder toten Kette, im Go: D4,K10' },
      },
      agree: {
        description:
          'Das vorgeschlagene Ergebnis annehmen und die Partie unterschreiben, wenn sie damit endet.',
      },
      resign: { description: 'Aufgeben. Die Partie endet, wenn dein Gegner das annimmt.' },
      dispute: { description: 'Einem Ergebnis widersprechen und weiterspielen wollen.' },
      sign: {
        description:
          'Eine beendete Partie unterschreiben. Haben beide unterschrieben, wird sie archiviert.',
      },
    },
  },
  archive: {
    summary: 'Beendete IPGS-Partien verwalten.',
    description:
      'Partien auflisten, prüfen und exportieren, die beide Spieler unterschrieben haben.',
    arguments: { GAME: 'Teil der Content-ID oder eines Namens' },
    examples: {
      'kifu archive verify': 'alle Partien',
      'kifu archive export 7f4tsq6e -o game.sgf': 'die Datei, die beide unterschrieben haben',
    },
    commands: {
      list: { description: 'Archivierte Partien auflisten, auch die anderer Spieler.' },
      verify: {
        description: 'Unterschriften prüfen und die ganze Aufzeichnung, wo sie vorliegt.',
        arguments: { GAME: 'Teil der Content-ID oder eines Namens (Vorgabe: alle)' },
      },
      export: {
        description:
          'Eine Partie exportieren: als SGF, als native Aufzeichnung, als CAR-Datei oder als Ordner, den gpg und sha256sum prüfen können.',
        options: { '--output': 'Ausgabedatei; ihre Endung wählt das Format', '--as': 'Format' },
      },
    },
  },
  player: {
    summary: 'Spieler und Wertungen unter Peers zeigen.',
    description:
      'Bekannte Spieler mit selbst berechneten Wertungen auflisten und festlegen, wie weit du ihnen vertraust.',
    options: { '--game': 'Spiel der Wertungen (Vorgabe: nach kifu id set, sonst go)' },
    examples: {
      'kifu player list': 'die stärksten zuerst',
      'kifu player trust Ann 0.8': 'ihren Angaben vertrauen',
    },
    commands: {
      list: { description: 'Spieler nach Wertung auflisten.' },
      show: { description: 'Einen Spieler zeigen und wer welche Wertung meldet.' },
      trust: {
        description: 'Dein Vertrauen in die Angaben eines Spielers festlegen.',
        arguments: { TRUST: 'von 0 bis 1; auto: nach Partien und Verstößen' },
      },
      note: {
        description: 'Eine private Notiz zu einem Spieler schreiben.',
        arguments: { TEXT: 'Text; leer löscht die Notiz' },
      },
    },
  },
  namespace: {
    summary: 'Öffentliche Daten mit anderen Peers austauschen.',
    description:
      'Öffentliche IPGS-Daten zeigen, exportieren und importieren. CAR-Dateien hin- und herzuschicken genügt zum Spielen.',
    examples: {
      'kifu namespace export -o me.car': 'diese Datei deinem Gegner schicken',
      'kifu namespace import them.car': 'die Antwort importieren',
    },
    commands: {
      show: {
        description: 'Den Inhalt öffentlicher Daten zeigen.',
        arguments: { ROOT: 'eine veröffentlichte Wurzel (Vorgabe: deine)' },
        options: { '--since': 'Änderungen seit dieser früheren Wurzel zeigen' },
      },
      export: {
        description: 'Deine Daten in eine CAR-Datei exportieren.',
        options: { '--output': 'Ausgabedatei' },
      },
      import: {
        description: 'Öffentliche Daten eines anderen Spielers importieren.',
        arguments: { FILE: 'CAR-Datei; - für die Standardeingabe' },
        options: { '--node': 'Knoten, von dem sie kam: der Spieler muss ihn bestätigt haben' },
      },
      evidence: {
        description:
          'Geprüfte Belege für Fehlverhalten auflisten: widersprüchliche Unterschriften und regelwidrige Züge.',
      },
      check: {
        description:
          'Alle deine Daten prüfen: Schlüssel, Listen, Blöcke, Unterschriften, Aufzeichnungen.',
      },
    },
  },
  peer: {
    summary: 'Einen Peer betreiben.',
    description:
      'Einen Peer betreiben: Spieler ohne Server finden, Züge austauschen und deine Daten veröffentlichen. challenge, game, archive und player nutzen ihn, während er läuft.',
    options: {
      '--listen': 'Adresse zum Lauschen; mehrfach möglich (Vorgabe: /ip4/127.0.0.1/tcp/0)',
      '--peer': 'Adresse eines Peers; mehrfach möglich (Vorgabe: die von kifu peer add)',
      '--web': 'Weboberfläche auf localhost anbieten und ihren Link ausgeben',
      '--announce':
        'öffentliche Adresse dieses Peers, etwa ein weitergeleiteter Port; mehrfach möglich (Vorgabe: die lauschenden)',
      '--relay': 'Verbindungen anderer Peers weiterleiten, in diesen Grenzen',
      '--relay-peers': 'mit --relay: Peers, die darüber erreichbar sind',
      '--relay-mib': 'mit --relay: MiB pro Stunde zu einem Peer',
      '--relay-total-mib': 'mit --relay: MiB pro Stunde insgesamt',
      '--relay-minutes': 'mit --relay: Minuten pro Verbindung',
      '--no-bootstrap': 'nicht mit den Peers und Relays von kifu peer bootstrap verbinden',
      '--mdns': 'Peers im lokalen Netz finden (mDNS)',
      '--network': 'Name des Netzes; Peers desselben Netzes finden einander',
    },
    examples: {
      'kifu peer --listen /ip4/0.0.0.0/tcp/4001': 'von anderen Rechnern erreichbar',
      'kifu peer --peer /ip4/192.0.2.7/tcp/4001': 'mit einem anderen Peer verbinden',
      'kifu peer --web': 'im Browser spielen',
      'kifu peer status': 'Adressen, die du weitergeben kannst',
      'kifu peer bootstrap add /dns4/relay.example/tcp/4001/p2p/12D3KooW… --relay':
        'über ein Relay erreichbar sein',
    },
    commands: {
      add: {
        description: 'Die Adresse eines Peers speichern und mit ihm verbunden bleiben.',
        arguments: { ADDR: ADDRESS },
      },
      list: { description: 'Verbundene Peers und gespeicherte Adressen auflisten.' },
      bootstrap: {
        summary: 'Peers und Relays für den Start verwalten.',
        description:
          'Die Peers und Relays verwalten, mit denen sich jeder Peer dieses Rechners beim Start verbindet: network.json in deinem Datenordner.',
        commands: {
          add: {
            description: 'Einen Peer, der andere kennt, oder ein Relay hinzufügen.',
            arguments: { ADDR: ADDRESS },
            options: {
              '--relay': 'darüber erreichbar sein, wenn eingehende Verbindungen blockiert sind',
            },
          },
          list: { description: 'Auflisten.' },
          remove: {
            description: 'Einen Eintrag entfernen.',
            arguments: { ADDR: 'Adresse, wie aufgelistet' },
          },
        },
      },
      status: { description: 'Den Zustand des laufenden Peers zeigen.' },
      unlock: { description: 'Den laufenden Peer entsperren: er unterschreibt, bis er endet.' },
      lock: {
        description:
          'Den laufenden Peer sperren: er vergisst den Schlüssel und unterschreibt nicht mehr.',
      },
    },
  },
};
