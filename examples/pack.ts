/** Records a match, packs it, and unpacks it again unchanged. */
import { formatCid, moveAct, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { append, begin, headOf, nodesOf } from '@kifu/record';
import { findGameIn } from '@kifu/record/file';
import { pack, unpack } from '@kifu/record/pack';

const findGame = findGameIn({ load: loadKit });

const game = unwrap(await findGame('chess', 1));
let { chain } = unwrap(
  begin(game, {
    ...{ game: 'chess', version: 1, options: {}, seed: null, start: null, startedAt: null },
    players: [
      { seat: 0, name: 'Ann' },
      { seat: 1, name: 'Bob' },
    ],
    tags: {},
  }),
);
for (const [n, hex] of ['0x0C1C00', '0x342400', '0x061500', '0x392A00'].entries()) {
  const move = unwrap(game.moves.hex.decode(hex)); // e4 e5 Nf3 Nc6
  ({ chain } = unwrap(append(chain, { seat: n % 2, act: moveAct(game, move) })));
}

const nodes = nodesOf(chain);
const packed = unwrap(pack(game, nodes));
const again = unwrap(await unpack(findGame, packed));
console.log(`${nodes.reduce((sum, { length }) => sum + length, 0)} bytes of nodes`);
console.log(`${packed.length} bytes packed`);
console.log(formatCid(again.head) === formatCid(headOf(chain)) ? 'the same head' : 'damaged');
const cut = await unpack(findGame, packed.subarray(0, 20));
console.log(cut.ok ? 'whole' : `${cut.fault.message} at byte ${cut.fault.at?.offset}`);
