/** Contracts of Ethereum's machine, by their address. */
const names = ["", "ecrecover", "sha256", "ripemd160", "identity", "modexp", "ecAdd", "ecMul", "ecPairing", "blake2f"];

/** What a contract that Ethereum's machine has built in is called; empty for any other. @param address with 0x */
export const ethereumContract = (address: string): string => names[Number(address)] ?? "";
