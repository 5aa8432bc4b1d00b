/** Help of the commands about settings, tournaments, keys and accounts, in German. */
import type { PlayersHelp } from '../../en/cli/help-players.ts';

const WHICH_KEY = 'welcher deiner Schlüssel (siehe kifu key)';

export const players: PlayersHelp = {
  engine: {
    summary: 'Engines als Spieler hinzufügen.',
    description:
      'Engines, also eigenständige Programme, als Spieler hinzufügen. Protokolle sind UCI (Schach), GTP (Go), gnubg (Backgammon), Hub (Dame) und JSON-Zeilen (alle Spiele). --seats nimmt sie als engine:NAME.',
    arguments: {
      NAME: 'Name der Engine in Kifu',
      ENGINE: 'PROTOKOLL:PROGRAMM, etwa uci:stockfish; Protokolle sind uci, gtp, gnubg, hub, json',
      ARG: 'Argumente des Programms, nach --',
      GAME: 'Spiel (Vorgabe: das des Protokolls)',
    },
    options: {
      '--elo': 'Spielstärke, falls die Engine sie begrenzen kann',
      '--engine-option': 'Option der Engine; mehrfach möglich',
      '--move-time': 'Bedenkzeit pro Zug ohne Uhr, in Millisekunden (Vorgabe: 1000)',
    },
    examples: {
      'kifu engine add fish uci:stockfish --engine-option Hash=64':
        'Stockfish als engine:fish hinzufügen',
      'kifu engine add gnu gtp:gnugo -- --mode gtp --level 5': 'ein Programm mit Argumenten',
      'kifu engine test fish': 'starten, Optionen zeigen und ein paar Züge spielen',
      'kifu play chess --seats human,engine:fish': 'dagegen spielen',
    },
    commands: {
      add: {
        description: 'Eine Engine unter einem Namen hinzufügen.',
        options: { '--ponder': 'auch denken lassen, während andere am Zug sind (UCI)' },
      },
      list: { description: 'Die Engines auflisten.' },
      test: {
        description:
          'Eine Engine starten, ihre Optionen zeigen und sie ein paar Züge spielen lassen.',
        arguments: { ENGINE: 'Name der Engine oder PROTOKOLL:PROGRAMM' },
      },
      serve: {
        summary: 'Eine Website Engines dieses Rechners benutzen lassen.',
        description:
          'Engines dieses Rechners für Seiten einer Website analysieren lassen. Ein Link wird ausgegeben: Wer ihn öffnet, erlaubt der Website, die Engines zu benutzen. Er enthält ein Token; behalte ihn für dich. Der Befehl läuft, bis du ihn beendest.',
        arguments: { ENGINE: 'PROTOKOLL:PROGRAMM oder engine:NAME, auch für mehrere Spiele' },
        options: {
          '--game': 'Spiel von Engines, die jedes Spiel spielen',
          '--site': 'Adresse der Website; mehrfach möglich',
          '--port': 'Port; 0 für irgendeinen freien',
          '--jobs': 'gleichzeitige Suchen einer Engine',
        },
        examples: {
          'kifu engine serve uci:stockfish': 'für die Website eines lokalen kifu serve',
          'kifu engine serve uci:stockfish gtp:katago --site https://kifu.example':
            'zwei Engines für eine Website anderswo',
        },
      },
      remove: { description: 'Eine Engine entfernen.' },
    },
  },
  config: {
    summary: 'Deinen Namen und andere Vorgaben speichern.',
    description:
      'Vorgaben für Optionen speichern: name, level, pieces, server. Optionen in der Befehlszeile und Variablen wie KIFU_NAME gehen vor.',
    arguments: { WHAT: 'name, level, pieces oder server', VALUE: 'wie bei der Option' },
    examples: {
      'kifu config set name Ann': 'dein Name, ab jetzt in jeder Aufzeichnung',
      'kifu config set level 4': 'Stärke der Bots gegen dich',
      'kifu config list': 'alle gespeicherten Werte',
    },
    commands: {
      list: { description: 'Gespeicherte Werte auflisten.' },
      get: { description: 'Einen Wert ausgeben. Endet mit Status 1, wenn er fehlt.' },
      set: { description: 'Einen Wert speichern.' },
      unset: { description: 'Einen Wert löschen.' },
    },
  },
  tournament: {
    summary: 'Turniere austragen und prüfen.',
    description:
      'Turniere austragen: Schweizer System, Rundenturnier, K.-o.-System und Arena. Ein Turnier ist eine Datei mit Einträgen, die der Veranstalter unterschreibt; Paarungen und Tabelle folgen daraus.',
    arguments: { FILE: 'Turnierdatei' },
    options: {
      '--server': 'das Turnier ist auf diesem Server; FILE ist seine ID',
      '--key': 'auf einem Server: dein Schlüssel',
    },
    examples: {
      'kifu tournament new club.car --game chess --rounds 5 --key me': 'eins anlegen',
      'kifu tournament run checkers --players 8 -o bots.car': 'Bots eins spielen lassen',
    },
    commands: {
      new: {
        description: 'Ein Turnier in einer neuen Datei anlegen.',
        options: {
          '--game': 'Spiel',
          '--name': 'Name des Turniers (Vorgabe: der Dateiname)',
          '--key': 'Schlüssel des Veranstalters',
        },
        examples: {
          'kifu tournament new club.car --game chess --rounds 5': 'Schweizer System, fünf Runden',
          'kifu tournament new cup.car --game go --system knock-out': 'einfaches K.-o.',
        },
      },
      enter: {
        description: 'Spieler anmelden, auch nach Beginn, wenn das System es erlaubt.',
        arguments: {
          PLAYER: 'Namen; NAME=SCHLÜSSEL (64 Hexziffern) für Spieler, die unterschreiben',
        },
        options: { '--key': 'auf einem Server: der Schlüssel, mit dem du dich anmeldest' },
        examples: {
          'kifu tournament enter club.car Ann Bob Cara': 'drei Spieler, der stärkste zuerst',
        },
      },
      withdraw: {
        description:
          'Einen Spieler ab der nächsten Runde abmelden. Wer sich wieder anmeldet, behält seine Punkte.',
        arguments: { PLAYER: 'Name (Vorgabe: du selbst, auf einem Server)' },
        examples: { 'kifu tournament withdraw club.car Bob': 'Bob steigt aus' },
      },
      start: {
        description: 'Die erste Runde beginnen.',
        examples: { 'kifu tournament start club.car': 'und die Paarungen ausgeben' },
      },
      pair: {
        description: 'Die nächste Runde auslosen und beginnen.',
        examples: { 'kifu tournament pair club.car': 'wenn alle Bretter Ergebnisse haben' },
      },
      result: {
        summary: 'Das Ergebnis eines Bretts eintragen.',
        description:
          'Das Ergebnis eines Bretts aus einer Partie der Bibliothek eintragen (geprüft und zwischen den Gepaarten) oder eine kampflose Niederlage. Die Unterschriften der Partie müssen das Ergebnis beweisen: jeder Spieler mit Schlüssel hat sie unterschrieben, und die Spieler haben alles unterschrieben oder ein Schiedsrichter, der du bist oder dem du vertraust. Mit --by-word bürgst du selbst.',
        arguments: { BOARD: 'Nummer des Bretts', MATCH: 'ID der Partie oder eindeutiger Anfang' },
        options: {
          '--forfeit': 'kampflos: dieser Platz verliert',
          '--by-word': 'eine Partie annehmen, deren Unterschriften das Ergebnis nicht beweisen',
          '--round': 'Runde (Vorgabe: die neueste)',
        },
        examples: {
          'kifu tournament result club.car 1 ho3bm7tmfw': 'aus einer Partie',
          'kifu tournament result club.car 1 ho3bm7tmfw --by-word': 'nicht unterschrieben',
          'kifu tournament result club.car 2 --forfeit second': 'der zweite Spieler fehlt',
        },
      },
      standings: {
        description: 'Tabelle mit Feinwertungen zeigen.',
        examples: { 'kifu tournament standings club.car': 'die besten zuerst' },
      },
      verify: {
        summary: 'Einträge und Partien prüfen.',
        description:
          'Prüfen, dass jeder Eintrag unterschrieben und gültig ist und jedes Ergebnis das seiner Partie, die nach den Regeln nachgespielt wird. Zeigt zu jedem Ergebnis, ob Unterschriften es beweisen oder der Veranstalter dafür bürgt. Partien kommen aus der Datei, wenn sie mit ihnen exportiert wurde, sonst aus der Bibliothek. Endet mit Status 1, wenn Probleme gefunden werden.',
        examples: { 'kifu tournament verify club.car': 'jedes Ergebnis prüfen' },
      },
      export: {
        summary: 'Ein Turnier mit seinen Partien exportieren.',
        description:
          'Ein Turnier exportieren: car mit allen Partien, die jeder prüfen kann; trf, die Berichtsdatei der FIDE, für Schach; json, alle Einträge.',
        options: { '--to': 'Format' },
        examples: {
          'kifu tournament export club.car -o all.car': 'mit allen Partien',
          'kifu tournament export club.car --to trf -o club.trf': 'für einen Verband',
        },
      },
      run: {
        summary: 'Ein Turnier von Bots und Engines austragen.',
        description:
          'Ein Turnier von Bots und Engines austragen. Jede Partie wird aufgezeichnet, geprüft und in der Bibliothek gespeichert.',
        options: {
          '--players': 'Anzahl der Bots',
          '--bot': 'welcher Bot spielt',
          '--entrants':
            'Bots und Engines, die teilnehmen, etwa uci:stockfish,engine:fish,bot:mcts-3',
          '--nodes': 'Suchknoten pro Zug',
          '--elo': 'Spielstärke von Engines, die ihre begrenzen können',
          '--engine-option': 'Option der Engines; mehrfach möglich',
          '--move-time': 'Bedenkzeit von Engines pro Zug, in Millisekunden (Vorgabe: 1000)',
          '--seed': 'Seed: eine andere Zahl gibt andere Partien',
          '--rated': 'die Partien werden gewertet',
          '--key': 'Schlüssel des Veranstalters (Vorgabe: ein neuer)',
          '--output': 'Turnierdatei',
        },
        examples: {
          'kifu tournament run chess --entrants bot-3,uci:stockfish -o duel.car':
            'ein Bot und eine Engine',
          'kifu tournament run checkers -o bots.car': 'acht Bots, fünf Runden',
          'kifu tournament run chess --system knock-out --players 16 -o cup.car': 'einfaches K.-o.',
        },
      },
    },
  },
  key: {
    summary: 'Schlüssel zum Unterschreiben verwalten.',
    description:
      'Die Schlüssel anlegen, zeigen, exportieren und importieren, die deine Züge unterschreiben.',
    arguments: { NAME: 'Name des Schlüssels' },
    examples: {
      'kifu key new': 'ein Schlüssel namens me',
      'kifu record chess --moves game.txt --key me --seat 0 -o game.car': 'mit ihm unterschreiben',
    },
    commands: {
      new: { description: 'Einen Schlüssel in deinem Datenordner anlegen.' },
      list: { description: 'Alle Schlüssel auflisten: Namen und öffentliche Schlüssel.' },
      show: { description: 'Öffentliche Schlüssel ausgeben: einen nach Namen oder alle.' },
      export: {
        description:
          'Einen Schlüssel mit seinem Geheimnis exportieren. Wer ihn hat, kann als du unterschreiben.',
        options: { '--output': 'Ausgabedatei, nur für dich lesbar' },
      },
      import: {
        description: 'Einen exportierten Schlüssel importieren.',
        arguments: {
          FILE: 'Datei von kifu key export; - für die Standardeingabe',
          NAME: 'Name des Schlüssels (Vorgabe: sein eigener)',
        },
      },
    },
  },
  login: {
    summary: 'Bei einem Server anmelden.',
    description:
      'Mit deinem Schlüssel bei einem Server anmelden. Beim ersten Mal wird auch ein Benutzername vergeben. Gespeichert werden nur dein Schlüssel und der öffentliche Schlüssel des Servers; andere Befehle melden sich selbst an. Ein Server, dessen Schlüssel sich geändert hat, wird abgelehnt.',
    arguments: { SERVER: 'URL des Servers' },
    options: {
      '--key': WHICH_KEY,
      '--name': 'Benutzername beim ersten Mal',
      '--accept-server-key':
        'neuen Schlüssel des Servers annehmen; nur wenn du weißt, warum er sich geändert hat',
    },
    examples: {
      'kifu login https://kifu.example --name Ann':
        'beim ersten Mal: legt den Schlüssel „me“ an und vergibt einen Benutzernamen',
      'kifu login': 'beim Server von kifu config',
    },
  },
  whoami: {
    summary: 'Deinen Kontonamen zeigen.',
    description: 'Deinen Benutzernamen und deine Schlüssel auf einem Server zeigen.',
    options: { '--key': WHICH_KEY },
    examples: { 'kifu whoami --server https://kifu.example': 'Benutzername und Schlüssel' },
  },
  account: {
    summary: 'Dein Konto verwalten.',
    description:
      'Dein Konto auf einem Server verwalten. Änderungen werden mit deinem Schlüssel unterschrieben.',
    options: { '--key': WHICH_KEY },
    examples: {
      'kifu account rename "Ann B." --server https://kifu.example': 'Benutzernamen ändern',
      'kifu account vacation begin': 'deine Fernpartien pausieren',
      'kifu account export -o me.json': 'deine Daten herunterladen',
    },
    commands: {
      rename: {
        description: 'Deinen Benutzernamen ändern.',
        arguments: { NAME: 'höchstens 80 Zeichen, nicht vergeben' },
      },
      about: {
        description: 'Deine Beschreibung ändern.',
        arguments: { TEXT: 'höchstens 500 Zeichen' },
      },
      'add-key': {
        description: 'Deinem Konto einen Schlüssel hinzufügen. Auch der neue unterschreibt.',
        arguments: { OTHER: 'Name des Schlüssels (siehe kifu key)' },
      },
      'replace-key': {
        description: 'Diesen Schlüssel durch einen anderen ersetzen. Auch der neue unterschreibt.',
        arguments: { OTHER: 'Name des Schlüssels (siehe kifu key)' },
      },
      'revoke-key': {
        description: 'Einen verlorenen oder gestohlenen Schlüssel widerrufen.',
        arguments: { KEY: 'Anfang des Schlüssels, mindestens 8 Hexziffern' },
      },
      vacation: {
        description:
          'Deine Fernpartien pausieren, bis du zurück bist oder deine Urlaubstage aufgebraucht sind. Angebrochene Tage zählen ganz. Ohne Argument wird dein Stand gezeigt.',
        arguments: { WHAT: 'Urlaub beginnen oder beenden' },
      },
      block: {
        description:
          'Einen Spieler blockieren: keiner kann in Partien des anderen einsteigen. Ohne Namen werden blockierte Spieler aufgelistet.',
        arguments: { PLAYER: 'Name, Schlüssel oder ID' },
        options: { '--remove': 'Blockade aufheben' },
      },
      export: {
        description: 'Alles herunterladen, was der Server über dich speichert.',
        options: { '--output': 'Ausgabedatei' },
      },
      delete: {
        description:
          'Dein Konto löschen: Name, Schlüssel und Einstellungen. Aufzeichnungen deiner Partien bleiben mit deinem Namen und Schlüssel, weil sie auch deinen Gegnern gehören.',
        options: { '--yes': 'bestätigen' },
      },
    },
  },
};
