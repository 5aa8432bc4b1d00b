/** The contract of a `Bus`. */
import type { Json } from '@kifu/core';
import { type Bus, type BusEvent, MAX_NEWS_BYTES } from '../store/ports.ts';
import {
  check,
  equal,
  givesUp,
  type MakeStore,
  range,
  refusal,
  type StoreCheck,
  withStores,
} from './assert.ts';

/** What every bus promises, as checks by name. */
export const busContract = (make: MakeStore<Bus>): StoreCheck[] =>
  withStores(make, [
    ['reaches every listener, the sender too, in order', ({ store }) => checkOrder(store)],
    ['does not reach listeners that have stopped', ({ store }) => checkStop(store)],
    ['accepts any value up to a size', ({ store }) => checkValues(store)],
    ['stops when its signal aborts', ({ store }) => checkAbort(store)],
  ]);

/** Listens to a bus; `until` waits for a number of values. */
async function listener(bus: Bus) {
  const heard: Json[] = [];
  const ears = new AbortController();
  let wake = () => {};
  const listen = (news: BusEvent) => {
    if (news.type === 'told') heard.push(news.value);
    wake();
  };
  await bus.hear(listen, { signal: ears.signal });
  return {
    heard,
    async until(count: number): Promise<void> {
      while (heard.length < count)
        await new Promise<void>(done => {
          wake = done;
        });
    },
    stop: () => ears.abort(),
  };
}

async function checkOrder(bus: Bus): Promise<void> {
  const both = [await listener(bus), await listener(bus)];
  const sent = range(50).map(n => ({ n }));
  for (const value of sent) await bus.tell(value);
  for (const { heard, until, stop } of both) {
    await until(sent.length);
    equal(heard, sent, 'what is received');
    stop();
  }
}

async function checkStop(bus: Bus): Promise<void> {
  const [one, other] = [await listener(bus), await listener(bus)];
  await bus.tell(1);
  await one.until(1);
  one.stop();
  await bus.tell(2);
  await other.until(2);
  equal(one.heard, [1], 'what a listener that has stopped receives');
  other.stop();
}

async function checkValues(bus: Bus): Promise<void> {
  const { heard, until, stop } = await listener(bus);
  const values: Json[] = [null, 0, '', '棋譜 😀 "\'\\ %', [], { a: { b: [true] } }];
  values.push('x'.repeat(MAX_NEWS_BYTES - 2));
  for (const value of values) await bus.tell(value);
  await until(values.length);
  equal(heard, values, 'what is heard');
  const long = await refusal(() => bus.tell('x'.repeat(MAX_NEWS_BYTES - 1)), 'it tells too much');
  check(long instanceof RangeError, `not a RangeError: ${long}`);
  stop();
}

async function checkAbort(bus: Bus): Promise<void> {
  const heard: BusEvent[] = [];
  await givesUp([ask => bus.tell(1, ask), ask => bus.hear(news => heard.push(news), ask)]);
  const { until, stop } = await listener(bus);
  await bus.tell(2);
  await until(1);
  equal(heard.length, 0, 'what is heard');
  stop();
}
