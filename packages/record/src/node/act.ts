/** Encodes actions in nodes: a move is its bytes, every other action a list of its type and its fields. The table `ACTIONS` is the layout. */
import {
  type Action,
  type ActValues,
  FAULTS,
  type Fault,
  type FaultCode,
  fieldsOf,
  isActType,
  isLeaveReason,
  type LeaveReason,
  type Seat,
} from '@kifu/core';
import {
  type Input,
  type Output,
  orNull,
  readBytes,
  readFixed,
  readList,
  readListHead,
  readText,
  readUint,
  refuse,
  writeBytes,
  writeList,
  writeListHead,
  writeOrNull,
  writeText,
  writeUint,
} from '@kifu/core/cbor';

/** No game of ours has more seats. */
const MAX_SEATS = 16;
const LINK_BYTES = 32;
/** The major type of a byte string. */
const BYTES = 2;

/** How a kind of value is written, and how many items of the list it takes. */
interface ValueCodec<T> {
  readonly items: number;
  write(output: Output, value: T): void;
  read(input: Input): T;
}

const VALUES: { readonly [Kind in keyof ActValues]: ValueCodec<ActValues[Kind]> } = {
  move: { items: 1, write: writeBytes, read: readBytes },
  fault: { items: 3, write: writeFault, read: readFault },
  links: {
    items: 1,
    write: (output, links) => writeList(output, links, writeBytes),
    read: input => readList(input, part => readFixed(part, LINK_BYTES)),
  },
  seat: { items: 1, write: writeUint, read: readSeat },
  leaving: { items: 1, write: writeText, read: readLeaving },
  text: { items: 1, write: writeText, read: readText },
  count: { items: 1, write: writeUint, read: readUint },
};

const codecOf = (kind: keyof ActValues): ValueCodec<unknown> => VALUES[kind] as ValueCodec<unknown>;

/** How many items an action of a type has besides its type. */
const countItems = (type: Action['type']): number =>
  fieldsOf(type).reduce((sum, [, kind]) => sum + VALUES[kind].items, 0);

/** Writes an action. */
export function writeAct(output: Output, act: Action): void {
  if (act.type === 'move') {
    writeBytes(output, act.move);
    return;
  }
  writeListHead(output, 1 + countItems(act.type));
  writeText(output, act.type);
  const said = act as unknown as Readonly<Record<string, unknown>>;
  for (const [field, kind] of fieldsOf(act.type)) codecOf(kind).write(output, said[field]);
}

/** Reads what `writeAct` writes. */
export function readAct(input: Input): Action {
  if (input.bytes[input.at]! >> 5 === BYTES) return { type: 'move', move: readBytes(input) };
  const items = readListHead(input) - 1;
  const type = readText(input);
  if (!isActType(type) || type === 'move' || items !== countItems(type))
    return refuse(input, 'unknown action');
  const said = fieldsOf(type).map(([field, kind]) => [field, codecOf(kind).read(input)]);
  return { type, ...Object.fromEntries(said) } as Action;
}

export function readSeat(input: Input): Seat {
  const seat = readUint(input);
  return seat < MAX_SEATS ? seat : refuse(input, `a seat must be from 0 to ${MAX_SEATS - 1}`);
}

function writeFault(output: Output, { code, rule, message }: Fault): void {
  writeText(output, code);
  writeOrNull(output, rule, writeText);
  writeText(output, message);
}

function readFault(input: Input): Fault {
  const code = readText(input);
  const rule = orNull(input, readText);
  const message = readText(input);
  if (!Object.hasOwn(FAULTS, code)) refuse(input, 'unknown fault code');
  return { code: code as FaultCode, message, ...(rule === null ? {} : { rule }) };
}

function readLeaving(input: Input): LeaveReason {
  const how = readText(input);
  return isLeaveReason(how) ? how : refuse(input, 'unknown reason to leave');
}
