/** Which works run at the same time, and which wait. */
import { expect, test } from 'vitest';
import { createReadWriteLock } from './read-write-lock.ts';

test('one who goes in alone waits for those inside, and those who come later wait', async () => {
  const gate = createReadWriteLock();
  const order: string[] = [];
  const open = Promise.withResolvers<void>();
  const work =
    (name: string, until: Promise<void> = Promise.resolve()) =>
    async () => {
      order.push(`${name} in`);
      await until;
      order.push(`${name} out`);
    };
  const all = [
    gate.share(work('a', open.promise)),
    gate.share(work('b')),
    gate.alone(work('c')),
    gate.share(work('d')),
  ];
  await all[1];
  expect(order).toEqual(['a in', 'b in', 'b out']);
  open.resolve();
  await Promise.all(all);
  expect(order.slice(3)).toEqual(['a out', 'c in', 'c out', 'd in', 'd out']);
});

test('work that fails lets the next one in', async () => {
  const gate = createReadWriteLock();
  const failing = gate.alone(() => Promise.reject(new Error('no')));
  const next = gate.share(async () => 'in');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('in');
});
