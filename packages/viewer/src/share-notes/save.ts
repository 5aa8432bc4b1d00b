/** Copies to the clipboard, and downloads files. */

/** Copies text; false where the browser blocks it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** The old way, which also works in pages without https. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.style.cssText = 'position:fixed;opacity:0';
  const focused = document.activeElement as HTMLElement | null;
  document.body.append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  focused?.focus({ preventScroll: true });
  return isDone;
}

/** Offers bytes or text as a file. */
export function saveFile(name: string, content: Uint8Array | string | Blob, type: string): void {
  const blob = content instanceof Blob ? content : new Blob([content as BlobPart], { type });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // the browser has read it by then
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Lets the reader choose a file and reads it as text; null where they chose none. */
export const chooseText = (accept: string, most: number): Promise<string | null> =>
  new Promise(resolve => {
    const field = document.createElement('input');
    field.type = 'file';
    field.accept = accept;
    field.addEventListener('cancel', () => resolve(null));
    field.addEventListener('change', async () => {
      const file = field.files?.[0];
      resolve(file === undefined || file.size > most ? null : await file.text());
    });
    field.click();
  });
