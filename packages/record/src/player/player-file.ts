/** The file of a player: all statements in order, as one block of DAG-CBOR. It proves itself, wherever it lies. */
import type { Result } from '@kifu/core';
import {
  decodeWith,
  encodeWith,
  expectList,
  readBytes,
  readList,
  readText,
  refuse,
  writeBytes,
  writeList,
  writeListHead,
  writeText,
} from '@kifu/core/cbor';

const TAG = 'kifu/player/1';

/** The bytes of a file. */
export const encodePlayerFile = (statements: readonly Uint8Array[]): Uint8Array =>
  encodeWith(output => {
    writeListHead(output, 2);
    writeText(output, TAG);
    writeList(output, statements, writeBytes);
  });

/** The statements of a file; whether they hold is for `foldPlayer` to say. */
export const decodePlayerFile = (bytes: Uint8Array): Result<readonly Uint8Array[]> =>
  decodeWith(
    bytes,
    input => {
      expectList(input, 2);
      if (readText(input) !== TAG) refuse(input, 'not a player file');
      return readList(input, readBytes);
    },
    MAX_FILE_BYTES,
  );

const MAX_FILE_BYTES = 1 << 20;
