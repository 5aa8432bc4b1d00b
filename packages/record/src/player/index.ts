/** Players by key: their signed statements, their identity, and how they sign in. */
export { handlesOf, hasPlainWords, looksOf, nameHandle, storedHandles } from './names.ts';
export {
  foldPlayer,
  isKeyAt,
  MAX_STATEMENTS,
  type Player,
  type PlayerKey,
  presentKeys,
  takeStatement,
} from './player.ts';
export { decodePlayerFile, encodePlayerFile } from './player-file.ts';
export { type SignInChallenge, signInMessage } from './sign-in.ts';
export {
  decodeStatement,
  encodeStatement,
  type SignedStatement,
  type Statement,
  type StatementBody,
  signStatement,
  statementMessage,
} from './statement.ts';
export { type Vacation, type VacationState, vacationAt } from './vacation.ts';
