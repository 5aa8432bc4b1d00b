/** What records often say: taught to `Texts` before anything is written or read, so that it takes next to nothing. */
import type { Json } from '@kifu/core';
import {
  encodeWith,
  type Output,
  writeBytes,
  writeJson,
  writeList,
  writeMap,
} from '@kifu/core/cbor';
import { codeItem, type TextModel } from './items.ts';
import { QuickTexts } from './quick-texts.ts';
import { Texts } from './texts.ts';

/** The keys of a header in their order, and the three other places where a record has words. */
export const FIELDS = [
  'fair',
  'game',
  'kifu',
  'seed',
  'tags',
  'clock',
  'nonce',
  'rated',
  'start',
  'branch',
  'options',
  'players',
  'referee',
  'version',
  'hashEvery',
  'startedAt',
  'act',
  'outcome',
  'remarks',
] as const;

/**
 * A line is a field and a value as JSON, where `{"bytes":16}` is a byte string of 16 bytes. The values are taught in this
 * order. Changing anything here changes every pack.
 */
export const VOCABULARY = `
fair null
seed null
tags {}
clock null
nonce {"bytes":0}
nonce {"bytes":16}
rated false
start null
branch null
options {}
referee null
version 1
hashEvery 16
fair null
game "chess"
seed null
tags {}
clock null
nonce {"bytes":0}
rated false
start null
branch null
options {}
players [[0,"White",null],[1,"Black",null]]
referee null
version 1
hashEvery 16
startedAt "2024-10-30"
fair null
game "go"
seed null
clock null
nonce {"bytes":0}
rated false
start null
branch null
options {}
players [[0,"Player 1",null],[1,"Player 2",null]]
referee null
version 1
hashEvery 16
startedAt "2025-03-07T18:30:45Z"
fair null
game "checkers"
seed null
clock ["fischer",300000,3000]
nonce {"bytes":16}
rated true
start null
branch null
options {}
players [[0,"Alice",{"bytes":32}],[1,"Bob",{"bytes":32}]]
referee {"bytes":32}
version 1
hashEvery 16
startedAt "1999-12-26T09:47:08.123Z"
fair [[{"bytes":32},{"bytes":32}],[{"bytes":32},{"bytes":32}],30000,null]
game "backgammon"
seed 1234567890
clock ["absolute",600000]
players [[0,"Anderssen, Adolf",null],[1,"Steinitz, William",null]]
startedAt "1985-04-21"
fair [[{"bytes":32},{"bytes":32},{"bytes":32}],[{"bytes":32},{"bytes":32},{"bytes":32}],60000,{"bytes":32}]
game "dominos"
seed {"bytes":32}
clock ["byo-yomi",1200000,5,30000]
players [[0,"Anna",null],[1,"Ben",null],[2,"Maria",null],[3,"David",null]]
startedAt "2021-08-16"
game "ludo"
game "mage-duel"
game "kung-fu-chess"
clock ["fixed",60000]
startedAt null
tags {"Annotator":"","Black":"Steinitz, William","BlackElo":"2700","BlackTitle":"GM","Date":"1999.12.31","ECO":"B90","Event":"World Championship Match","EventDate":"1999.??.??","Opening":"Sicilian Defense","PlyCount":"80","Result":"1-0","Round":"12","Site":"London","Termination":"Normal","TimeControl":"600+5","UTCDate":"2021.08.26","UTCTime":"19:47:33","Variant":"Standard","White":"Anderssen, Adolf","WhiteElo":"1500","WhiteTitle":"GM"}
tags {"BlackRatingDiff":"+6","Event":"Rated Blitz game","Round":"?","Site":"https://lichess.org/","WhiteRatingDiff":"-5"}
tags {"Date":"2020.05.14","Event":"Casual Correspondence Game","Site":"New York, NY USA"}
act ["leave",0,"resignation"]
act ["leave",1,"resignation"]
act ["leave",0,"flag"]
act ["leave",1,"absence"]
act ["leave",2,"withheld-link"]
act ["offer-draw"]
act ["accept-draw"]
act ["decline"]
act ["ask-takeback"]
act ["allow-takeback",24]
act ["pause"]
act ["resume"]
act ["abort"]
act ["claim","threefoldRepetition"]
act ["refused",{"bytes":3},"illegal-move","blocked","the move is not possible: something stands in the way"]
act ["refused",{"bytes":3},"wrong-seat","turn","it is the turn of the other seat"]
act ["links",[{"bytes":32},{"bytes":32},{"bytes":32}]]
outcome [0,[0],null,"unknown"]
outcome [0,[1],null,"resignation"]
outcome [1,[],null,"agreement"]
outcome [0,[0],null,"timeout"]
outcome [0,[1],[0,1],"adjudication"]
outcome [2,[],null,"interrupted"]
outcome [0,[0],null,"absence"]
remarks {"notes":[{"text":"The best move in this position: White is better.","entry":24,"author":null,"glyphs":[1]},{"text":"","entry":25,"author":null,"glyphs":[2]}],"variations":[{"entry":24,"notes":[{"text":"With the idea of","entry":25,"author":"Annotator","glyphs":[]}],"entries":[{"at":null,"ms":null,"act":{"move":{"to":[4,3],"from":[4,1],"promotion":null},"type":"move"},"hash":null,"seat":0,"clockMs":null},{"at":null,"ms":null,"act":{"move":{"to":[4,4],"from":[4,6],"promotion":null},"type":"move"},"hash":null,"seat":1,"clockMs":null}],"variations":[]}]}
`.trim();

/** Teaches a model the CBOR of each line. */
function teach<Model extends TextModel>(texts: Model): Model {
  for (const line of VOCABULARY.split('\n')) {
    const at = line.indexOf(' ');
    const field = FIELDS.indexOf(line.slice(0, at) as (typeof FIELDS)[number]);
    const bytes = encodeWith(output => writeTaught(output, JSON.parse(line.slice(at + 1))));
    codeItem(null, texts, field, { bytes, at: 0 });
  }
  return texts;
}

function writeTaught(output: Output, value: Json): void {
  if (Array.isArray(value)) writeList(output, value as readonly Json[], writeTaught);
  else if (typeof value !== 'object' || value === null) writeJson(output, value);
  else {
    const map = value as { readonly [key: string]: Json };
    if (typeof map.bytes === 'number') writeBytes(output, new Uint8Array(map.bytes));
    else writeMap(output, map, writeTaught);
  }
}

/** A model that is taught once, and begins each pack with that alone. */
function taughtModel<Model extends { clone(): Model; resetTo(other: Model): void } & TextModel>(
  make: () => Model,
) {
  let taught: Model | null = null;
  const known = () => (taught ??= teach(make()));
  return { make: (): Model => known().clone(), reset: (model: Model) => model.resetTo(known()) };
}

/** Models of texts, by the version of packs. */
export const TEXTS = taughtModel(() => new Texts());
export const QUICK_TEXTS = taughtModel(() => new QuickTexts());
