/**
 * Parquet files of a table for each game and year. Rows wait in memory until there are enough of them for a row group, or until too much
 * waits in all; then the largest table is written. No file stays open in between. The footer of a begun file waits in memory too, so the
 * number of begun files is limited; the one that was not written to for the longest time is ended.
 */
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import type { ColumnSource, ParquetWriter, SchemaElement } from 'hyparquet-writer';
import { type Cell, type Column, columnsOf, TABLE_NAMES, type TableName } from './tables.ts';

/** How much is written at once, and waits. */
export interface FileSizes {
  /** Most rows of a row group. */
  readonly groupRows: number;
  /** Most bytes that wait in all files together, roughly. */
  readonly waitingBytes: number;
  /** A file that has grown to this many bytes is closed, and the next begun. */
  readonly fileBytes: number;
  /** Most files that are begun at once. Matches come by their dates, so these are enough for some years of all games. */
  readonly begunFiles: number;
}

const SIZES: FileSizes = {
  groupRows: 100_000,
  waitingBytes: 64 << 20,
  fileBytes: 512 << 20,
  begunFiles: 128,
};

/** The size of the buffer for encoded rows at first, in bytes. */
const BUFFER_BYTES = 4096;

/** Writes rows to files under a folder. */
export interface TableFiles {
  /** Takes rows of a table; they are on their way when it resolves. */
  add(table: TableName, partition: string, rows: readonly object[]): Promise<void>;
  /** How many files are begun, how many bytes their buffers have, and how many their rows take, roughly. */
  held(): { readonly files: number; readonly bufferBytes: number; readonly waitingBytes: number };
  /** Writes what waits, and ends all files; gives how many rows each table has. */
  finish(): Promise<{ readonly [table in TableName]: number }>;
}

/** Opens files in a folder, which is the caller's to make and to remove. */
export async function createTableFiles(
  folder: string,
  createdBy: string,
  sizes: FileSizes = SIZES,
): Promise<TableFiles> {
  // not before it is needed: it takes time to load
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const files = new Map<string, TableFile>();
  /** The one that was written to last is the last. */
  const begun = new Set<TableFile>();
  const counts = Object.fromEntries(TABLE_NAMES.map(name => [name, 0])) as Record<
    TableName,
    number
  >;
  let waiting = 0;

  const open = (table: TableName, partition: string): TableFile => ({
    table,
    columns: columnsOf(table),
    folder: join(folder, table, partition),
    part: 0,
    rows: [],
    sizeBytes: 0,
    writer: null,
  });

  const writeGroup = async (file: TableFile): Promise<void> => {
    if (file.writer === null) {
      const bytes = new ByteWriter(BUFFER_BYTES);
      const schema = schemaOf(file.columns);
      const options = {
        codec: 'ZSTD',
        compressors: { ZSTD: zstdCompressSync },
        createdBy,
      } as const;
      file.writer = { bytes, parquet: new ParquetWriter({ writer: bytes, schema, ...options }) };
    }
    const { bytes, parquet } = file.writer;
    const { rows, columns } = file;
    parquet.write({
      columnData: columns.map(column => columnData(column, rows)),
      rowGroupSize: Math.max(1, rows.length),
    });
    waiting -= file.sizeBytes;
    file.rows = [];
    file.sizeBytes = 0;
    await drain(file);
    begun.delete(file);
    begun.add(file);
    if (bytes.offset >= sizes.fileBytes) await end(file);
    if (begun.size > sizes.begunFiles) await end(begun.values().next().value!);
  };

  const drain = async ({ folder, part, writer }: TableFile): Promise<void> => {
    const { bytes } = writer!;
    await appendFile(join(folder, fileName(part)), bytes.getBytes());
    // the buffer of a large row group is not kept
    const { buffer, view } = new ByteWriter(BUFFER_BYTES);
    Object.assign(bytes, { buffer, view, index: 0 });
  };

  const end = async (file: TableFile): Promise<void> => {
    if (file.writer === null) return;
    file.writer.parquet.finish();
    await drain(file);
    file.writer = null;
    file.part++;
    begun.delete(file);
  };

  return {
    async add(table, partition, rows) {
      if (rows.length === 0) return;
      const key = join(table, partition);
      let file = files.get(key);
      if (file === undefined) {
        file = open(table, partition);
        files.set(key, file);
        await mkdir(file.folder, { recursive: true });
      }
      for (const row of rows) {
        file.rows.push(row as RowCells);
        const sizeBytes = sizeOf(row as RowCells);
        file.sizeBytes += sizeBytes;
        waiting += sizeBytes;
        if (file.rows.length >= sizes.groupRows) await writeGroup(file);
      }
      counts[table] += rows.length;
      while (waiting > sizes.waitingBytes) await writeGroup(largest(files.values()));
    },
    held: () => ({
      files: begun.size,
      bufferBytes: Array.from(begun).reduce(
        (n, { writer }) => n + writer!.bytes.buffer.byteLength,
        0,
      ),
      waitingBytes: waiting,
    }),
    async finish() {
      for (const file of files.values()) {
        if (file.rows.length > 0) await writeGroup(file);
        await end(file);
      }
      return counts;
    },
  };
}

interface RowCells {
  readonly [column: string]: Cell;
}

/** A file that is being written, or the next one of its folder. */
interface TableFile {
  readonly table: TableName;
  readonly columns: readonly Column[];
  readonly folder: string;
  /** How many files of the folder are whole. */
  part: number;
  rows: RowCells[];
  /** Of the rows that wait. */
  sizeBytes: number;
  /** Null until a file is begun. */
  writer: {
    readonly bytes: InstanceType<typeof import('hyparquet-writer').ByteWriter>;
    readonly parquet: ParquetWriter;
  } | null;
}

const fileName = (part: number): string => `part-${part}.parquet`;

const largest = (files: Iterable<TableFile>): TableFile =>
  [...files].reduce((most, file) => (file.sizeBytes > most.sizeBytes ? file : most));

/** About how much memory a row takes: a text its letters, and each cell some bytes besides. */
function sizeOf(row: RowCells): number {
  let size = 0;
  for (const cell of Object.values(row)) size += typeof cell === 'string' ? 24 + cell.length : 8;
  return size;
}

const PHYSICAL = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  int: { type: 'INT32' },
  long: { type: 'INT64' },
  bool: { type: 'BOOLEAN' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
} as const;

const schemaOf = (columns: readonly Column[]): SchemaElement[] => [
  { name: 'root', num_children: columns.length },
  ...columns.map(({ name, type, isNullable }) => ({
    name,
    ...PHYSICAL[type],
    repetition_type: isNullable ? ('OPTIONAL' as const) : ('REQUIRED' as const),
  })),
];

function columnData({ name, type }: Column, rows: readonly RowCells[]): ColumnSource {
  const isLong = type === 'long' || type === 'time';
  const data = new Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const cell = rows[i]![name]!;
    data[i] = isLong && cell !== null ? BigInt(cell) : cell;
  }
  return { name, data };
}
