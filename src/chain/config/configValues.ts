/**
 * What values of the system configuration mean. They are texts that nodes take with a sign or zeros before their number, and read as that
 * number (docs/protocol/built-in-contracts.md, "System configuration").
 */
const numberIn = (value: string): number => (/^[+-]?\d+$/.test(value) ? Number(value) : Number.NaN);

/** Whether `auth_check_status` enforces permissions: any number but 0. */
export const enforcesPermissions = (value: string): boolean => value !== "" && numberIn(value) !== 0;

/** The executor that an `executor_version` names: 1 the baseline one, else the classic one. */
export const executorOf = (value: string | undefined): 0 | 1 => (numberIn(value ?? "") === 1 ? 1 : 0);

/** The number of a `web3_chain_id`: what follows its digits is not looked at. */
export const chainIdOf = (value = ""): bigint => BigInt(/\d+/.exec(value)?.[0] ?? 0);
