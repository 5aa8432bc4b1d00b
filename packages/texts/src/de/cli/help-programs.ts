/** Help of the commands for programmers and operators, in German. */
import type { ProgramsHelp } from '../../en/cli/help-programs.ts';

const LINES = `Eingabezeilen:
  {"seat":0,"move":"e4"}           ein Zug: JSON, Hex oder Notation; ohne seat,
                                   wenn nur ein Platz ziehen kann
  {"seat":0,"move":3,"at":120}     dasselbe bei einem Tick, in Spielen mit Ticks
  {"at":200}                       Zeit vergeht
  {"leave":1,"how":"resignation"}  ein Platz verlässt die Partie
  {"seat":0,"claim":"fiftyMoves"}  eine Reklamation, die die Regeln erlauben
  {"draw":12345}                   eine Auslosung, mit --draws fair
  {"undo":1}                       um angenommene Zeilen zurückgehen
  {"position":"FEN"}               neu beginnen: Notation oder Zustand
  {"evaluate":true}                Bewertung pro Platz, −1000 bis 1000
  {"best":{"depth":6,"lines":2}}   beste Varianten; auch nodes, timeMs, true
  {"match":"b","new":"go"}         weitere Partie; jede ihrer Zeilen nennt sie
  {"match":"b","close":true}       die Partie vergessen

Ausgabezeilen:
  {"ok":true,"start":true,…}       einmal, bevor etwas gelesen wird
  {"ok":true,"n":1,"events":[…],"hash":"…","active":[1],"outcome":null}
  {"ok":false,"fault":{"code":"…","message":"…"}}
  {"ok":true,"draw":true,…}        nach einer Antwort, je Auslosung eine`;

