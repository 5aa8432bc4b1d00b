/** Help of the commands that play and watch, in German. */
import type { PlayHelp } from '../../en/cli/help-play.ts';

export const play: PlayHelp = {
  demo: {
    summary: 'Bots bei einer kurzen Partie zusehen.',
    description:
      'Bots bei einer kurzen Partie zusehen. Sie wird aufgezeichnet, unterschrieben, geprüft und nachgespielt; am Ende steht die Content-ID ihres Kopfs.',
    options: {
      '--seed': 'Seed: eine andere Zahl gibt eine andere Partie',
      '--moves': 'nach N Zügen aufhören',
      '--output': 'Aufzeichnung speichern: .car, .kifu oder .json',
      '--save': 'Partie in der Bibliothek speichern',
    },
    examples: {
      'kifu demo': 'im Terminal das Brett, sonst die Züge',
      'kifu demo --seed 3 --moves 20': 'der Anfang einer anderen Partie',
      'kifu demo go --level 4': 'ein anderes Spiel mit stärkeren Bots',
      'kifu demo -o match.car': 'für kifu replay match.car speichern',
    },
  },
  play: {
    summary: 'Eine Partie im Terminal spielen.',
    description: 'Eine Partie im Terminal spielen, gegen Bots oder andere Menschen.',
    options: {
      '--seats':
        'wer spielt: pro Platz human, bot, bot:NAME, bot-STUFE oder eine Engine wie uci:stockfish oder engine:NAME (Vorgabe: human,bot)',
      '--elo': 'Spielstärke von Engines, die ihre begrenzen können',
      '--engine-option': 'Option der Engines; mehrfach möglich',
      '--move-time': 'Bedenkzeit von Engines pro Zug ohne Uhr, in Millisekunden (Vorgabe: 1000)',
      '--nodes': 'Suchknoten pro Zug eines Bots (Vorgabe: 2000)',
      '--moves': 'nach N Zügen aufhören (Vorgabe: nie)',
      '--load': 'gespeicherte Aufzeichnung fortsetzen',
      '--resume': 'Partie der Bibliothek fortsetzen; „last“ für die neueste unbeendete',
      '--save': 'Aufzeichnung auch in diese Datei speichern',
      '--server': 'auf diesem Server spielen; andere kommen über einen Link dazu',
      '--join':
        'in eine Partie einsteigen oder auf deinen Platz zurückkehren: Link, oder ID mit --server',
      '--as':
        'in Partien auf Servern und mit Peers: die Engine, die auf deinem Platz spielt, etwa uci:stockfish',
      '--peer':
        'einen anderen Peer ohne Server herausfordern: seine Adresse, oder sein Name, wenn kifu peer läuft',
      '--listen':
        'auf die Herausforderung eines Peers warten und sie annehmen (Vorgabe: wo kifu peer lauscht, sonst localhost)',
      '--seat': 'dein Platz mit --peer, etwa black',
      '--delay': 'mit --peer, in Echtzeitspielen: Eingabeverzögerung in Ticks (Vorgabe: 3)',
      '--clock':
        'Bedenkzeit: 5+3 (Minuten + Zuschlag), 10, 30s oder 3d (pro Zug), 20+5x30 (Byo-yomi)',
      '--private': 'privat: nur mit dem Link kann man mitspielen oder zusehen',
      '--publish': 'Partie Zug für Zug veröffentlichen: peer, ipfs[:public|:MULTIADDR], kubo[:URL]',
      '--seed': 'Seed von Auslosungen und Bots (Vorgabe: ein neuer)',
    },
    examples: {
      'kifu play chess': 'Weiß gegen einen Bot',
      'kifu play chess --seats bot,human --level 5': 'Schwarz gegen einen starken Bot',
      'kifu play chess --seats human,uci:stockfish --elo 1500': 'gegen eine Engine',
      'kifu play chess --seats human,human --save game.json': 'zu zweit, in einer Datei',
      'kifu play chess --load game.json': 'sie fortsetzen',
      'kifu play go --option width=9 --clock 10': 'kleines Brett, je zehn Minuten',
      'kifu play chess --key me --save mine.car': 'eigene Züge unterschreiben',
      'kifu play chess --save live.car --publish ipfs': 'Zug für Zug veröffentlichen',
      'kifu play chess --publish peer': 'andere folgen ihr per Name, über kifu peer',
      'kifu play --resume last': 'die letzte unbeendete Partie fortsetzen',
      'kifu play chess --server http://localhost:7423 --clock 5+3': 'auf einem Server, mit Uhr',
      'kifu play --join http://localhost:7423/live/ID': 'über einen Link einsteigen',
      'kifu play --listen /ip4/0.0.0.0/tcp/4002': 'Herausforderung eines Peers annehmen',
      'kifu play chess --peer /ip4/192.0.2.7/tcp/4002/p2p/NODE':
        'einen Peer ohne Server herausfordern',
    },
  },
  lobby: {
    summary: 'Partien auf einem Server zeigen und einsteigen.',
    description:
      'Offene Herausforderungen und laufende Partien auf einem Server zeigen, dann einsteigen oder zusehen.',
    arguments: { NUMBER: 'in die Partie mit dieser Nummer einsteigen' },
    options: { '--game': 'nur Partien dieses Spiels' },
    examples: {
      'kifu lobby --server http://localhost:7423': 'zeigen und eine auswählen',
      'kifu config set server http://localhost:7423': 'URL des Servers speichern',
      'kifu lobby 1': 'in die erste einsteigen',
    },
  },
  watch: {
    summary: 'Einer laufenden Partie zusehen.',
    description:
      'Einer laufenden Partie bis zum Ende zusehen, auf einem Server oder wie die Spieler sie veröffentlichen. Jeder Knoten wird geprüft.',
    arguments: {
      MATCH: 'Link, ID mit --server, oder Name oder Wurzel der Veröffentlichung',
    },
    options: {
      '--peer':
        'mit Name oder Wurzel: Adresse eines Peers, der sie hat; mehrfach möglich (Vorgabe: dein laufender Peer)',
      '--publish': 'über deinen laufenden Peer unter neuem Namen weiterveröffentlichen',
      '--save': 'Aufzeichnung am Ende in diese Datei speichern',
    },
    examples: {
      'kifu watch https://kifu.example/live/5Gd9_xQ2mA7bTz1c': 'eine Partie über ihren Link',
      'kifu watch 5Gd9_xQ2mA7bTz1c --server http://localhost:7423': 'über ihre ID',
      'kifu watch 12D3KooW…': 'eine Partie zwischen Peers, über ihren Namen und kifu peer',
      'kifu watch 12D3KooW… --peer /ip4/192.0.2.7/tcp/4001/p2p/NODE': 'von diesem Peer',
      'kifu watch https://kifu.example/live/ID --publish': 'an Peers weitergeben',
    },
  },
};
