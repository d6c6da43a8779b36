import { describe, expect, it } from "vitest";
import { precompiledContracts, precompiledInterface } from "../../../../src/chain/abi/precompiledContracts";
import type { PrecompiledName } from "../../../../src/chain/abi/precompiledNames";
import { cryptoSuite } from "../../../../src/crypto/suites";
import { receivedRequest, shownHere } from "../../../../src/signing/received";
import { callData, orderOf } from "../../../support/signedRequests";

const account = `0x${"1a".repeat(20)}`;
const node = "ab".repeat(64);

const shown = (name: "standard" | "sm", init: Parameters<typeof orderOf>[1]) => {
  const { hash, request } = orderOf(name, init);
  return shownHere(receivedRequest(request, { hash })).act;
};

describe.each(["standard", "sm"] as const)("what an asker calls ordinary, on a %s chain", (name) => {
  const suite = cryptoSuite(name);
  const act = (contract: PrecompiledName, signature: string, args: readonly unknown[]) =>
    shown(name, {
      to: (precompiledContracts[contract] as { address: string }).address,
      input: precompiledInterface(contract, suite).encodeCall(signature, args),
    });

  it.each([
    ["ContractAuth", "setContractStatus(address,uint8)", [account, 2], account],
    ["ContractAuth", "setContractStatus(address,uint8)", [account, 1], account],
    ["ContractAuth", "setContractStatus(address,bool)", [account, true], account],
    ["ContractAuth", "initAuth", [account], account],
    ["AccountManager", "setAccountStatus", [account, 2], account],
    ["SystemConfig", "setValueByKey", ["compatibility_version", "3.99.0"], "compatibility_version"],
    ["Consensus", "remove", [node], node],
    ["CommitteeManager", "createUpgradeVoteComputerProposal", [account, 9], account],
    ["CommitteeManager", "voteProposal", [7, true], "7"],
  ] as const)("%s.%s is as heavy as it can be", (contract, signature, args, target) => {
    expect(act(contract, signature, args)).toMatchObject({ weight: "irreversible", target });
  });

  it("is no heavier than that where another act takes it back", () => {
    expect(act("ContractAuth", "setContractStatus(address,bool)", [account, false]).weight).toBe("grave");
    expect(act("AccountManager", "setAccountStatus", [account, 1]).weight).toBe("grave");
    expect(act("SystemConfig", "setValueByKey", ["tx_count_limit", "1801"]).weight).toBe("grave");
    expect(act("CommitteeManager", "voteProposal", [7, false]).weight).toBe("grave");
  });

  it("is the worst where it can't be read", () => {
    const to = precompiledContracts.ContractAuth.address;
    for (const input of ["0x", "0x01020304"])
      expect(shown(name, { to, input })).toMatchObject({ weight: "irreversible", target: "ContractAuth" });
  });

  it("is signed with a usual nonce only: another could hold an address and a call of it", () => {
    const evil = `0x${"ee".repeat(20)}`;
    for (const nonce of [`1${evil}call`, `1${evil.slice(2)}call`, "1 ", "", "9".repeat(41)])
      expect(() => {
        const { hash, request } = orderOf(name, { nonce });
        receivedRequest(request, { hash });
      }).toThrow();
    for (const nonce of ["9".repeat(40), "ab".repeat(16), "n1"]) expect(shown(name, { nonce }).warnings).toEqual([]);
  });

  it("warns of call data that could be sent as another call", () => {
    const evil = `0x${"ee".repeat(20)}`;
    const data = callData(name, "note(string text)", `${evil}call`);
    expect(shown(name, { input: data }).warnings.join()).toContain("text of an address");
    const amount = `0x${"00".repeat(28)}30783634`;
    expect(shown(name, { version: 1, input: `0x01020304${amount.slice(2)}` }).warnings.length).toBeGreaterThan(1);
    expect(shown(name, { input: `0x01020304${amount.slice(2)}` }).warnings).toHaveLength(1);
  });
});
