/** Pictures of games in progress that this browser has, each of the newest position. */
import { libraryDatabase } from './library-database.ts';

/** A picture, and the head that it shows. */
interface LocalPicture {
  readonly head: string;
  /** As an address. */
  readonly picture: string;
}

/** No match of the library has such a key. */
const keyOf = (id: string): string => `local/${id}`;

/** The picture of a game; undefined where there is none yet. */
export const localPicture = (id: string): Promise<LocalPicture | undefined> =>
  libraryDatabase.read('pictures', pictures => pictures.get(keyOf(id)));

/** Keeps a picture in place of the one before. */
export const storePicture = (id: string, head: string, picture: string): Promise<void> =>
  libraryDatabase.change(
    store => void store('pictures').put({ head, picture } satisfies LocalPicture, keyOf(id)),
  );

/** Removes the picture of a game that is gone. */
export const forgetPicture = (id: string): Promise<void> =>
  libraryDatabase.change(store => void store('pictures').delete(keyOf(id)));
