import { expect, it } from "vitest";
import { isTestName } from "../../../../src/solidity/lint/source/lintSource";

it.each(["Mock", "TokenMock", "MockToken", "USDTMock", "ERC20Mock", "MyTest1", "Token_Test", "TestERC20", "UnitTests"])(
  "a contract of the name %s is one of tests",
  (name) => expect(isTestName(name)).toBe(true),
);

it.each(["Attestation", "EvidenceAttestationRegistry", "Contest", "LatestPrice", "Greatest", "Protester", "Token"])(
  "a contract of the name %s is none of tests, though letters of its name say so",
  (name) => expect(isTestName(name)).toBe(false),
);
