/** A value of a running scenario: texts, lists, maps; null where nothing is. */
export type Plain = string | null | readonly Plain[] | { readonly [name: string]: Plain };
