/** Players by key: what they sign about themselves, who they are by it, and how they sign in. */
export {
  foldPlayer,
  handlesOf,
  isKeyAt,
  MAX_STATEMENTS,
  nameHandle,
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
  MAX_ABOUT,
  MAX_NAME,
  type SignedStatement,
  type Statement,
  type StatementBody,
  signStatement,
  statementMessage,
} from './statement.ts';
export { type Vacation, type VacationState, vacationAt } from './vacation.ts';
