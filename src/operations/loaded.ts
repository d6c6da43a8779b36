import { allOperations } from "./catalogue";

/** The whole catalogue at once, for those who read it without waiting: languages and their editors. */
export const loadedOperations = await allOperations();
