/** A number as the web3 port writes it. */
export const quantity = (value: number | bigint): string => `0x${value.toString(16)}`;
