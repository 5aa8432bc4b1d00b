/** A bus on a real NATS server fulfills the contract, and reports a gap if the server was down. Skipped without `nats-server`. */
import { busContract } from '@kifu/record/contracts';
import type { BusEvent } from '@kifu/record/store';
import { describe, expect, test, vi } from 'vitest';
import { hasNats, useNats } from '../../test/nats-server.ts';
import { createNatsBus, NatsConnectionError } from './index.ts';

/** The server may have to wait for its turn. */
const PATIENCE = { timeout: 20_000 };

describe.skipIf(!hasNats)('NATS (nats-server)', () => {
  const server = useNats();
  let subjects = 0;
  const make = async () => {
    const bus = await createNatsBus(server().url, { subject: `test.${++subjects}` });
    return { store: bus, close: () => bus.close() };
  };
  for (const [name, check] of busContract(make)) test(name, check);

  test('two connections hear each other, and other subjects nothing', async () => {
    const [a, b, c] = await Promise.all(
      ['x', 'x', 'y'].map(subject => createNatsBus(server().url, { subject })),
    );
    const [heard, other]: [BusEvent[], BusEvent[]] = [[], []];
    await b!.hear(news => heard.push(news));
    await c!.hear(news => other.push(news));
    await a!.tell({ n: 1 });
    await vi.waitFor(() => expect(heard).toEqual([{ type: 'told', value: { n: 1 } }]), PATIENCE);
    expect(other).toEqual([]);
    await Promise.all([a, b, c].map(bus => bus!.close()));
  });

  test('listeners learn of a gap after the server was down', async () => {
    const bus = await createNatsBus(server().url, { subject: 'gap' });
    const heard: BusEvent[] = [];
    await bus.hear(news => heard.push(news));
    await server().restart();
    await vi.waitFor(() => expect(heard).toEqual([{ type: 'gap' }]), PATIENCE);
    await bus.tell('again');
    await vi.waitFor(
      () => expect(heard).toContainEqual({ type: 'told', value: 'again' }),
      PATIENCE,
    );
    await bus.close();
  });
});

test.each(['nats://127.0.0.1:1', 'nats://', 'http://x'])('%s cannot be reached', async url => {
  await expect(createNatsBus(url)).rejects.toThrow(NatsConnectionError);
});
