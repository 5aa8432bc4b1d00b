/** Frames as an animated GIF: choosing 255 colors and compressing takes seconds, which a worker has. */
import { encode } from 'modern-gif';

/** A picture of an animation. */
export interface AnimationFrame {
  /** Red, green, blue and alpha of each pixel, row by row. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly ms: number;
}

/** Pictures of one size. */
export interface Animation {
  readonly width: number;
  readonly height: number;
  readonly frames: readonly AnimationFrame[];
}

/** Encodes an animation that repeats without end. */
export async function encodeGif({ width, height, frames }: Animation): Promise<Uint8Array> {
  const encoded = await encode({
    ...{ width, height, looped: true, loopCount: 0 },
    frames: frames.map(({ pixels, ms }) => ({ data: pixels, delay: ms })),
  });
  return new Uint8Array(encoded);
}
