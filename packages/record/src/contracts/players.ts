/** The contract of a `PlayerStore`. */
import { sha256 } from '@kifu/core';
import type { PlayerStore, StoredPlayer } from '../store/ports.ts';
import {
  check,
  equal,
  givesUp,
  type MakeStore,
  range,
  type StoreCheck,
  withStores,
} from './assert.ts';

/** What every store of players promises, as checks by name. */
export const playerStoreContract = (make: MakeStore<PlayerStore>): StoreCheck[] =>
  withStores(make, [
    ['returns every byte', ({ store }) => checkBytes(store)],
    ['returns null for an unknown player', ({ store }) => checkUnknown(store)],
    ['finds players by their handles', ({ store }) => checkHandles(store)],
    ['accepts unusual handles', ({ store }) => checkOddHandles(store)],
    ['changes only the given version', ({ store }) => checkCompare(store)],
    ['gives a handle to one player', ({ store }) => checkTaken(store)],
    ['frees unused handles', ({ store }) => checkFreed(store)],
    ['removes a player', ({ store }) => checkRemove(store)],
    ['stores many players at once', ({ store }) => checkMany(store)],
    ['gives a handle to one of many concurrent players', ({ store }) => checkRace(store)],
    ['makes one of many concurrent changes', ({ store }) => checkRaceOfOne(store)],
    ['stops when its signal aborts', ({ store }) => checkAbort(store)],
    ['cannot be changed through its arguments or results', ({ store }) => checkSharing(store)],
  ]);

const idOf = (n: number): string => n.toString(16).padStart(64, '0');
const player = (n: number, handles: readonly string[], text = `file ${n}`): StoredPlayer => ({
  ...{ id: idOf(n), handles },
  file: new TextEncoder().encode(text),
});
const digestOf = ({ file }: StoredPlayer): Uint8Array => sha256(file);

const [ANN, BOB] = [player(1, ['ann', 'key 1']), player(2, ['bob', 'key 2'])];

async function put(store: PlayerStore, kept: StoredPlayer, from: StoredPlayer | null = null) {
  equal(await store.put(kept, from && digestOf(from)), 'kept', 'what came of it');
}

async function checkBytes(store: PlayerStore): Promise<void> {
  const all = ['', 'x', '\u0000', '棋譜 😀'.repeat(10_000)];
  for (const [i, text] of all.entries()) {
    const kept = player(i, [], text);
    await put(store, kept);
    await checkStored(store, kept);
  }
}

async function checkUnknown(store: PlayerStore): Promise<void> {
  for (const word of [idOf(1), '', '__proto__', 'constructor']) {
    equal((await store.get(word)) === null, true, `that there is no player ${word}`);
    equal(await store.find(word), null, `the owner of ${word}`);
    await store.remove(word);
  }
  await put(store, ANN);
  equal((await store.get(BOB.id)) === null, true, 'that there is no other player');
  // an ID is not a handle unless it was claimed as one
  equal(await store.find(ANN.id), null, 'the owner of the id');
}

async function checkHandles(store: PlayerStore): Promise<void> {
  await put(store, ANN);
  await put(store, BOB);
  for (const { id, handles } of [ANN, BOB])
    for (const handle of handles) equal(await store.find(handle), id, `the owner of ${handle}`);
  for (const handle of ['Ann', 'ann ', 'an', 'key', ''])
    equal(await store.find(handle), null, `the owner of ${handle}`);
}

const ODD = ['', ' ', '%', '_', "'", '"; --', '\\', '\n', '\u0000', 'é', 'e\u0301', '棋譜', '😀'];

async function checkOddHandles(store: PlayerStore): Promise<void> {
  for (const [i, handle] of ODD.entries()) await put(store, player(i, [handle]));
  for (const [i, handle] of ODD.entries())
    equal(await store.find(handle), idOf(i), `the owner of ${JSON.stringify(handle)}`);
}

async function checkCompare(store: PlayerStore): Promise<void> {
  const after = { ...ANN, file: new TextEncoder().encode('after'), handles: ['anna'] };
  equal(await store.put(after, digestOf(ANN)), 'changed', 'a change of nothing');
  equal(await store.find('anna'), null, 'the owner of a handle that was not kept');
  await put(store, ANN);
  equal(await store.put(after, null), 'changed', 'a player who is there already');
  equal(await store.put(after, digestOf(BOB)), 'changed', 'a change of something else');
  await checkStored(store, ANN);
  await put(store, after, ANN);
  await checkStored(store, after);
  equal(await store.put(ANN, digestOf(ANN)), 'changed', 'a change of what was before');
}

