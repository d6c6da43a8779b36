/** Thrown to make the port answer with something that is no JSON-RPC. */
export class GarbageAnswer extends Error {}
