/** Messages between processes over a NATS server: for more of them than a database can pass on. */
export { createNatsBus, type NatsBus, type NatsOptions } from './bus.ts';
export { NatsConnectionError, NatsMissingError } from './errors.ts';
