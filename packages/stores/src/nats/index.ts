/** What processes tell each other, by a NATS server: where there are more than one database tells. */
export { createNatsBus, type NatsBus, type NatsOptions } from './bus.ts';
export { NatsConnectionError, NatsMissingError } from './errors.ts';
