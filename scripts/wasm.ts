/**
 * As much of an assembler for WebAssembly as `sha256-wasm.ts` needs. Code is a list of bytes, mostly one that leaves a value
 * on the stack; opcodes are those of the WebAssembly specification, "Index of Instructions".
 */

/** A piece of code. */
export type Code = readonly number[];

/** Locals are known by their numbers. */
export const get = (local: number): Code => [0x20, local];
export const set = (local: number, value: Code): Code => [...value, 0x21, local];
/** Sets a local and leaves the value. */
export const tee = (local: number, value: Code): Code => [...value, 0x22, local];

/** Runs the body, and again for as long as the condition holds after it. */
export const loop = (body: Code, again: Code): Code => [
  ...[0x03, 0x40, ...body],
  ...[...again, 0x0d, 0, 0x0b],
];

/** Whole numbers of 32 and 64 bits. */
export const i32 = (n: number): Code => [0x41, ...signed(n)];
export const i64 = (n: number): Code => [0x42, ...signed(n)];
export const isNot = operator(0x47);
export const isAbove = operator(0x4b);
export const plus = operator(0x6a);
export const minus = operator(0x6b);
export const times = operator(0x6c);
export const shiftLeft = operator(0x74);
export const shiftRight = operator(0x76);

/** Vectors of four words of 32 bits; shifts take a whole number on the right. */
export const splat = (value: Code): Code => [...value, 0xfd, 0x11];
export const and = operator(0xfd, 0x4e);
export const xor = operator(0xfd, 0x51);
export const shl = operator(0xfd, 0xab, 0x01);
export const shr = operator(0xfd, 0xad, 0x01);
export const add = operator(0xfd, 0xae, 0x01);

/** A vector of some bytes of another, by their places 0 to 15. */
export const pickBytes = (from: Code, bytes: readonly number[]): Code => [
  ...[...from, 0xfd, 0x0c, ...bytes],
  ...[0xfd, 0x0e],
];

/** A vector of some words of two others, by their places 0 to 3 and 4 to 7. */
export const pickWords = (left: Code, right: Code, words: readonly number[]): Code => [
  ...[...left, ...right, 0xfd, 0x0d],
  ...words.flatMap(word => [4 * word, 4 * word + 1, 4 * word + 2, 4 * word + 3]),
];

/** The memory; addresses are in bytes and need no alignment. */
export const load32 = loader(0x28);
export const store64 = storer(0x37);
export const store8 = storer(0x3a);
export const loadVector = loader(0xfd, 0x00);
export const loadSplat = loader(0xfd, 0x09);
export const storeVector = storer(0xfd, 0x0b);

/** A module of one function, `run(n: i32)`, one page of memory, `memory`, and what lies at its beginning. */
export function assemble(
  run: Code,
  locals: { readonly i32: number; readonly v128: number },
  data: Code,
): Uint8Array {
  const body = [
    ...list([
      [locals.i32, 0x7f],
      [locals.v128, 0x7b],
    ]),
    ...run,
    0x0b,
  ];
  return Uint8Array.of(
    ...[0x00, ...ascii('asm'), 1, 0, 0, 0],
    ...section(1, [[0x60, 1, 0x7f, 0]]), // types
    ...section(3, [[0]]), // functions
    ...section(5, [[1, 1, 1]]), // memories
    ...section(7, [
      [3, ...ascii('run'), 0, 0],
      [6, ...ascii('memory'), 2, 0],
    ]), // exports
    ...section(10, [sized(body)]), // code
    ...section(11, [[0, ...i32(0), 0x0b, ...sized(data)]]), // data
  );
}

const section = (id: number, items: readonly Code[]): Code => [id, ...sized(list(items))];
const list = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
const sized = (bytes: Code): Code => [...unsigned(bytes.length), ...bytes];
const ascii = (text: string): Code => [...text].map(letter => letter.charCodeAt(0));

function operator(...opcode: Code) {
  return (left: Code, right: Code): Code => [...left, ...right, ...opcode];
}

function loader(...opcode: Code) {
  return (address: Code, offset: number): Code => [...address, ...opcode, 0, ...unsigned(offset)];
}

function storer(...opcode: Code) {
  return (address: Code, offset: number, value: Code): Code => [
    ...[...address, ...value],
    ...[...opcode, 0, ...unsigned(offset)],
  ];
}

/** Numbers are written in LEB128. */
function unsigned(n: number): Code {
  return n < 128 ? [n] : [(n & 127) | 128, ...unsigned(n >>> 7)];
}

function signed(n: number): Code {
  return n >= -64 && n < 64 ? [n & 127] : [(n & 127) | 128, ...signed(n >> 7)];
}
