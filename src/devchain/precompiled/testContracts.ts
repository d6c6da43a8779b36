import type { PrecompiledCode } from "./host/contract";

const nothing = new Uint8Array(0);

/** 0x5200–0x527f: sorts numbers to keep a processor busy. No one sees the numbers, so they are not sorted here. */
const cpuHeavyContract: PrecompiledCode = {
  name: "CpuHeavyPrecompiled",
  functions: [],
  otherwise: () => nothing,
};

/** 0x6200–0x627f: balances that no function shows, and return codes that the node drops. What is seen is success and the gas. */
const smallBankContract: PrecompiledCode = {
  name: "SmallBankPrecompiled",
  functions: [],
  charges: true,
  otherwise({ gas }) {
    gas.setMemory(0);
    gas.operation("openTable");
    return nothing;
  },
};

/** The node's contracts for load tests, which the classic executor alone has (docs/protocol/built-in-contracts.md, "Test contracts"). */
export function testContractAt(address: string): PrecompiledCode | undefined {
  if (/^0{36}52[0-7][0-9a-f]$/.test(address)) return cpuHeavyContract;
  return /^0{36}62[0-7][0-9a-f]$/.test(address) ? smallBankContract : undefined;
}
