/** A summary as stored in an archive, with the location of its pack. */
import { type ByteRange, type Cid, type Metadata, ok, type Result } from '@kifu/core';
import {
  decodeWith,
  encodeWith,
  expectList,
  type Input,
  type Output,
  orNull,
  readBoolean,
  readFixed,
  readInt,
  readList,
  readText,
  readUint,
  writeBoolean,
  writeBytes,
  writeInt,
  writeList,
  writeListHead,
  writeOrNull,
  writeText,
  writeUint,
} from '@kifu/core/cbor';
import { readOutcome, writeOutcome } from '@kifu/record/node';
import type { MatchSummary } from '@kifu/record/store';

/** Match in an archive. */
export interface ArchivedSummary {
  readonly listing: MatchSummary;
  /** Offset of its pack in the file. */
  readonly pack: ByteRange;
}

const DIGEST_BYTES = 32;
const FIELDS = 19;

/** Everything in an archive is public. */
export const encodeListing = ({ listing, pack }: ArchivedSummary): Uint8Array =>
  encodeWith(output => {
    const { facts } = listing;
    writeListHead(output, FIELDS);
    writeUint(output, pack.start);
    writeUint(output, pack.end - pack.start);
    writeBytes(output, listing.match.digest);
    writeBytes(output, listing.head.digest);
    writeText(output, listing.game);
    writeList(output, listing.players, writeText);
    writeOrNull(output, listing.startedAt, writeText);
    writeUint(output, listing.entries);
    writeOrNull(output, listing.outcome, writeOutcome);
    writeBoolean(output, listing.rated);
    writeOrNull(output, listing.source, writeText);
    writeList(output, listing.opening, writeText);
    writeList(output, facts.ratings, orNothing(writeInt));
    writeList(output, facts.titles, orNothing(writeText));
    for (const field of TEXT_FACTS) writeOrNull(output, facts[field], writeText);
  });

const TEXT_FACTS = ['event', 'round', 'timeControl', 'eco', 'openingName'] as const;

const orNothing =
  <T>(write: (output: Output, value: T) => void) =>
  (output: Output, value: T | null): void =>
    writeOrNull(output, value, write);

export function decodeListing(bytes: Uint8Array): Result<ArchivedSummary> {
  const decoded = decodeWith(bytes, readListing);
  return decoded.ok ? ok(decoded.value) : decoded;
}

function readListing(input: Input): ArchivedSummary {
  expectList(input, FIELDS);
  const start = readUint(input);
  const pack = { start, end: start + readUint(input) };
  const listing = {
    match: readId(input),
    head: readId(input),
    game: readText(input),
    players: readList(input, readText),
    startedAt: orNull(input, readText),
    entries: readUint(input),
    outcome: orNull(input, readOutcome),
    rated: readBoolean(input),
    source: orNull(input, readText),
    visibility: 'public',
    opening: readList(input, readText),
    facts: readFacts(input),
  } as const;
  return { listing, pack };
}

const readFacts = (input: Input): Metadata => ({
  ratings: readList(input, part => orNull(part, readInt)),
  titles: readList(input, part => orNull(part, readText)),
  event: orNull(input, readText),
  round: orNull(input, readText),
  timeControl: orNull(input, readText),
  eco: orNull(input, readText),
  openingName: orNull(input, readText),
  // archives are searched by these, but do not return them
  site: null,
  tags: {},
});

const readId = (input: Input): Cid => ({
  version: 1,
  codec: 'dag-cbor',
  digest: readFixed(input, DIGEST_BYTES).slice(),
});
