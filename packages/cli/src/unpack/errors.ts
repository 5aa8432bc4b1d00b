/** Why something compressed cannot be unpacked. */
import { type Fail, fail } from '@kifu/core';

/** Unpacking is a stream, so that what is wrong with it is thrown; the reader of the stream makes it a fault. */
export class UnpackError extends Error {
  override readonly name = 'UnpackError';
  readonly failed: Fail;
  constructor(code: 'malformed' | 'too-large' | 'unsupported', message: string) {
    super(message);
    this.failed = fail(code, message);
  }
}
