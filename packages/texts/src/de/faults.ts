/** Faults for players, in German. */
import type { FaultTexts } from '../en/faults.ts';

export const faults: FaultTexts = {
  codes: {
    malformed: 'Das Format stimmt nicht. Prüfe die Eingabe und versuche es noch einmal.',
    'too-large': 'Das ist zu groß oder zu viel auf einmal. Sende weniger oder warte kurz.',
    'bad-setup':
      'Diese Einstellungen passen nicht zum Spiel. Ändere sie und versuche es noch einmal.',
    'bad-state':
      'Diese Stellung ist in diesem Spiel nicht möglich. Korrigiere sie und versuche es noch einmal.',
    'unknown-game':
      'Unbekanntes Spiel oder eine neuere Version davon. Aktualisiere oder lade neu und versuche es noch einmal.',
    'unknown-bot': 'Diesen Bot gibt es für dieses Spiel nicht. Wähle einen anderen.',
    'illegal-move': 'Das ist jetzt nicht erlaubt. Wähle einen anderen Zug.',
    'wrong-seat':
      'Das geht jetzt nicht: Du bist nicht am Zug, oder du spielst nicht auf diesem Platz.',
    'game-over': 'Die Partie ist beendet.',
    'draw-due': 'Zuerst muss gelost werden. Warte kurz.',
    'not-due': 'Es gibt jetzt nichts zu würfeln oder auszuteilen.',
    'no-ticks': 'Dieses Spiel wird nicht in Echtzeit gespielt.',
    'past-time':
      'Das kam zu spät, oder eine Uhr geht falsch. Prüfe die Uhr deines Geräts und versuche es noch einmal.',
    'broken-chain':
      'Die Aufzeichnung ist beschädigt oder wurde verändert. Besorge dir eine andere Kopie.',
    'bad-signature':
      'Eine Unterschrift fehlt oder ist ungültig. Sollte es deine sein, melde dich neu an; sonst vertraue ihr nicht.',
    'out-of-time': 'Die Zeit ist abgelaufen.',
    paused:
      'Die Partie ist pausiert oder hat noch nicht begonnen. Es geht weiter, wenn alle bereit sind.',
    conflict: 'Inzwischen hat sich etwas geändert. Lade neu und versuche es noch einmal.',
    'not-found':
      'Nicht gefunden. Prüfe den Link oder den Namen: Er ist vielleicht falsch oder gelöscht.',
    'broken-record': 'Die Aufzeichnung widerspricht den Spielregeln. Vertraue ihr nicht.',
    unsupported: 'Das ist mit diesem Spiel, dieser Aufzeichnung oder diesem Server nicht möglich.',
    unreadable:
      'Das konnte nicht geladen werden. Prüfe deine Verbindung und versuche es noch einmal.',
    unwritable: 'Das konnte nicht gespeichert werden. Versuche es später noch einmal.',
    unreachable:
      'Keine Antwort. Prüfe die Adresse und deine Verbindung und versuche es noch einmal.',
    'rating-drift':
      'Eine gespeicherte Wertung weicht von der ab, die sich aus den Partien ergibt. Berechne die Wertungen neu.',
    exists: 'Das gibt es schon. Wähle einen anderen Namen.',
  },
  rules: {
    malformed: {
      script:
        'Ein Wort des Namens mischt Buchstaben verschiedener Schriften. Schreibe jedes Wort in einer Schrift.',
    },
    'too-large': {
      vacation: 'Du hast in diesem Jahr keine Urlaubstage mehr.',
      length: 'Diese Partie ist länger, als das Format erlaubt.',
      plan: 'Das sind zu viele bedingte Züge. Entferne einige und versuche es noch einmal.',
    },
    'bad-setup': {
      options: 'Diese Option hat das Spiel nicht. Entferne sie und versuche es noch einmal.',
    },
    'illegal-move': {
      offer: 'Ein Remisangebot liegt schon vor.',
      agreement: 'Es liegt kein Remisangebot vor, das du annehmen könntest.',
      decline: 'Es gibt nichts abzulehnen.',
      takeback: 'Diese Zugrücknahme ist jetzt nicht möglich.',
      pause:
        'Du kannst jetzt nicht pausieren: Die Partie ist schon pausiert, oder du hast schon darum gebeten.',
      resume:
        'Du kannst jetzt nicht fortsetzen: Die Partie ist nicht pausiert, oder du wartest schon.',
      abort: 'Zum Abbrechen ist es zu spät: Die Partie hat begonnen. Du kannst aber noch aufgeben.',
      claim: 'Das kannst du jetzt nicht reklamieren.',
      flag: 'Auf der Uhr ist noch Zeit.',
      'withheld-link': 'Der Spieler hat noch Zeit, eine Zufallszahl offenzulegen. Warte kurz.',
    },
    'wrong-seat': {
      plan: 'Eine Zugfolge muss mit deiner Antwort auf einen Zug des Gegners enden.',
      turn: 'Du bist nicht am Zug.',
      'not-your-turn': 'Du bist nicht am Zug.',
    },
    'draw-due': {
      link: 'Zuerst muss gelost werden. Würfle vor dem Zug.',
    },
    'not-due': {
      link: 'Es gibt jetzt nichts zu würfeln: Du bist am Zug.',
    },
    'past-time': {
      ahead: 'Die Uhren der Spieler stimmen nicht überein. Prüfe die Uhr deines Geräts.',
      closed: 'Ein Zug kam erst an, als seine Zeit vorbei war. Prüfe deine Verbindung.',
    },
    'broken-chain': {
      root: 'Die Datei enthält Züge über ihr Ende hinaus oder zwei Fassungen der Partie. Besorge dir eine andere Kopie.',
    },
    'bad-signature': {
      key: 'Der Schlüssel wurde widerrufen oder ersetzt, oder er gehört jemand anderem. Melde dich neu an.',
      seq: 'Der Spieler hat an dieser Stelle etwas anderes unterschrieben.',
      seen: 'Der Spieler hat auf einen Zug geantwortet, den er nicht gesehen hatte.',
      'no-key':
        'Der Schlüssel deines Platzes ist nicht auf diesem Gerät. Spiele auf dem Gerät weiter, mit dem du beigetreten bist.',
      own: 'Der Server hat in deinem Namen etwas eingetragen, das du nicht unterschrieben hast. Vertraue ihm nicht.',
      referee: 'Die Unterschrift des Schiedsrichters fehlt oder gehört nicht hierher.',
      unproven: 'Die Unterschriften der Spieler beweisen dieses Ergebnis nicht.',
      ipns: 'Der Herausgeber hat das nicht unterschrieben. Vertraue dem Inhalt nicht.',
      'invalid-key':
        'Der Schlüssel konnte zu dieser Zeit nicht unterschreiben: Er ist abgelaufen oder wurde widerrufen.',
      'revoked-key':
        'Der Schlüssel wurde widerrufen. Vertraue nichts, was damit unterschrieben ist.',
      'foreign-key': 'Die Unterschrift stammt von einem Schlüssel, der nicht dem Spieler gehört.',
    },
    'out-of-time': {
      flag: 'Die Zeit des Spielers ist abgelaufen.',
      lag: 'Der Zug kam zu spät an, und die Verbindung erklärt das nicht.',
      deadline: 'Die Frist ist abgelaufen.',
    },
    conflict: {
      history:
        'Die Gegenseite zeigt einen anderen Verlauf der Partie als den, den sie zuvor gesendet hat.',
      header: 'Das ist nicht die Partie, der du zugestimmt hast. Beginne eine neue.',
      seq: 'Du hast an dieser Stelle schon etwas anderes unterschrieben. Lade die Partie neu.',
      plan: 'Ein anderes Fenster hat gerade deine bedingten Züge geändert. Lade neu und versuche es noch einmal.',
      'server-key':
        'Dieser Server hat einen anderen Schlüssel als bei deiner ersten Anmeldung: Er wurde neu eingerichtet, oder es ist ein anderer Server. Frage den Betreiber, bevor du den neuen Schlüssel annimmst.',
      rating:
        'Deine Wertung liegt außerhalb des Bereichs dieser Herausforderung. Wähle eine andere.',
      phase: 'Das ist in diesem Stadium der Partie nicht möglich.',
      signed: 'Du hast diese Partie schon unterschrieben.',
      stale: 'Eine neuere Fassung ist schon bekannt.',
      ahead: 'Der Zeitpunkt liegt in der Zukunft. Prüfe die Uhr deines Geräts.',
      identity: 'Der Schlüssel gehört einem anderen Spieler.',
      'in-use':
        'Ein anderes Programm benutzt diesen Ordner. Beende es und versuche es noch einmal.',
      unlocked: 'Der geheime Schlüssel hat keine Passphrase. Schütze ihn zuerst mit einer.',
    },
    'not-found': {
      identity: 'Hier gibt es noch keine Identität. Lege zuerst eine an.',
    },
    'broken-record': {
      hash: 'Eine Stellung stimmt nicht mit den Regeln überein. Vertraue der Aufzeichnung ab dort nicht.',
      ending: 'Das Ergebnis ist nicht das, das sich aus den Regeln ergibt.',
      refusal:
        'Ein als regelwidrig aufgezeichneter Zug ist erlaubt oder aus einem anderen Grund regelwidrig.',
      clock: 'Eine Uhr in der Aufzeichnung stimmt nicht.',
      lag: 'Ein Spieler hat mehr Zeit zurückbekommen, als der Zug gedauert hat.',
      header: 'Das ist nicht die Partie, der du zugestimmt hast. Spiele sie nicht.',
      commitment: 'Eine Zufallszahl ist nicht die, die vor der Partie festgelegt wurde.',
      link: 'Eine Zufallszahl ist nicht die nächste, die der Spieler vor der Partie festgelegt hat.',
      links: 'Bei einer Auslosung fehlen Zahlen, oder es sind zu viele.',
      deal: 'Der Schluss legt nicht offen, wie ausgeteilt wurde.',
      branch: 'Die Partie setzt nicht die fort, die sie angibt.',
      result: 'Das Ergebnis ist nicht das der Partie.',
    },
    unsupported: {
      takeback: 'In Echtzeitpartien kann kein Zug zurückgenommen werden.',
      plan: 'In dieser Partie sind keine bedingten Züge möglich.',
      links:
        'Die Zufallszahlen für diese Partie sind auf dem Gerät, mit dem du beigetreten bist. Spiele dort weiter.',
      declined: 'Dein Gegner hat abgelehnt.',
      muted: 'Du kannst hier zurzeit nicht chatten: Ein Moderator hat dich stummgeschaltet.',
      suspended: 'Du kannst hier zurzeit nicht spielen: Ein Moderator hat dich gesperrt.',
      blocked: 'Das geht nicht: Einer von euch hat den anderen blockiert.',
      'chat-off': 'In dieser Partie ist der Chat ausgeschaltet.',
      sealed: 'Was die Spieler auf der Hand haben, bleibt bis zum Ende der Partie verdeckt.',
    },
    unreadable: {
      passphrase: 'Die Passphrase ist falsch oder fehlt. Gib sie noch einmal ein.',
      'seat-player': 'Der Bot ist ausgefallen. Beginne eine neue Partie oder wähle einen anderen.',
    },
    exists: {
      name: 'Dieser Benutzername oder ein ähnlich aussehender ist schon vergeben.',
      key: 'Dieser Schlüssel gehört schon einem anderen Spieler. Melde dich damit an oder erzeuge einen anderen.',
    },
  },
};
