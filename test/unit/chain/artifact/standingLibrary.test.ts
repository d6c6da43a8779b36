import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLibraryCode, libraryStands } from "../../../../src/chain/artifact/standingLibrary";
import { getCode } from "../../../../src/chain/rpc/contractCode";
import type { Address } from "../../../../src/crypto/bytes/hex";
import { ForkChain } from "../../../support/forkChain";

const source = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;
library One { function next(uint256 x) public pure returns (uint256) { return x + 1; } }
library Two { function next(uint256 x) public pure returns (uint256) { return x + 2; } }
`;

describe("a library that was deployed before", () => {
  let chain: ForkChain;
  let one = "" as Address;
  let two = "" as Address;
  const creation = (name: string): string => chain.abi(name).contract.bytecode.object;
  beforeAll(async () => {
    chain = await ForkChain.start(source);
    one = (await chain.deploy("One")).contractAddress as Address;
    two = (await chain.deploy("Two")).contractAddress as Address;
  });
  afterAll(() => chain.close());

  it("stands where its own code does, and nowhere else", async () => {
    const client = chain.client();
    expect(await libraryStands(client, one, creation("One"))).toBe(true);
    expect(await libraryStands(client, two, creation("Two"))).toBe(true);
    expect(await libraryStands(client, two, creation("One"))).toBe(false);
    expect(await libraryStands(client, `0x${"7".repeat(40)}`, creation("One"))).toBe(false);
  });

  it("has its own address in its code, and nothing of the code is missing", async () => {
    const code = await getCode(chain.client(), one);
    expect(isLibraryCode(`0x${creation("One")}`, code, one)).toBe(true);
    // the code of another deployment of the same library
    expect(isLibraryCode(creation("One"), code, two)).toBe(false);
    expect(isLibraryCode(creation("One"), "0x", one)).toBe(false);
    expect(isLibraryCode(creation("One"), `0x${creation("One").slice(-4)}`, one)).toBe(false);
    expect(isLibraryCode(creation("One"), `${code}00`, one)).toBe(false);
  });
});
