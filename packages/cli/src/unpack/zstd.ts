/**
 * Frames of zstd, one after another as `pzstd` and `cat` write them. The decoder of Node stops where a frame ends within a chunk, and
 * drops the rest of the chunk; a frame that begins with a chunk is read. So chunks are cut where a frame ends. RFC 8878 §3.
 */
import { UnpackError } from './errors.ts';

const FRAME = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50; // to 0x184d2a5f
const RLE_BLOCK = 1;
const RESERVED_BLOCK = 3;

/** Cuts chunks so that none has bytes of two frames. What follows a frame and is none is refused, and so is half a frame. */
export async function* splitFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let frame = partsOfFrame();
  let part = frame.next().value!;
  let missing = part.size;
  let head: number[] = [];
  let isBetween = true;
  for await (const chunk of chunks) {
    let begin = 0;
    for (let at = 0; at < chunk.length; ) {
      const end = Math.min(at + missing, chunk.length);
      if (part.isHead) head.push(...chunk.subarray(at, end));
      missing -= end - at;
      at = end;
      isBetween = false;
      while (missing === 0) {
        const next = frame.next(head);
        head = [];
        if (next.done === true) {
          yield chunk.subarray(begin, at);
          begin = at;
          isBetween = true;
          frame = partsOfFrame();
        }
        part = next.done === true ? frame.next().value! : next.value;
        missing = part.size;
      }
    }
    if (begin < chunk.length) yield chunk.subarray(begin);
  }
  if (!isBetween) damaged('the last frame has no end');
}

/** Some bytes of a frame: those of heads are asked for, others are only counted. */
interface FramePart {
  readonly size: number;
  readonly isHead: boolean;
}

const head = (size: number): FramePart => ({ size, isHead: true });
const body = (size: number): FramePart => ({ size, isHead: false });

/** The parts of one frame in order. */
function* partsOfFrame(): Generator<FramePart, void, readonly number[]> {
  const magic = numberOf(yield head(4));
  if (magic >= SKIPPABLE && magic < SKIPPABLE + 16) {
    yield body(numberOf(yield head(4)));
    return;
  }
  if (magic !== FRAME) damaged('there is no beginning of a frame');
  const [flags] = (yield head(1)) as [number];
  const isSingle = (flags & 0x20) !== 0;
  const windowBytes = isSingle ? 0 : 1;
  const dictionaryBytes = [0, 1, 2, 4][flags & 3]!;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6]!;
  yield body(windowBytes + dictionaryBytes + sizeBytes);
  for (let isLast = false; !isLast; ) {
    const block = numberOf(yield head(3));
    isLast = (block & 1) === 1;
    const type = (block >> 1) & 3;
    if (type === RESERVED_BLOCK) damaged('there is no block');
    yield body(type === RLE_BLOCK ? 1 : block >> 3);
  }
  yield body((flags & 4) === 0 ? 0 : 4);
}

/** A number from its lowest byte on. */
const numberOf = (bytes: readonly number[]): number =>
  bytes.reduceRight((number, byte) => number * 256 + byte, 0);

function damaged(message: string): never {
  throw new UnpackError('malformed', `what is compressed is damaged, or cut off: ${message}`);
}
