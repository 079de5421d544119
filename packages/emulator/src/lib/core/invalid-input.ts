/** A request that cannot be carried out. The service responds with 400. */
export class InvalidInput extends Error {}
