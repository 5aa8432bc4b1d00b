/** The database of the browser's library: files as they came, an index entry per match, and apart from these, which queries read, the pictures. */
import { databaseOf } from '../database.ts';

/** In the first version, the pictures were in the index entries. */
const VERSION = 2;

export const libraryDatabase = databaseOf(
  'kifu',
  ['files', 'matches', 'pictures'],
  (database, oldVersion, transaction) => {
    if (oldVersion < 1) {
      database.createObjectStore('files', { autoIncrement: true });
      database.createObjectStore('matches', { keyPath: 'match' });
    }
    database.createObjectStore('pictures');
    if (oldVersion === 1) movePictures(transaction);
  },
  VERSION,
);

/** Takes the pictures out of the index entries. */
function movePictures(transaction: IDBTransaction): void {
  const pictures = transaction.objectStore('pictures');
  const request = transaction.objectStore('matches').openCursor();
  request.onsuccess = () => {
    const cursor = request.result;
    if (cursor === null) return;
    const { picture, ...match } = cursor.value as { picture?: string | null; match: string };
    if (typeof picture === 'string') pictures.put(picture, match.match);
    cursor.update(match);
    cursor.continue();
  };
}
