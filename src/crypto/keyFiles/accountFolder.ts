import type { CryptoSuiteName } from "../cryptoSuite";

/** Where the official clients keep accounts, below the folder they are started in. */
export const accountFolder = (suite: CryptoSuiteName): string => `account/${suite === "sm" ? "gm" : "ecdsa"}`;
