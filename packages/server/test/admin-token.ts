/** Token of the server admin, for tests of a server in a separate process. */
export const ADMIN_TOKEN = 'a-token-of-the-operator';
