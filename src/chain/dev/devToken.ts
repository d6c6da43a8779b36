/** The token for an embedded chain's powers: the one that was given, else that of the environment; an empty one there is none. */
export const devTokenOf = (token: string | undefined): string | undefined =>
  token ?? (process.env["CHAINSIDE_DEV_TOKEN"] || undefined);