export const programs: ProgramsHelp = {
  games: {
    summary: 'Die Spiele auflisten.',
    description: 'Die Spiele auflisten oder Optionen, Notationen und Bots eines Spiels zeigen.',
    examples: {
      'kifu games': 'eine Tabelle',
      'kifu games go': 'ein Spiel mit seinen Optionen',
      'kifu games --json': 'dasselbe für Programme',
    },
  },
  move: {
    description: 'Züge kodieren und dekodieren.',
    arguments: { MOVE: 'Züge, oder - für einen pro Zeile der Standardeingabe' },
    options: { '--seed': 'Seed der Auslosungen (Vorgabe: 1)' },
    examples: {
      'kifu move encode chess e2e4 Nf3': 'zwei Züge aus der Grundstellung',
      'kifu move decode chess 0x0C1C00': 'aus Hex',
    },
    commands: {
      encode: {
        description: 'Züge aus JSON, Hex oder Notation kodieren.',
        options: { '--play': 'jeden Zug spielen, bevor der nächste gelesen wird' },
        examples: {
          'kifu move encode chess --play e4 e5 Nf3': 'drei Züge einer Partie',
          'kifu move encode chess --position "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1" e8=Q':
            'aus einer FEN',
          'echo \'{"from":[4,1],"to":[4,3]}\' | kifu move encode chess -': 'ein Zug pro Zeile',
        },
      },
      decode: {
        description: 'Züge aus Hex oder Bytes dekodieren.',
        options: { '--bytes': 'die Züge sind in Binärform, als Hexziffern' },
        examples: {
          'kifu move decode chess 0x343C01': 'e7e8q',
          'kifu move decode chess --bytes 347C00 --json': 'derselbe Zug aus der Binärform',
        },
      },
    },
  },
  perft: {
    summary: 'Zugfolgen zählen.',
    description: 'Zugfolgen einer Länge zählen (Perft).',
    arguments: { DEPTH: 'Länge der Folgen, 0 bis 32' },
    options: {
      '--divide': 'Anzahl für jeden ersten Zug',
      '--seed': 'Seed der Auslosungen (Vorgabe: 1)',
    },
    examples: {
      'kifu perft chess 4': '197.281 aus der Grundstellung',
      'kifu perft chess 3 --divide --position "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"': 'je ersten Zug',
    },
  },
  run: {
    summary: 'Die Regeln als Filter für JSON-Zeilen.',
    description: 'Die Regeln als Filter für JSON-Zeilen ausführen, für andere Programme.',
    options: {
      '--state': 'jeder Antwort den kanonischen Zustand hinzufügen',
      '--legal': 'jeder Antwort die regelgerechten Züge hinzufügen',
      '--draws': 'plain: Auslosungen geschehen von selbst; fair: jede wartet auf {"draw":SEED}',
      '--seed': 'Seed der Auslosungen; nötig in Spielen mit Zufall',
    },
    examples: {
      'echo \'{"move":"e4"}\' | kifu run chess': 'eine Zeile zum Beginn, eine zum Zug',
      "kifu run chess --setup '{}' --legal < moves.jsonl": 'mit den Zügen danach',
    },
    after: LINES,
  },
  serve: {
    summary: 'Einen Server für laufende Partien betreiben.',
    description: 'Einen Server für laufende Partien betreiben.',
    options: {
      '--port': 'Port; 0 für einen freien',
      '--host': 'Adresse zum Lauschen; 0.0.0.0 für alle',
      '--store':
        'Datenbank: eine Datei oder postgres://user:password@host:port/database (Vorgabe: deine Bibliothek)',
      '--archive': 'auch Partien eines Archivs anbieten: Ordner oder URL eines Dateiservers',
      '--public-url': 'öffentliche URL des Servers',
      '--origin': 'andere Website, die sich verbinden darf; mehrfach möglich (Vorgabe: keine)',
      '--trust-proxy':
        'der letzten Adresse in X-Forwarded-For vertrauen (hinter einem Proxy); braucht --public-url',
      '--max-size': 'größte Dateigröße (Vorgabe: unbegrenzt)',
      '--no-site': 'nur die API anbieten, keine Webseiten',
      '--uploads': 'wer hochladen darf: known (mit Token) oder all',
      '--upload-token': 'Token, das Hochladen erlaubt; mehrfach möglich (Vorgabe: keins)',
      '--admin-token': 'Token, das Hochladen und Löschen von Partien erlaubt',
      '--admin': 'öffentlicher Schlüssel eines Moderators; mehrfach möglich (Vorgabe: keiner)',
      '--analysis-engine':
        'Engine, die für Clients analysiert: uci:PROGRAMM oder engine:NAME; mehrfach möglich (Vorgabe: keine)',
      '--analysis-game': 'Spiel für Engines, die alle Spiele beherrschen',
      '--analysis-jobs': 'gleichzeitige Suchen einer Engine',
      '--metrics-port': 'Port für /metrics (Vorgabe: keiner)',
      '--metrics-host': 'Adresse für /metrics',
      '--bus': 'Nachrichtenbus zwischen Prozessen, nats://host:port (Vorgabe: PostgreSQL)',
      '--cluster-host': 'Adresse für Verkehr anderer Prozesse des Clusters',
      '--cluster-port': 'Port für Verkehr anderer Prozesse; 0 für einen freien',
      '--cluster-url': 'URL, unter der andere Prozesse diesen erreichen (Vorgabe: wo er lauscht)',
      '--log': 'Protokollstufe der Standardfehlerausgabe',
      '--config': 'JSON-Datei mit diesen Optionen nach Namen: {"port": 80}',
      '--limit-sockets': 'TCP-Verbindungen insgesamt',
      '--limit-sockets-per-address': 'TCP-Verbindungen pro Adresse',
      '--limit-connections': 'WebSocket-Verbindungen insgesamt',
      '--limit-connections-per-address': 'WebSocket-Verbindungen pro Adresse',
      '--limit-messages-per-second': 'Nachrichten pro Sekunde und Verbindung',
      '--limit-message-burst': 'Nachrichten auf einmal',
      '--limit-words-per-minute': 'Chatnachrichten pro Minute, je Platz, Adresse und Spieler',
      '--limit-word-burst': 'Chatnachrichten auf einmal',
      '--limit-requests-per-minute': 'Anfragen pro Minute und Adresse',
      '--limit-request-burst': 'Anfragen auf einmal',
      '--limit-sign-ins-per-minute': 'Anmeldungen und Kontoänderungen pro Minute und Adresse',
      '--limit-sign-in-burst': 'Anmeldungen auf einmal',
      '--limit-reports-per-day': 'Meldungen pro Tag, je Spieler und Adresse',
      '--limit-vacation-days': 'Urlaubstage je Spieler und Kalenderjahr',
      '--limit-request-ms': 'Zeit für den Empfang einer Anfrage, in Millisekunden',
      '--limit-open-per-address': 'offene Herausforderungen und Partien pro Adresse',
      '--limit-open': 'offene Herausforderungen und Partien insgesamt',
      '--limit-behind-bytes': 'Puffer für einen langsamen Leser, in Bytes',
      '--limit-behind-ms': 'wie lange er gefüllt bleiben darf, in Millisekunden',
      '--limit-behind-bytes-of-all': 'Puffer für alle langsamen Leser, in Bytes',
      '--limit-max-lag-ms': 'Lag-Ausgleich pro Zug, in Millisekunden',
      '--limit-rest-ms': 'Zeit, bis eine Partie ohne Zuschauer entladen wird, in Millisekunden',
      '--limit-resume-ms': 'Zeit zum Wiederverbinden nach einem Neustart, in Millisekunden',
      '--limit-invite-ms': 'Zeit, bis eine ungenutzte Herausforderung verfällt, in Millisekunden',
      '--limit-challenge-ms':
        'Zeit, bis eine öffentliche Herausforderung zum sofortigen Spiel ohne ihren Spieler verfällt, in Millisekunden',
      '--limit-refusals-per-second': 'aufgezeichnete regelwidrige Züge pro Sekunde und Platz',
      '--limit-bot-threads': 'Threads für Bots',
      '--limit-bot-pause-ms': 'Pause zwischen Zügen, wenn nur Bots spielen, in Millisekunden',
      '--limit-upload-bytes': 'Bytes pro Upload',
      '--limit-uploads': 'gleichzeitige Uploads',
      '--limit-uploads-per-address': 'gleichzeitige Uploads pro Adresse',
      '--limit-keeps-per-minute': 'gespeicherte Uploads pro Minute und Adresse',
      '--limit-keep-burst': 'gespeicherte Uploads auf einmal',
      '--limit-kept-bytes-per-day': 'gespeicherte Bytes pro Tag und Adresse',
      '--limit-kept-bytes-per-day-of-all': 'gespeicherte Bytes pro Tag insgesamt',
      '--limit-analyses': 'laufende Fragen an Engines insgesamt',
      '--limit-analyses-per-address': 'laufende Fragen an Engines je Adresse',
      '--limit-analysis-ms': 'längste Suche einer Engine, in Millisekunden',
      '--limit-analysis-ms-per-day': 'Zeit der Engines je Adresse und Tag, in Millisekunden',
      '--limit-fold-threads': 'Threads zum Nachspielen von Uploads',
      '--limit-fold-ms': 'Zeit zum Nachspielen einer Aufzeichnung, in Millisekunden',
      '--limit-fold-queue': 'wartende Aufzeichnungen insgesamt',
      '--limit-fold-queue-per-address': 'wartende Aufzeichnungen pro Adresse',
      '--limit-store-ms': 'Zeit für eine Datenbankanfrage, in Millisekunden',
      '--limit-unready-ms': 'Zeit „nicht bereit“ nach einem Datenbankfehler, in Millisekunden',
      '--limit-cache-bytes': 'Bytes an Aufzeichnungen im Speicher',
    },
    examples: {
      'kifu serve': 'für Programme auf diesem Rechner',
      'kifu serve --host 0.0.0.0 --public-url https://kifu.example': 'für alle',
      'kifu serve --store postgres://kifu@db/kifu': 'in PostgreSQL, ein Prozess oder mehrere',
      'kifu serve --archive https://files.example/games/': 'mit archivierten Partien',
      'KIFU_PORT=8080 KIFU_LOG=info kifu serve': 'Optionen aus der Umgebung',
    },
  },
  completion: {
    description: 'Ein Skript zur Tab-Vervollständigung ausgeben.',
    arguments: { SHELL: 'Shell' },
    examples: {
      'eval "$(kifu completion bash)"': 'diese Zeile in ~/.bashrc eintragen',
      'kifu completion zsh > ~/.zfunc/_kifu': 'ein Ordner aus $fpath',
      'kifu completion fish > ~/.config/fish/completions/kifu.fish': 'der Ordner von fish',
    },
  },
  help: {
    description: 'Hilfe zu einem Befehl zeigen.',
    arguments: { COMMAND: 'Befehl und Unterbefehl, zum Beispiel: move encode' },
  },
};
