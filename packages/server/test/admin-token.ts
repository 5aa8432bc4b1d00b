/** The token of the operator of a server that is a process of its own, in tests. */
export const ADMIN_TOKEN = 'a-token-of-the-operator';
