/** Help of `kifu library` and `kifu ratings`, in German. */
import type { LibraryHelp } from '../../en/cli/help-library.ts';

export const library: LibraryHelp = {
  library: {
    summary: 'Partien finden, importieren und exportieren.',
    description:
      'Die Partien auf diesem Rechner finden, importieren und exportieren: eine Datei in deinem Datenordner oder in KIFU_HOME. Wo ein Befehl eine Datei liest, geht auch die ID einer Partie.',
    examples: {
      'kifu library list': 'die neuesten Partien',
      'kifu library stats': 'wie viele es sind und wo sie liegen',
    },
    commands: {
      list: {
        description: 'Partien auflisten, die neuesten zuerst.',
        examples: {
          'kifu library list': 'die neuesten Partien',
          'kifu library list --open': 'die noch laufen',
          'kifu library list --player ann --game chess --sort longest': 'nach Spieler und Spiel',
          'kifu library list --opening "e4 e5 Nf3" --from 2026': 'nach Eröffnungszügen',
          'kifu library list --tag endgame --all --csv > endgames.csv': 'für eine Tabelle',
        },
      },
      search: {
        summary: 'Partien suchen.',
        description:
          'Partien nach Wörtern suchen, die in Namen oder Kommentaren am Anfang eines Worts stehen. Die Optionen von list grenzen die Suche ein.',
        arguments: { WORDS: 'Wörter aus Namen und Kommentaren' },
        examples: {
          'kifu library search ann': 'nach einem Namen',
          'kifu library search zugzwang --game chess': 'nach einem Kommentar',
        },
      },
      show: {
        summary: 'Den Indexeintrag einer Partie ausgeben.',
        description: 'Den Indexeintrag einer Partie ausgeben. kifu show zeichnet ihr Brett.',
        arguments: { ID: 'ID einer Partie oder eindeutiger Anfang' },
        examples: { 'kifu library show db4botlkx6': 'über den Anfang ihrer ID' },
      },
      stats: {
        summary: 'Anzahl der Partien und Ergebnisse der Spieler zeigen.',
        description:
          'Anzahl der Partien, Ergebnisse der Spieler und den Ort der Bibliothek zeigen.',
        options: {
          '--limit': 'Anzahl der Spieler oder Gruppen',
          '--by':
            'Partien zählen nach opening (Eröffnung), eco, year (Jahr), player (Spieler) oder clock (Bedenkzeit)',
        },
        examples: {
          'kifu library stats': 'alle Partien',
          'kifu library stats --by opening --game chess': 'nach Eröffnung',
          'kifu library stats --player ann --game go': 'ein Spieler',
        },
      },
      explore: {
        summary: 'Zeigen, was in einer Stellung gespielt wurde.',
        description:
          'Zeigen, was in einer Stellung als Nächstes gespielt wurde: wie oft, mit welchem Ergebnis und von wem. Jede Partie zählt einmal, gleich in welcher Zugfolge sie die Stellung erreicht hat. Die Optionen von list grenzen die Suche ein.',
        arguments: {
          POSITION: 'eine Stellung, etwa als FEN, oder Züge vom Anfang an (Vorgabe: der Anfang)',
        },
        options: {
          '--limit': 'wie viele Züge gezeigt werden',
          '--archive': 'stattdessen die Partien eines Archivs zählen: URL oder Ordner',
        },
        examples: {
          'kifu library explore e4 e5 Nf3': 'nach einigen Zügen',
          'kifu library explore --game go --player ann': 'die Partien einer Person',
        },
      },
      import: {
        summary: 'Aufzeichnungen importieren.',
        description:
          'Aufzeichnungen aus Dateien, Ordnern oder der Standardeingabe importieren. Jede wird geprüft; bekannte werden übersprungen, ungültige gemeldet. Endet mit Status 1, wenn eine ungültig ist.',
        arguments: {
          FILE: 'Aufzeichnungen in beliebigem Format oder Ordner davon; - für die Standardeingabe',
        },
        options: {
          '--as': 'Dateien in diesem Format lesen: car, json, pack, pgn, …',
          '--source': 'Quelle (Vorgabe: der Dateiname)',
          '--public': 'öffentlich machen',
          '--keep-blocks': 'beendete Partien nicht packen, jetzt und künftig',
          '--dry-run': 'prüfen, ohne zu importieren',
          '--again': 'ganze Dateien lesen, auch was daraus schon importiert wurde',
        },
        examples: {
          'kifu library import games.pgn': 'alle Partien einer Datei',
          'kifu library import games/ --source club --public': 'ein Ordner',
        },
      },
      export: {
        summary: 'Partien exportieren.',
        description:
          'Partien exportieren: die genannten oder alle, die list findet. Was das Format nicht speichern kann, wird aufgezählt.',
        options: {
          '--to':
            'car, json, pack, ein Format wie pgn; archive: Dateien für jeden Webserver; parquet: Tabellen zur Auswertung (Vorgabe: nach der Endung von -o)',
          '--output': 'Datei, oder Ordner, wenn der Name mit / endet (Vorgabe: Standardausgabe)',
          '--force': 'vorhandene Dateien oder einen früheren Parquet-Export überschreiben',
          '--move': 'mit --to archive: archivierte Partien aus der Bibliothek löschen',
          '--store':
            'mit --to archive oder parquet: öffentliche Partien eines Servers, postgres://user:password@host:port/database',
          '--archive': 'mit --to parquet: Partien eines Archivs: URL oder Ordner',
          '--tables': 'mit --to parquet: nur diese: games,players,moves,positions,events',
          '--limit': 'höchstens N Partien (Vorgabe: alle)',
        },
        examples: {
          'kifu library export --game chess -o chess.pgn': 'alle Schachpartien in einer Datei',
          'kifu library export --player ann --to car -o ann/': 'je eine Datei in einem Ordner',
          'kifu library export --before 2026 --to archive -o archive/':
            'ein durchsuchbares Archiv für einen Webserver',
          'kifu library export --game chess --to parquet -o tables/':
            'Tabellen für kifu sql, DuckDB oder Spark',
          'kifu library export --store postgres://db/kifu --to archive -o archive/':
            'von einem Server',
        },
      },
      names: {
        summary: 'Varianten von Spielernamen zusammenführen.',
        description:
          'Namensvarianten zusammenführen, sodass sie in Listen und Zählungen als ein Spieler gelten. Aufzeichnungen ändern sich nicht.',
        examples: {
          'kifu library stats': 'die Namen zeigen',
          'kifu library names merge "Fischer, R" --into "Bobby Fischer"':
            'zwei Varianten zusammenführen',
        },
        commands: {
          merge: {
            description: 'Diese Namen als einen zeigen, jetzt und bei künftigen Importen.',
            arguments: { NAME: 'ganze Namen, wie Listen sie zeigen' },
            options: { '--into': 'Name, der gezeigt wird' },
            examples: {
              'kifu library names merge "Fischer, R" Bobby --into "Bobby Fischer"': 'ein Spieler',
            },
          },
          split: {
            description: 'Diese Namen wieder zeigen, wie sie in den Aufzeichnungen stehen.',
            arguments: { NAME: 'zusammengeführte Namen' },
            examples: { 'kifu library names split Bobby': 'das ist ein anderer Bobby' },
          },
          list: {
            description: 'Zusammengeführte Namen auflisten.',
            examples: { 'kifu library names list': 'alle' },
          },
        },
      },
      tag: {
        summary: 'Partien mit einem Schlagwort versehen.',
        description:
          'Partien mit einem Schlagwort versehen, nach dem list --tag sucht. Schlagwörter gehören wie Kommentare zu den Anmerkungen.',
        arguments: { TAG: 'ein Wort, mit oder ohne #' },
        examples: {
          'kifu library tag endgame db4botlkx6': 'eine Partie',
          'kifu library list --tag endgame': 'alle Partien mit diesem Schlagwort',
        },
      },
      untag: {
        description: 'Ein Schlagwort von Partien entfernen.',
        arguments: { TAG: 'ein Wort, mit oder ohne #' },
        examples: { 'kifu library untag endgame db4botlkx6': 'eine Partie' },
      },
      hide: {
        description: 'Partien in Listen ausblenden; list --hidden zeigt sie.',
        examples: { 'kifu library hide db4botlkx6': 'eine Partie' },
      },
      unhide: {
        description: 'Ausgeblendete Partien wieder zeigen.',
        examples: { 'kifu library unhide db4botlkx6': 'eine Partie' },
      },
      public: {
        description: 'Partien öffentlich machen, wenn ein Server die Bibliothek anbietet.',
        examples: { 'kifu library public db4botlkx6': 'alle können sie sehen' },
      },
      private: {
        description: 'Partien privat machen.',
        examples: { 'kifu library private db4botlkx6': 'nur du kannst sie sehen' },
      },
      delete: {
        summary: 'Partien endgültig löschen.',
        description: 'Partien endgültig löschen. hide blendet sie nur in Listen aus.',
        options: { '--force': 'Löschen bestätigen' },
        examples: { 'kifu library delete db4botlkx6 --force': 'eine Partie' },
      },
      check: {
        summary: 'Die Bibliothek prüfen.',
        description:
          'Die Datei, jeden Block, jede Partie nach ihren Regeln und jeden Indexeintrag prüfen. Endet mit Status 1, wenn Probleme gefunden werden.',
        examples: { 'kifu library check': 'ist die Bibliothek unversehrt?' },
      },
      repair: {
        summary: 'Eine beschädigte Bibliothek retten.',
        description:
          'Eine beschädigte Bibliothek retten: alles Unversehrte kommt in eine neue Datei, Verlorenes wird aufgezählt. Die beschädigte Datei bleibt daneben. Kein anderer Prozess darf die Bibliothek währenddessen benutzen.',
        examples: { 'kifu library repair': 'wenn check Schäden meldet' },
      },
      gc: {
        summary: 'Partien packen und unbenutzte Blöcke löschen.',
        description:
          'Aufräumen: beendete Partien packen, unbenutzte Blöcke löschen und freien Platz an das Dateisystem zurückgeben.',
        options: {
          '--dry-run': 'Blöcke zählen, ohne sie zu löschen',
          '--keep-blocks': 'nichts packen, jetzt und künftig',
          '--pack': 'wieder packen, jetzt und künftig',
          '--grace': 'neuere Blöcke behalten (Minuten)',
        },
        examples: {
          'kifu library gc': 'nachdem viele Partien gelöscht wurden',
          'kifu library gc --dry-run': 'was würde gelöscht?',
        },
      },
      backup: {
        summary: 'Die Bibliothek sichern.',
        description:
          'Die Bibliothek in eine Datei sichern, auch während gespielt wird. Die Datei erscheint, sobald sie vollständig ist.',
        arguments: { FILE: 'Datei der Sicherung' },
        examples: { 'kifu library backup kifu-copy.sqlite': 'eine Kopie in diesem Ordner' },
      },
      reindex: {
        summary: 'Den Index neu aufbauen.',
        description:
          'Den Index aus den Aufzeichnungen neu aufbauen. Ausgeblendet, privat und öffentlich bleiben erhalten.',
        examples: {
          'kifu library reindex': 'nach einem Update oder wenn check falsche Einträge meldet',
        },
      },
    },
  },
  puzzles: {
    summary: 'Aufgaben in Aufzeichnungen finden.',
    description:
      'Aufgaben in Aufzeichnungen finden: Stellungen, in denen ein Zug klar der beste ist. Jede nennt ihre Partie, den Eintrag davor und die Suche, die sie beurteilt hat.',
    commands: {
      mine: {
        description:
          'Aufgaben in den Aufzeichnungen von Dateien finden, ohne Angabe in der Bibliothek.',
        arguments: {
          FILE: 'Aufzeichnungen in jedem Format, IDs von Partien der Bibliothek oder - für die Standardeingabe',
        },
        options: {
          '--limit': 'höchstens N Aufgaben',
          '--nodes': 'wie viele Stellungen die Suche für jeden Zug ansieht',
          '--output': 'Datei für die Aufgaben und ihre Aufzeichnungen',
        },
        examples: {
          'kifu puzzles mine games.pgn --limit 20': 'aus einer Sammlung',
          'kifu puzzles mine --game chess -o chess.json': 'aus der Bibliothek',
        },
      },
      check: {
        description:
          'Aufgaben prüfen: ob jede Stellung in ihrer Aufzeichnung vorkommt und ob die Lösung erlaubt und klar die beste ist.',
        arguments: { FILE: 'Datei, die kifu puzzles mine geschrieben hat' },
        examples: { 'kifu puzzles check chess.json': 'alle Aufgaben einer Datei' },
      },
    },
  },
  sql: {
    summary: 'Partien mit SQL auswerten.',
    description:
      'Partien mit SQL auswerten, mit DuckDB. Die Tabellen heißen games, players, moves, positions und events. Eine Bibliothek oder ein Archiv wird zuerst in Tabellen in einem temporären Ordner umgewandelt: Für mehrere Fragen exportiere einmal mit kifu library export --to parquet und nenne den Ordner. Nichts wird verändert.',
    arguments: { SQL: 'eine Abfrage, oder - für die Standardeingabe' },
    options: {
      '--db':
        'Ordner eines Parquet-Exports, Ordner oder URL eines Archivs, Bibliotheksdatei oder postgres://… (Vorgabe: deine Bibliothek)',
      '--format': 'table, csv oder json: ein Objekt je Zeile',
      '--output': 'Datei (Vorgabe: Standardausgabe)',
      '--force': 'eine vorhandene Datei überschreiben',
      '--memory': 'Arbeitsspeicher für die Abfrage, etwa 500MB oder 4GB',
      '--external': 'der Abfrage andere Dateien und URLs erlauben',
    },
    examples: {
      'kifu sql "SELECT game, count(*) FROM games GROUP BY game"': 'deine Bibliothek',
      'kifu sql "SELECT type, count(*) FROM events GROUP BY type" --db tables/': 'ein Export',
      'kifu sql "DESCRIBE moves" --db tables/': 'die Spalten einer Tabelle',
      'kifu sql - --db tables/ --format csv -o answer.csv < query.sql':
        'aus einer Datei in eine Datei',
    },
  },
  ratings: {
    summary: 'Spieler werten und Wertungen erklären.',
    description:
      'Glicko-2-Wertungen aus den gewerteten Partien der Bibliothek, je Spiel und Tempo. Eine Partie zählt, wenn ihre Spieler sie unterschrieben haben oder ein Schiedsrichter, dem du vertraust. Jede Wertung lässt sich aus ihrem Beleg nachrechnen.',
    options: {
      '--unsigned': 'auch nicht unterschriebene Partien zählen, nach Spielernamen',
      '--archive': 'auch archivierte Partien zählen: URLs oder Ordner',
    },
    examples: {
      'kifu ratings rebuild': 'alle Wertungen berechnen',
      'kifu ratings list': 'die höchsten zuerst',
    },
    commands: {
      list: {
        summary: 'Wertungen auflisten, die höchsten zuerst.',
        description:
          'Die Wertungen auflisten, die kifu ratings rebuild gespeichert hat, die höchsten zuerst.',
        options: { '--limit': 'höchstens N Spieler je Spiel und Tempo' },
        examples: { 'kifu ratings list --game chess --speed blitz': 'nur Blitzschach' },
      },
      explain: {
        summary: 'Eine Wertung erklären.',
        description:
          'Die Wertungen eines Spielers erklären: Woche für Woche, Partie für Partie mit ihrem Urteil, und der Beleg; dann die gewerteten Partien, die nicht zählen, und warum. Wertungen werden aus der Bibliothek neu berechnet und mit den gespeicherten verglichen.',
        arguments: {
          PLAYER: 'Name, Schlüssel oder mindestens die ersten 8 Ziffern eines Schlüssels',
        },
        examples: {
          'kifu ratings explain Ann': 'alle Wertungen eines Spielers',
          'kifu ratings explain Ann --game chess --json': 'für Programme, mit ganzem Beleg',
        },
      },
      rebuild: {
        summary: 'Wertungen neu berechnen oder prüfen.',
        description:
          'Wertungen aus allen unterschriebenen gewerteten Partien der Bibliothek berechnen und speichern. Eine Partie zählt, wenn jeder Spieler mit Schlüssel sie unterschrieben hat und entweder die Spieler alles unterschrieben haben oder ein Schiedsrichter, dem du vertraust. Mit --check wird nichts gespeichert; der Befehl endet mit Status 1, wenn Wertungen abweichen.',
        options: { '--check': 'mit den gespeicherten vergleichen, nichts ändern' },
        examples: {
          'kifu ratings rebuild': 'nach neuen oder importierten Partien',
          'kifu ratings rebuild --referee KEY': 'mit Partien eines Schiedsrichters',
          'kifu ratings rebuild --archive archive/': 'mit archivierten Partien',
          'kifu ratings rebuild --check': 'folgen die Wertungen aus ihren Partien?',
        },
      },
    },
  },
};
