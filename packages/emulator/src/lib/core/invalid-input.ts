/** What of a request cannot be carried out; a service answers it with a 400. */
export class InvalidInput extends Error {}
