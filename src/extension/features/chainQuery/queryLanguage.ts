/** Documents that ask an index (`*.chain.sql`). */
export const queryLanguage = "chain-sql";