async function checkTaken(store: PlayerStore): Promise<void> {
  await put(store, ANN);
  equal(await store.put({ ...BOB, handles: ['bob', 'ann'] }, null), 'taken', 'another’s handle');
  equal((await store.get(BOB.id)) === null, true, 'that nothing was stored');
  equal(await store.find('bob'), null, 'the owner of a handle that was not kept');
  await put(store, BOB);
  const after = { ...BOB, file: ANN.file, handles: ['ann'] };
  equal(await store.put(after, digestOf(BOB)), 'taken', 'another’s handle');
  await checkStored(store, BOB);
  equal(await store.find('bob'), BOB.id, 'the owner of a handle that stays');
  equal(await store.find('ann'), ANN.id, 'the owner of the handle');
}

async function checkFreed(store: PlayerStore): Promise<void> {
  await put(store, ANN);
  const renamed = { ...player(1, ['anna', 'key 1'], 'renamed') };
  await put(store, renamed, ANN);
  equal(await store.find('ann'), null, 'the owner of the old handle');
  equal(await store.find('key 1'), ANN.id, 'the owner of the handle that stays');
  await put(store, player(3, ['ann']));
  equal(await store.find('ann'), idOf(3), 'the new owner');
}

async function checkRemove(store: PlayerStore): Promise<void> {
  await put(store, ANN);
  await put(store, BOB);
  for (const id of [ANN.id, ANN.id, idOf(9)]) await store.remove(id);
  equal((await store.get(ANN.id)) === null, true, 'that the player is gone');
  for (const handle of ANN.handles) equal(await store.find(handle), null, `${handle} is free`);
  await checkStored(store, BOB);
  equal(await store.find('bob'), BOB.id, 'the owner of the other handle');
  await put(store, ANN);
  await checkStored(store, ANN);
}

async function checkMany(store: PlayerStore): Promise<void> {
  const all = range(50).map(n => player(n, [`name ${n}`, `key ${n}`]));
  await Promise.all(all.map(one => put(store, one)));
  for (const one of all) {
    await checkStored(store, one);
    equal(await store.find(one.handles[1]!), one.id, 'the owner');
  }
}

async function checkRace(store: PlayerStore): Promise<void> {
  const all = range(12).map(n => player(n, n % 2 === 0 ? ['one', 'two'] : ['two', 'one']));
  const came = await Promise.all(all.map(one => store.put(one, null)));
  equal(came.filter(what => what === 'kept').length, 1, 'how many have it');
  equal(came.filter(what => what === 'taken').length, all.length - 1, 'how many have not');
  const owner = all[came.indexOf('kept')]!;
  for (const handle of owner.handles) equal(await store.find(handle), owner.id, 'the owner');
}

async function checkRaceOfOne(store: PlayerStore): Promise<void> {
  const all = range(12).map(n => player(1, [`name ${n}`], `file ${n}`));
  const came = await Promise.all(all.map(one => store.put(one, null)));
  equal(came.filter(what => what === 'kept').length, 1, 'how many were stored');
  await checkStored(store, all[came.indexOf('kept')]!);
  for (const [n, what] of came.entries())
    equal(await store.find(`name ${n}`), what === 'kept' ? idOf(1) : null, 'the owner');
}

async function checkAbort(store: PlayerStore): Promise<void> {
  await put(store, ANN);
  await givesUp([
    ask => store.get(ANN.id, ask),
    ask => store.find('ann', ask),
    ask => store.put(BOB, null, ask),
    ask => store.remove(ANN.id, ask),
  ]);
  await checkStored(store, ANN);
  equal((await store.get(BOB.id)) === null, true, 'that no player was stored');
}

async function checkSharing(store: PlayerStore): Promise<void> {
  const [file, handles] = [ANN.file.slice(), [...ANN.handles]];
  const putting = store.put({ id: ANN.id, file, handles }, null);
  file.fill(0);
  handles[0] = 'eve';
  equal(await putting, 'kept', 'what came of it');
  (await store.get(ANN.id))?.fill(0);
  await checkStored(store, ANN);
  equal(await store.find('ann'), ANN.id, 'the owner');
}

async function checkStored(store: PlayerStore, { id, file }: StoredPlayer): Promise<void> {
  const kept = await store.get(id);
  check(
    kept !== null && kept.length === file.length && kept.every((byte, i) => byte === file[i]),
    'the file is not the one that was put',
  );
}
