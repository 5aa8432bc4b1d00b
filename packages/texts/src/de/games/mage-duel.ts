/** Texts of Mage Duel, in German. */
import type { MageDuelTexts } from '../../en/games/mage-duel.ts';
import { counted, ending } from '../helpers.ts';
import { match } from '../match.ts';

const TURNS = ['', ', einmal gedreht', ', zweimal gedreht', ', dreimal gedreht'];
const FEATURES: { readonly [kind: string]: string } = { City: 'Stadt', Road: 'Straße' };

export const mageDuel: MageDuelTexts = {
  title: 'Mage Duel',
  seats: ['Blau', 'Rot'],
  reasons: {
    ...match.reasons,
    exhausted: {
      label: 'Keine Plättchen und Joker mehr',
      by: 'ohne verbliebene Plättchen und Joker',
    },
    'double-skip': { label: 'Zweimal ausgesetzt', by: 'nach zweimaligem Aussetzen' },
    timeout: { label: 'Zeitüberschreitung', by: 'durch Zeitüberschreitung' },
    'full-board': { label: 'Volles Brett', by: 'bei vollem Brett' },
  },
  refusals: {
    GameIsAlreadyFinished: 'Die Partie ist beendet.',
    PlayerNotInGame: 'Du spielst in dieser Partie nicht mit.',
    NotYourTurn: 'Du bist nicht am Zug.',
    NotEnoughJokers: 'Du hast keine Joker mehr.',
    NoTilesInDeck: 'Es sind keine Plättchen mehr da.',
    CantFinishGame: 'Du kannst das Ende noch nicht verlangen.',
    'InvalidMove:tile': 'Dieses Plättchen gibt es nicht.',
    'InvalidMove:rotation': 'Ein Plättchen lässt sich um höchstens drei Vierteldrehungen drehen.',
    'InvalidMove:bounds': 'Dieses Feld liegt nicht auf dem Brett.',
    'InvalidMove:occupied': 'Dieses Feld ist besetzt.',
    'InvalidMove:mismatch': 'Eine Kante passt nicht zur Nachbarkante.',
    'InvalidMove:detached': 'Das Plättchen muss an eine passende Kante anschließen.',
  },
  options: {
    deck: { label: 'Vorrat', help: 'Anzahl der Plättchen jeder Art.' },
    edges: { label: 'Ränder', help: 'Stadt- und Straßenmarken an jeder Seite des Bretts.' },
    jokers: { label: 'Joker', help: 'Joker je Spieler.' },
    jokerPrice: { label: 'Jokerwert', help: 'Punkte für jeden Joker, der am Ende übrig ist.' },
    moveTime: {
      label: 'Zeit pro Zug',
      help: 'Sekunden pro Zug; eine Woche, der Höchstwert, heißt ohne Grenze.',
    },
    endOnFullBoard: {
      label: 'Ende bei vollem Brett',
      help: 'Ob die Partie endet, wenn das Brett voll ist.',
    },
    timeout: {
      label: 'Verlangtes Ende',
      help: 'Wer Punkte bekommt, wenn das Ende verlangt wird: beide oder nur, wer zuletzt gezogen hat.',
      values: { share: 'Beide Spieler', forfeit: 'Wer zuletzt zog' },
    },
  },
  setUp: {
    moveTime: {
      label: 'Zeit pro Zug',
      help: 'Wer zu spät ist, setzt aus.',
      values: { 30: '30 s', 65: '65 s', 120: '2 min', 300: '5 min', 604800: 'Unbegrenzt' },
    },
  },
  demos: {
    '': { about: 'Städte und Straßen, Plättchen für Plättchen.' },
  },
  ...ending,
  edges: { C: 'Stadt', R: 'Straße', F: 'Feld' },
  skips: 'setzt aus',
  claimsEnd: 'verlangt das Ende',
  noTile: 'kein Plättchen',
  lays: (tile, cell, turns, isJoker) =>
    `${tile}${isJoker ? ' als Joker' : ''} auf ${cell}${TURNS[turns]}`,
  winsFeature: (who, kind, more, less) => `${who} gewinnt eine ${FEATURES[kind]} ${more}:${less}`,
  drawnFeature: (kind, blue, red) => `eine ${FEATURES[kind]} endet unentschieden ${blue}:${red}`,
  wins: (who, more, less) => `${who} gewinnt ${more}:${less}`,
  tie: (blue, red) => `Remis ${blue}:${red}`,
  canceled: 'die Partie ist abgesagt',
  side: (who, city, road, jokers) =>
    `${who}: ${counted(city, 'Punkt', 'Punkte')} in Städten, ${road} in Straßen, ${jokers} Joker.`,
  noTop: 'Kein Plättchen zu legen',
  top: tile => `Zu legen: ${tile}`,
  deck: (top, left) => `${top}, ${left} im Vorrat.`,
  turn: who => `${who} am Zug.`,
  cell: {
    empty: cell => `${cell}, leer`,
    tile: (cell, who, edges) => `${cell}, Plättchen von ${who}: ${edges.join(', ')}`,
    top: (turns, edges) => `zu legendes Plättchen${TURNS[turns]}: ${edges.join(', ')}`,
    marker: (cell, edge, what) =>
      `${['oberer', 'rechter', 'unterer', 'linker'][edge]} Rand bei ${cell}: ${what}`,
  },
  buttons: { skip: 'Aussetzen', finish: 'Ende verlangen', joker: 'Joker' },
  events: {
    moved: (who, tile, cell, isJoker) =>
      `${who} legt ${tile}${isJoker ? ' als Joker' : ''} auf ${cell}`,
    skipped: (who, isLate) => (isLate ? `${who} überschreitet die Zeit` : `${who} setzt aus`),
    drawn: (tile, left) => `${tile} gezogen, ${left} im Vorrat`,
  },
  effect: (kind, points) => `${FEATURES[kind]} ${points}`,
  achievements: {
    Seasoned: 'Erfahren',
    Winner: 'Sieger',
    FirstRoad: 'Erste Straße',
    RoadBuilder: 'Straßenbauer',
    FirstCity: 'Erste Stadt',
    CityBuilder: 'Stadtbauer',
    Bandi: 'Bandi',
    Golem: 'Golem',
    Mammoth: 'Mammut',
  },
  captions: {
    points: (total, city, road, jokers) =>
      `${counted(total, 'Punkt', 'Punkte')} (Städte ${city}, Straßen ${road}), ${jokers} Joker`,
    total: total => `gesamt ${total}`,
    cities: 'Städte',
    roads: 'Straßen',
    jokers: points => `Übrige Joker, je ${counted(points, 'Punkt', 'Punkte')}`,
    sum: 'Gesamt',
    top: 'Plättchen',
    rack: jokers =>
      `Plättchen drehen und legen${jokers === 0 ? '' : ` oder Joker setzen (noch ${jokers})`}`,
    deck: 'Vorrat',
    left: tiles => `noch ${counted(tiles, 'Plättchen', 'Plättchen')}`,
    lastMove: 'letzter Zug',
    ago: seconds => `vor ${seconds} s`,
    edges: 'Kanten',
    legend: 'im Uhrzeigersinn von oben: C Stadt, R Straße, - Feld; die von Rot sind klein',
  },
};
