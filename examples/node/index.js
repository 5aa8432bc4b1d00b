/** Plain JavaScript on Node: reads a game, verifies it as a record, and draws its last position. */
import { writeFile } from 'node:fs/promises';
import { ok, unwrap } from '@kifu/core';
import { svg } from '@kifu/core/svg';
import { chess, pgn } from '@kifu/games/chess';
import { recordKifu, timeline, verdictOf, verify } from '@kifu/record';

const kifu = unwrap(pgn.read('1. f3 e5 2. g4 Qh4# 0-1'));
const { nodes } = unwrap(recordKifu(chess.game, kifu));
const report = await verify(nodes, async () => ok(chess.game));
const line = unwrap(timeline(chess.game, kifu));
await writeFile('mate.svg', svg(chess.scene(line.at(line.length).state), chess.art));
console.log(`${verdictOf(report)}: ${line.length} entries, mate.svg`);
