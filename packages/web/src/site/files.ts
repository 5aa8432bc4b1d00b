/** Files that people drop or choose, folders among them. */

/** Files of a folder beyond these are left out. */
const MAX_FILES = 10_000;

/** All files that were dropped, those in folders too. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<readonly File[]> {
  // entries must be taken before anything is waited for
  const entries = [...items].flatMap(item => item.webkitGetAsEntry?.() ?? []);
  if (entries.length === 0) return [...files];
  const found: File[] = [];
  for (const entry of entries) await collect(entry, found);
  return found;
}

async function collect(entry: FileSystemEntry, found: File[]): Promise<void> {
  if (found.length >= MAX_FILES) return;
  if (entry.isFile)
    found.push(
      await new Promise((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
    );
  else for await (const child of childrenOf(entry)) await collect(child, found);
}

/** What is in a folder: browsers tell it a hundred at a time. */
async function* childrenOf(folder: FileSystemEntry): AsyncGenerator<FileSystemEntry> {
  const reader = (folder as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return;
    yield* some;
  }
}

let waiting: readonly File[] = [];
let areAdded = false;

/** Hands files to the page that checks them, wherever they were dropped; it adds what is good to the library, if told to. */
export function handFiles(files: readonly File[], { add = false } = {}): void {
  waiting = files;
  areAdded = add;
  dispatchEvent(new Event('kifu-files'));
}

/** The files that were handed over, once, and whether to add them. */
export function takeFiles(): { readonly files: readonly File[]; readonly add: boolean } {
  const taken = { files: waiting, add: areAdded };
  waiting = [];
  areAdded = false;
  return taken;
}
