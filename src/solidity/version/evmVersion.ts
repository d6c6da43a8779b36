/** The machines that compilers know, oldest first. */
export const evmVersions = [
  "homestead",
  "tangerineWhistle",
  "spuriousDragon",
  "byzantium",
  "constantinople",
  "petersburg",
  "istanbul",
  "berlin",
  "london",
  "paris",
  "shanghai",
  "cancun",
  "prague",
  "osaka",
] as const;

/** A machine as compilers name it in `settings.evmVersion`. */
export type EvmVersion = (typeof evmVersions)[number];
