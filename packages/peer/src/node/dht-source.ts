/** Tells the checks of records which node sent the message that the DHT is handling, which the DHT does not pass. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { StreamHandler } from '@libp2p/interface';
import type { KadDHT, KadDHTComponents } from '@libp2p/kad-dht';
import { sourceName } from './sources.ts';

type Registrar = KadDHTComponents['registrar'];

const sources = new AsyncLocalStorage<string>();

/** Where the sender is (`sourceName`); null for what the own node has asked for. */
export const dhtSource = (): string | null => sources.getStore() ?? null;

/** The same DHT; while it handles a stream of another node, `dhtSource` says whose. */
export const withSource =
  (create: (components: KadDHTComponents) => KadDHT) =>
  (components: KadDHTComponents): KadDHT =>
    create(replaced(components, 'registrar', registrar => noting(registrar)));

const noting = (registrar: Registrar): Registrar =>
  replaced(registrar, 'handle', () => (protocol, handler, options) => {
    const noted: StreamHandler = (stream, connection) => {
      const { remoteAddr, remotePeer } = connection;
      const source = sourceName(remoteAddr.toString(), remotePeer.toString());
      return sources.run(source, () => handler(stream, connection));
    };
    return registrar.handle(protocol, noted, options);
  });

/** An object with another value in the place of one property; methods stay those of the object. */
const replaced = <T extends object, K extends keyof T>(
  object: T,
  name: K,
  change: (value: T[K]) => T[K],
): T =>
  new Proxy(object, {
    get(target, key) {
      const value = Reflect.get(target, key);
      if (key === name) return change(value as T[K]);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
