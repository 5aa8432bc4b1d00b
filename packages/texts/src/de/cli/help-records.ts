/** Help of the commands that make, show and change records, in German. */
import type { RecordsHelp } from '../../en/cli/help-records.ts';

export const records: RecordsHelp = {
  record: {
    summary: 'Aus einer Zugliste eine Aufzeichnung machen.',
    description:
      'Aus einer Zugliste eine Aufzeichnung machen. Das Format folgt dem Dateinamen: eine Kette von Knoten als CAR-Datei, oder JSON.',
    options: {
      '--moves':
        'Züge in beliebiger Notation, einer oder mehrere pro Zeile, oder Zeilen für kifu run; - für die Standardeingabe',
      '--output': 'Ausgabedatei: .car, .kifu oder .json',
      '--player': 'Spielername, in der Reihenfolge der Plätze; mehrfach möglich',
      '--key':
        'Züge eines Platzes mit diesem Schlüssel unterschreiben, die anderen mit Schlüsseln nur für diese Partie',
      '--seat': 'Platz, dessen Züge dieser Schlüssel unterschreibt',
      '--seed': 'Seed der Auslosungen; nötig in Spielen mit Zufall',
    },
    examples: {
      'kifu record chess --moves game.txt -o game.car': 'Züge wie e4 e5 Nf3',
      'kifu verify game.car': 'prüfen',
    },
  },
  show: {
    summary: 'Das Brett einer Aufzeichnung zeigen.',
    description:
      'Das Brett einer Aufzeichnung und die Züge bis dahin zeigen oder ein Bild zeichnen.',
    options: {
      '--flip': 'Brett drehen',
      '--svg': 'SVG-Bild zeichnen (Vorgabe: auf die Standardausgabe)',
      '--theme': 'Farben des Bilds; auto: wie beim Betrachter eingestellt',
      '--size': 'Pixel pro Feld des Bilds',
      '--force': 'vorhandenes Bild überschreiben',
    },
    examples: {
      'kifu show game.car': 'die Schlussstellung',
      'kifu show game.car --at 12': 'nach zwölf Einträgen',
      'kifu show game.car --svg end.svg --theme dark': 'die Schlussstellung als Bild',
    },
  },
  replay: {
    summary: 'Eine Aufzeichnung nachspielen.',
    description:
      'Eine Aufzeichnung im Terminal nachspielen. Ist die Ausgabe kein Terminal, werden die Züge ausgegeben.',
    options: { '--at': 'nach N Einträgen beginnen (Vorgabe: am Anfang)' },
    examples: {
      'kifu replay game.car': 'Leertaste startet und hält an, ? zeigt die Tasten',
      'kifu replay games.pgn --number 3': 'die dritte Partie einer Sammlung',
    },
  },
  info: {
    summary: 'Metadaten einer Aufzeichnung ausgeben.',
    description:
      'Metadaten einer Aufzeichnung ausgeben: Spiel, Spieler, Bedingungen, Länge, Ergebnis und IDs.',
    examples: {
      'kifu info game.car': 'eine Aufzeichnung',
      'kifu info games.pgn --number 3': 'die dritte Partie einer Sammlung',
    },
  },
  state: {
    summary: 'Den Zustand einer Aufzeichnung ausgeben.',
    description: 'Den kanonischen Zustand ausgeben, über den der Zustandshash gebildet wird.',
    examples: {
      'kifu state game.car --at 12': 'nach zwölf Einträgen',
      'kifu state game.car --json': 'der letzte, mit Hash und Stellung',
    },
  },
  verify: {
    summary: 'Aufzeichnungen und Beweise prüfen.',
    description:
      'Aufzeichnungen nachspielen und Verkettung, Regeln, Hashes, Uhren, Zufall und Unterschriften prüfen. Beweise, dass ein Schlüssel doppelt unterschrieben hat, werden auch geprüft und erklärt. Endet mit Status 1, wenn eine Aufzeichnung fehlerhaft oder ein Beweis ungültig ist.',
    arguments: {
      FILE: 'Aufzeichnungen in beliebigem Format, Beweise oder Ordner davon; - für die Standardeingabe',
    },
    options: {
      '--quick':
        'nur die letzte Unterschrift jedes Schlüssels prüfen und die, die sie nicht abdeckt; das Urteil sagt es',
      '--as': 'Dateien in diesem Format lesen: car, json, pack, pgn, …',
    },
    examples: {
      'kifu verify game.car': 'eine Aufzeichnung, ausführlich',
      'kifu verify games/ more.pgn': 'eine Zeile pro Aufzeichnung und eine Summe',
      'kifu verify --quick games/': 'viele Aufzeichnungen schnell prüfen',
      'kifu verify proof.cbor': 'wer Widersprüchliches unterschrieben hat',
    },
  },
  diff: {
    summary: 'Finden, wo zwei Aufzeichnungen oder Turniere sich unterscheiden.',
    description:
      'Den ersten Eintrag finden, an dem sich zwei Aufzeichnungen oder zwei Kopien eines Turniers unterscheiden, und die Unterschiede der Köpfe. Hat ein Schlüssel beide Verläufe unterschrieben, schreibt -o den Beweis. Endet mit Status 1, wenn sie sich unterscheiden.',
    arguments: {
      FILE: 'Aufzeichnung in beliebigem Format oder Turnier; - für die Standardeingabe',
      OTHER: 'die andere Aufzeichnung oder das andere Turnier',
    },
    options: { '--output': 'Beweis schreiben, dass ein Schlüssel beide unterschrieben hat' },
    examples: {
      'kifu diff game.car game.pgn': 'sind die Züge gleich?',
      'kifu diff club.car theirs.car -o proof.cbor': 'hat der Veranstalter das Turnier geändert?',
    },
  },
  convert: {
    summary: 'Eine Aufzeichnung umwandeln.',
    description:
      'Eine Aufzeichnung in ein anderes Format umwandeln. Was das Format nicht speichern kann, wird aufgezählt.',
    options: {
      '--to': 'car, json, pack oder ein Format des Spiels (Vorgabe: nach der Endung der Ausgabe)',
    },
    examples: {
      'kifu convert game.car --to pgn': 'als Text',
      'kifu convert games.pgn --number 2 -o game.car': 'die zweite Partie als Aufzeichnung',
      'kifu convert game.car -o game.kifu': 'gepackt: wenige Bits pro Zug',
    },
  },
  export: {
    summary: 'Eine Partie als HTML-Datei schreiben, die sich selbst prüft.',
    description:
      'Eine Partie als eine HTML-Datei schreiben, die Aufzeichnung, Engine und Viewer enthält. Sie lässt sich von der Platte öffnen, braucht kein Netz und prüft die Aufzeichnung beim Öffnen.',
    options: {
      '--html': 'eine HTML-Datei (das einzige Format)',
      '--start': 'wo das Nachspielen beginnt: 23, end, t600 für einen Tick, 1:23 für eine Zeit',
    },
    examples: {
      'kifu export --html game.car -o game.html': 'eine Datei zum Verschicken',
      'kifu export --html games.pgn --number 2 --start 23 -o game.html': 'ab Zug 23',
    },
  },
  branch: {
    summary: 'Von einer Stellung aus eine neue Partie beginnen.',
    description:
      'Von einer Stellung einer Aufzeichnung aus eine neue Partie beginnen. Die neue Partie verweist auf diese Stellung.',
    options: {
      '--tick': 'bei diesem Tick, in Spielen mit Ticks',
      '--output': 'Ausgabedatei: .car, .kifu oder .json',
    },
    examples: {
      'kifu branch game.car --at 12 -o what-if.car': 'nach zwölf Einträgen',
      'kifu play chess --load what-if.car': 'von dort weiterspielen',
    },
  },
  analyze: {
    summary: 'Jeden Zug mit dem besten vergleichen.',
    description:
      'Eine Aufzeichnung analysieren: Züge nach den verlorenen Gewinnchancen bewerten, bessere Fortsetzungen und die Genauigkeit jedes Spielers zeigen. Die eigene Suche analysiert jedes Spiel; --engine nimmt eine andere. Eine Partie in der Bibliothek behält die Analyse als Anmerkungen, ebenso die Datei von --output. Eine unterbrochene Analyse wird fortgesetzt, wo sie aufgehört hat.',
    options: {
      '--engine':
        'Engine: uci:stockfish, gtp:gnugo, gnubg:gnubg, engine:NAME (Vorgabe: die eigene)',
      '--engine-option': 'Option der Engine als NAME=WERT; mehrfach möglich',
      '--depth': 'Halbzüge pro Stellung',
      '--nodes': 'Suchknoten pro Stellung',
      '--time': 'Millisekunden pro Stellung',
      '--lines': 'beste Varianten pro Stellung',
      '--jobs': 'Stellungen gleichzeitig (Vorgabe: Zahl der Kerne)',
      '--no-save': 'Anmerkungen in der Bibliothek nicht ändern',
      '--output': 'Aufzeichnung mit der Analyse, wenn die Eingabe eine Datei ist',
    },
    examples: {
      'kifu analyze db4botlkx6': 'in der Bibliothek, mit der eigenen Suche',
      'kifu analyze game.pgn --engine uci:stockfish --depth 14 -o analyzed.pgn':
        'mit einer anderen Engine, in eine Datei',
      'kifu analyze game.sgf --nodes 2000 --json': 'als JSON',
    },
  },
  annotate: {
    summary: 'Kommentare, Zeichen und Pfeile hinzufügen.',
    description:
      'Eine Stellung kommentieren. Bei einer Partie der Bibliothek stehen Anmerkungen neben ihr; bei einer Datei wird eine neue Datei geschrieben. Die Züge ändern sich nie.',
    options: {
      '--comment': 'Text des Kommentars',
      '--glyph': 'Zeichen zum Zug oder zur Stellung: !, ??, !?, +-, =, 5, …',
      '--eval': 'Bewertung: 0.35, -1.2, #3',
      '--arrow': 'Pfeil zwischen Feldern: e2-e4, e2-e4:red',
      '--circle': 'Kreis um ein Feld: e4, e4:blue',
      '--square': 'Quadrat auf einem Feld',
      '--triangle': 'Dreieck auf einem Feld',
      '--cross': 'Kreuz auf einem Feld',
      '--author': 'Autor (nicht in jedem Format)',
      '--remove': 'vorher die Anmerkungen zu dieser Stellung löschen',
      '--output': 'kommentierte Aufzeichnung, wenn die Eingabe eine Datei ist',
    },
    examples: {
      'kifu annotate db4botlkx6 --at 3 --comment "too early" --glyph ?!': 'in der Bibliothek',
      'kifu annotate game.pgn --at 12 --arrow e2-e4 --eval 0.4 -o seen.pgn': 'in einer Datei',
      'kifu annotate db4botlkx6 --at 3 --remove': 'zurücknehmen',
    },
  },
  publish: {
    summary: 'Eine Aufzeichnung auf IPFS oder anderswo veröffentlichen.',
    description:
      'Eine Aufzeichnung veröffentlichen: über deinen laufenden Peer unter einem Namen, auf IPFS mit einem eigenen Knoten, über einen Kubo-Daemon, über HTTP oder in eine CAR-Datei. Sie gilt als veröffentlicht, sobald ein anderer Knoten sie zurückgelesen und geprüft hat. FILE kann auch die ID einer Partie der Bibliothek oder eine früher veröffentlichte Wurzel sein.',
    options: {
      '--to': 'wohin: peer, ipfs[:public|:MULTIADDR], kubo[:URL], http[:PORT], car[:FILE]',
      '--format': 'native Knoten oder Schach-Replay-Log',
      '--serve': 'bis Strg-C anbieten (bei http immer); mit einem Peer der wachsenden Datei folgen',
      '--force': 'vorhandene CAR-Datei überschreiben',
    },
    examples: {
      'kifu publish game.car --to ipfs --serve': 'ein Peer auf diesem Rechner bietet sie an',
      'kifu publish game.pgn --to kubo --format replay-log':
        'ein Daemon speichert sie als Replay-Log',
      'kifu publish live.car --to peer --serve': 'eine wachsende Datei, der andere folgen',
      'kifu publish game.car --to http:8080': 'ein Gateway auf diesem Rechner',
    },
  },
  fetch: {
    summary: 'Eine veröffentlichte Aufzeichnung holen.',
    description:
      'Eine Aufzeichnung über ihre Content-ID holen: den Kopf ihrer Kette oder die Wurzel eines Schach-Replay-Logs. Jeder Block wird gehasht, und die Aufzeichnung wird geprüft, bevor etwas davon gezeigt wird.',
    arguments: { CID: 'Content-ID, wie kifu publish sie ausgibt' },
    options: {
      '--from':
        'woher: ipfs:MULTIADDR, ipfs:public, kubo[:URL], http:URL, car:FILE, archive:URL, archive:FOLDER; mehrere werden nacheinander versucht (Vorgabe: was von hier veröffentlicht wurde)',
      '--out': 'Aufzeichnung in diese Datei schreiben: .car, .json, .pgn, …',
    },
    examples: {
      'kifu fetch bafyrei…': 'von hier veröffentlicht',
      'kifu fetch bafyrei… --from https://ipfs.io -o game.car': 'von einem Gateway in eine Datei',
      'kifu fetch bafyrei… --from ipfs:/ip4/127.0.0.1/tcp/4001/p2p/12D3KooW…': 'von einem Peer',
    },
  },
};
